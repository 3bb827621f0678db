import { isServiceKey } from '../../http/called-service.ts'
import { StepError } from '../../terminal/step-error.ts'
import { serviceAddress } from '../../values/service-address.ts'

/** A model of a provider. */
export interface StudioModel {
  id: string
  /** Thousandths of credits of a picture. */
  price: number
}

/** The provider of pictures by prompts. Plain values, so that they can be sent to a thread. */
export interface StudioSettings {
  /** Base address with the version in its path, without a slash at its end. */
  url: string
  /** Null where the endpoint needs none. */
  key: string | null
  models: StudioModel[]
}

type Environment = Record<string, string | undefined>

const STEP = 'read the settings of the provider of pictures'
/** Models of the provider that are offered. */
const MODELS_MAX = 20
/** Name and price in credits: `gpt-image-1=25`, `small=0.5`. */
const MODEL = /^([A-Za-z0-9][\w.:/-]{0,99})\s*=\s*(\d{1,6}(?:\.\d{1,3})?)$/
/** Names of the own renderer begin so. */
const OWN = /^plat-/
const EXAMPLE_MODELS = 'gpt-image-1=25, small-image=4.5'

/**
 * Reads and validates the settings; null where no provider is set. Throws `StepError` that names
 * the setting and an example, and never quotes a key.
 */
export function studioSettings(environment: Environment): StudioSettings | null {
  const address = environment.PLAT_STUDIO_URL?.trim()
  const key = environment.PLAT_STUDIO_KEY?.trim() || null
  const list = environment.PLAT_STUDIO_MODELS?.trim()
  if (!address) {
    const alone = list ? 'PLAT_STUDIO_MODELS' : key === null ? null : 'PLAT_STUDIO_KEY'
    if (alone === null) return null
    const problem = `is not set, and ${alone} is`
    throw wrong('PLAT_STUDIO_URL', problem, 'https://api.example.com/v1')
  }
  if (key !== null && !isServiceKey(key))
    throw wrong(
      'PLAT_STUDIO_KEY',
      'has characters that no header can have',
      'a key of the provider',
    )
  return { url: urlOf(address), key, models: modelsOf(list) }
}

function urlOf(text: string): string {
  const url = serviceAddress(text)
  if (url !== null) return url
  throw wrong(
    'PLAT_STUDIO_URL',
    'is not an address of http or https without credentials and query',
    'https://api.example.com/v1',
  )
}

function modelsOf(list: string | undefined): StudioModel[] {
  const setting = 'PLAT_STUDIO_MODELS'
  if (!list) throw wrong(setting, 'is not set, and PLAT_STUDIO_URL is', EXAMPLE_MODELS)
  const models = list.split(',').map((part): StudioModel => {
    const [, id, credits] = MODEL.exec(part.trim()) ?? []
    if (id === undefined)
      throw wrong(setting, 'is not a list of names with their prices in credits', EXAMPLE_MODELS)
    if (OWN.test(id)) throw wrong(setting, `has ${id}, a name of the own renderer`, EXAMPLE_MODELS)
    return { id, price: Math.round(Number(credits) * 1_000) }
  })
  if (new Set(models.map(({ id }) => id)).size < models.length)
    throw wrong(setting, 'has a model twice', EXAMPLE_MODELS)
  if (models.length > MODELS_MAX)
    throw wrong(setting, `has more than ${MODELS_MAX} models`, EXAMPLE_MODELS)
  return models
}

/** The error of a setting. It does not quote the value, which may hold a key. */
function wrong(setting: string, problem: string, example: string): StepError {
  return new StepError(STEP, setting, problem, `Set it, for example to ${example}.`)
}
