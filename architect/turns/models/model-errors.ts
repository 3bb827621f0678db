import { ModelFailure, type ModelFailureReason } from './step-model.ts'

/** A failure, and whether and when the same request may be sent again. */
export interface FailedSend {
  failure: ModelFailure
  /** True where the provider may accept the same request later. */
  mayPass: boolean
  /** What the provider requests, in ms; null where it requests no wait. */
  retryAfter_ms: number | null
  /** Status and body of an error of HTTP, for adapting the request; null for other failures. */
  response: { status: number; body: string } | null
}

/** Errors of the AI SDK, of `fetch`, and of providers within their streams. */
interface AnyError {
  name?: unknown
  message?: unknown
  code?: unknown
  type?: unknown
  statusCode?: unknown
  responseHeaders?: Record<string, string>
  responseBody?: unknown
}

/** Characters of `ModelFailure.detail`. */
const DETAIL_CHARACTERS_MAX = 300
/** How providers state that a conversation is longer than the context of the model. */
const TOO_LONG =
  /context[ _](length|window|size|limit)|prompt is too long|too many (input )?tokens|maximum (context|number of tokens)|request_too_large|input is too long|exceed_context/i
/** Codes of 429 for accounts without credit, which no wait changes. */
const UNPAID = /insufficient_quota|billing|credit balance/i
/** What looks like a key: providers quote a part of it in errors. */
const KEY_LIKE = /\b(sk|pk|key|gsk|xai)[-_][\w*.-]{6,}/gi

/** The failure that an error stands for. `secrets` are taken out of what is quoted. */
export function failedSend(error: unknown, secrets: readonly string[]): FailedSend {
  const given = (error !== null && typeof error === 'object' ? error : {}) as AnyError
  const quoted = detailOf(error, given, secrets)
  const status = statusOf(given)
  const body = typeof given.responseBody === 'string' ? given.responseBody : ''
  const text = `${given.code ?? ''} ${given.type ?? ''} ${given.message ?? ''} ${body}`
  const reason = reasonOf(status, text, given)
  const mayPass = reason === 'busy' || reason === 'unavailable'
  return {
    failure: new ModelFailure(reason, messageOf(reason, status), quoted),
    mayPass,
    retryAfter_ms: mayPass ? retryAfter(given.responseHeaders) : null,
    response: status !== null && 'responseBody' in given ? { status, body } : null,
  }
}

/** Status of HTTP, also where a provider states it as the code of an error within its stream. */
function statusOf({ statusCode, code, type }: AnyError): number | null {
  const stated = [statusCode, code].map(Number).find((number) => number >= 300 && number < 600)
  if (stated !== undefined) return stated
  const kind = `${code ?? ''} ${type ?? ''}`
  if (/rate_limit|overloaded|too_many/i.test(kind)) return 429
  if (/authentication|permission|invalid_api_key/i.test(kind)) return 401
  if (/not_found/i.test(kind)) return 404
  if (/server_error|api_error|timeout|unavailable/i.test(kind)) return 500
  return null
}

function reasonOf(status: number | null, text: string, error: AnyError): ModelFailureReason {
  if (status === null) {
    if (TOO_LONG.test(`${error.code ?? ''} ${error.message ?? ''}`)) return 'too_long'
    // An object that is not an error of the program is one that the provider sent as its answer.
    const isSent = !(error instanceof Error) && typeof error.message === 'string'
    return isSent || isConnection(error) ? 'unavailable' : 'invalid'
  }
  if (status === 413) return 'too_long'
  if (status < 500 && status !== 401 && status !== 403 && TOO_LONG.test(text)) return 'too_long'
  if (status === 429) return UNPAID.test(text) ? 'refused' : 'busy'
  if (status === 503 || status === 529) return 'busy'
  if (status >= 500 || status === 408 || status === 425) return 'unavailable'
  return 'refused'
}

/** True for failures of the network, which have no answer or a broken one. */
function isConnection(error: AnyError): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; depth++) {
    if (/^(Cannot connect to API|fetch failed|terminated)/.test(at.message)) return true
    if (/^(E[A-Z]+|UND_ERR_\w+)$/.test(String((at as AnyError).code))) return true
    at = at.cause
  }
  return false
}

/** True for a stream that ends where an answer does not. */
export const isEarlyEnd = (error: unknown): boolean =>
  error instanceof Error && /ended without a finish reason/.test(error.message)

function messageOf(reason: ModelFailureReason, status: number | null): string {
  const stated = status === null ? '' : ` (status ${status})`
  switch (reason) {
    case 'busy':
      return `The model is busy${stated}.`
    case 'unavailable':
      return `The model cannot be reached or has failed${stated}.`
    case 'refused':
      return `The provider of the model refuses the request${stated}.`
    case 'too_long':
      return 'The conversation is longer than the model can read.'
    default:
      return 'The model sent something that is not an answer.'
  }
}

/** Milliseconds of `Retry-After-Ms` or `Retry-After`, in seconds or as a date. */
function retryAfter(headers: Record<string, string> = {}): number | null {
  const ms = headers['retry-after-ms']?.trim()
  if (ms && /^\d{1,9}$/.test(ms)) return Number(ms)
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Number(text) * 1_000
  const at = /GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

function detailOf(error: unknown, given: AnyError, secrets: readonly string[]): string | null {
  // Messages of errors in parsing quote what was parsed, which is of no use.
  const message = /Parse|Validation/.test(String(given.name)) ? given.name : given.message
  const text = typeof error === 'string' ? error : String(message ?? '')
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  const line = hidden.replace(KEY_LIKE, '[key]').replace(/\s+/g, ' ').trim()
  return line ? line.slice(0, DETAIL_CHARACTERS_MAX) : null
}
