import type { IncomingHttpHeaders } from 'node:http'
import { ArchitectError, invalidInput } from '../../projects/architect-error.ts'
import { LABEL_CHARACTERS_MAX } from '../../store/store-limits.ts'
import { parseCredits } from '../prices.ts'
import { MODEL_NAMES } from '../turn-models.ts'
import type { NamedProject, WantedTurn } from '../turn-service.ts'
import { isModelName } from './parameters.ts'

/** Form of an `Idempotency-Key`. */
const KEY = /^[\x21-\x7e]{1,255}$/

type Headers = IncomingHttpHeaders

/** The model of a request. Throws `model_not_found`, whose message lists the names. */
export function modelOf(name: unknown): string {
  if (typeof name === 'string' && isModelName(name)) return name
  if (typeof name !== 'string') throw invalidInput('model', 'model must name a model.')
  const shown = JSON.stringify(name.slice(0, 80))
  throw new ArchitectError(
    'model_not_found',
    `There is no model ${shown}; use one of ${MODEL_NAMES.join(', ')}.`,
    { param: 'model' },
  )
}

/** The project of a request: the header wins over the metadata. */
export function projectOf(headers: Headers, metadata: Record<string, string>): NamedProject {
  const header = headers['x-svc-project']
  if (header !== undefined) return { id: `${header}`, param: 'X-Svc-Project' }
  return { id: metadata.project_id ?? null, param: 'metadata.project_id' }
}

/** Fields of the metadata that have a meaning, and what headers add. */
export function optionsOf(
  headers: Headers,
  metadata: Record<string, string>,
): Pick<WantedTurn, 'creditsMax' | 'key' | 'isRetry'> & { commitMessage: string | null } {
  return {
    creditsMax: creditsOf(metadata.svc_max_credits),
    commitMessage: metadata.commit_message?.trim().slice(0, LABEL_CHARACTERS_MAX) || null,
    ...keyOf(headers['idempotency-key']),
    // The official client counts from 0; what it sends again has 1 or more.
    isRetry: Number(headers['x-stainless-retry-count'] ?? 0) >= 1,
  }
}

function creditsOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const read = parseCredits(text)
  if ('problem' in read)
    throw invalidInput('metadata.svc_max_credits', `metadata.svc_max_credits ${read.problem}`)
  return read.milli
}

function keyOf(sent: string | string[] | undefined): { key?: string } {
  if (sent === undefined) return {}
  if (typeof sent === 'string' && KEY.test(sent)) return { key: sent }
  throw invalidInput(
    'Idempotency-Key',
    'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  )
}
