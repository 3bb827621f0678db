import { isServiceKey } from '../../../http/called-service.ts'
import { StepError } from '../../../terminal/step-error.ts'
import { serviceAddress } from '../../../values/service-address.ts'
import type { Effort } from '../turn-models.ts'

/** How a model of a provider is reached. Plain values, so that they can be sent to a thread. */
export interface ProviderSettings {
  kind: 'openai-compatible' | 'anthropic'
  /** For logs: the provider and its models. */
  name: string
  /** Base address with the version in its path, without a slash at its end. */
  url: string
  /** Null where the endpoint needs none. */
  key: string | null
  /** Name of the model of each effort. */
  models: Record<Effort, string>
  takesImages: boolean
}

export type ModelSettings =
  | ProviderSettings
  | { kind: 'scripted'; file: string; takesImages: boolean }
  /** The planner of the Architect itself, which needs no provider. */
  | { kind: 'planner' }

type Environment = Record<string, string | undefined>

const STEP = 'read the settings of the model'
const EFFORTS = ['low', 'medium', 'high', 'pro'] as const satisfies readonly Effort[]
const ANTHROPIC_URL = 'https://api.anthropic.com/v1'
const KINDS = ['planner', 'openai-compatible', 'anthropic', 'scripted', 'none'] as const
/** Characters of the name of a model. */
const MODEL_CHARACTERS_MAX = 200

/**
 * Reads and validates the settings: the planner where none is set, null for `none`. Throws
 * `StepError` that names the setting and an example, and never quotes a value that may be a secret.
 */
export function modelSettings(environment: Environment): ModelSettings | null {
  const text = environment.PLAT_MODEL?.trim()
  if (!text) return { kind: 'planner' }
  const kind = KINDS.find((each) => each === text)
  if (!kind) throw wrong('PLAT_MODEL', `is not one of ${KINDS.join(', ')}`, KINDS[0])
  if (kind === 'none') return null
  if (kind === 'planner') return { kind }
  const takesImages = imagesOf(environment, kind)
  if (kind === 'scripted') {
    const file = environment.PLAT_MODEL_SCRIPT?.trim()
    if (!file)
      throw wrong('PLAT_MODEL_SCRIPT', 'is not set, and PLAT_MODEL is scripted', 'script.json')
    return { kind, file, takesImages }
  }
  const models = modelsOf(environment)
  const key = keyOf(environment)
  if (kind === 'anthropic' && key === null)
    throw wrong('PLAT_MODEL_KEY', 'is not set', 'a key of the provider')
  return {
    kind,
    name: `${kind} ${[...new Set(Object.values(models))].join(', ')}`,
    url: urlOf(environment, kind),
    key,
    models,
    takesImages,
  }
}

function imagesOf(environment: Environment, kind: (typeof KINDS)[number]): boolean {
  const text = environment.PLAT_MODEL_IMAGES?.trim()
  // Many local models refuse a request with an image, and with it the whole turn.
  if (!text) return kind !== 'openai-compatible'
  if (text === 'yes' || text === 'no') return text === 'yes'
  throw wrong('PLAT_MODEL_IMAGES', 'is neither yes nor no', 'yes')
}

/** `gpt-5.5`, or for each effort: `gpt-5-mini, high=gpt-5.5, pro=gpt-5.5-pro`. */
function modelsOf(environment: Environment): Record<Effort, string> {
  const setting = 'PLAT_MODEL_NAME'
  const example = 'small-model, high=large-model, pro=large-model'
  const found = new Map<string, string>()
  for (const part of environment.PLAT_MODEL_NAME?.split(',') ?? []) {
    const [, effort = '', model] = /^\s*(?:(\w+)\s*=)?\s*(\S+)\s*$/.exec(part) ?? []
    if (model === undefined || model.length > MODEL_CHARACTERS_MAX || found.has(effort))
      throw wrong(setting, 'is not a list of names of models, one for each effort', example)
    if (effort && !EFFORTS.some((each) => each === effort))
      throw wrong(setting, `has an effort that is not one of ${EFFORTS.join(', ')}`, example)
    found.set(effort, model)
  }
  const named = EFFORTS.map((effort) => [effort, found.get(effort) ?? found.get('')] as const)
  const missing = named.find(([, model]) => model === undefined)
  if (missing) throw wrong(setting, `names no model for the effort ${missing[0]}`, example)
  return Object.fromEntries(named) as Record<Effort, string>
}

function keyOf(environment: Environment): string | null {
  const key = environment.PLAT_MODEL_KEY?.trim()
  if (!key) return null
  if (isServiceKey(key)) return key
  throw wrong('PLAT_MODEL_KEY', 'has characters that no header can have', 'a key of the provider')
}

function urlOf(environment: Environment, kind: ProviderSettings['kind']): string {
  const setting = 'PLAT_MODEL_URL'
  const example = 'https://api.example.com/v1'
  const text = environment.PLAT_MODEL_URL?.trim()
  if (!text && kind === 'anthropic') return ANTHROPIC_URL
  if (!text) throw wrong(setting, 'is not set', example)
  const url = serviceAddress(text)
  if (url !== null) return url
  throw wrong(setting, 'is not an address of http or https without credentials and query', example)
}

/** The error of a setting. It does not quote the value, which may hold a key. */
function wrong(setting: string, problem: string, example: string): StepError {
  return new StepError(STEP, setting, problem, `Set it, for example to ${example}.`)
}
