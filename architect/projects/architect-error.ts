import { AccountsGone } from '../../accounts/accounts.ts'
import { ApiError } from '../../http/error-codes.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'
import { IfcError } from '../ifc/step-file.ts'
import { ViewError, type ViewErrorCode } from '../render/view-error.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import { codeOfStatus, type ErrorCode, statusOf, typeOf } from './error-codes.ts'

/** Seconds after which storage or the database may answer again. */
const RETRY_AFTER_S = 2

/** Of a project whose queue of turns is full: most turns take longer. */
const TURNS_RETRY = { 'retry-after': '30' }

interface ErrorDetails {
  /** The field at fault. */
  param?: string
  /** Further fields of the body: `fix`, `nodeIds`, `expected`. */
  fields?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An error of the contract, thrown by routes and sent as `errorBody`. */
export class ArchitectError extends Error {
  override readonly name = 'ArchitectError'
  readonly code: ErrorCode
  readonly param?: string
  readonly fields: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.param = details.param
    this.fields = details.fields ?? {}
    this.headers = details.headers ?? {}
  }

  get status(): number {
    return statusOf(this.code)
  }
}

export function invalidInput(param: string, message: string): ArchitectError {
  return new ArchitectError('invalid_input', message, { param })
}

/** The JSON body of an error. `docs` is the address of the documentation. */
export function errorBody(error: ArchitectError, requestId: string, docs: string) {
  const { status, code, message, param, fields } = error
  return {
    error: {
      ...fields,
      type: typeOf(status),
      code,
      message,
      ...(param !== undefined && { param }),
      request_id: requestId,
      doc_url: `${docs}#error-${code}`,
    },
  }
}

/** Errors of the parts below in the contract's form; null for a fault of the program. */
export function asArchitectError(error: unknown): ArchitectError | null {
  if (error instanceof ArchitectError) return error
  if (error instanceof StoreRefusal) {
    const { code, message, param, details } = error
    if (code === 'draft_leased' || code === 'versions_changed' || code === 'turn_taken')
      return unavailable('service_unavailable', message)
    if (code === 'too_many_turns' || code === 'too_many_jobs')
      return new ArchitectError('rate_limit_exceeded', message, { headers: TURNS_RETRY })
    if (code === 'too_many_attempts')
      return new ArchitectError('rate_limit_exceeded', message, {
        headers: { 'retry-after': `${details.retry_after_s}` },
      })
    return new ArchitectError(code, message, { param, fields: details })
  }
  if (error instanceof AccountsGone) return unavailable('service_unavailable', error.message)
  if (error instanceof StorageFailure)
    return unavailable(error.reason === 'full' ? 'storage_full' : 'storage_failed', error.outward)
  if (error instanceof ViewError) return ofView(error)
  if (error instanceof IfcError) return new ArchitectError('limit_exceeded', error.message)
  if (error instanceof ApiError) {
    const { status, message, param, hint, headers } = error
    const text = hint ? `${message} ${hint}` : message
    return new ArchitectError(codeOfStatus(status), text, { param, headers })
  }
  return ofFramework(error)
}

const OF_VIEWS = {
  invalid_view: 'invalid_input',
  node_not_found: 'node_not_found',
  wrong_kind: 'wrong_kind',
  nothing_to_see: 'no_geometry',
  limit_exceeded: 'limit_exceeded',
} as const satisfies Partial<Record<ViewErrorCode, ErrorCode>>

function ofView({ code, message, param }: ViewError): ArchitectError {
  if (code === 'render_failed') return new ArchitectError('view_failed', message)
  if (code === 'views_busy') return unavailable('service_unavailable', message)
  return new ArchitectError(OF_VIEWS[code], message, { param })
}

/** What bodies have to be. */
export const JSON_WANTED =
  'Send `Content-Type: application/json` and a JSON body without compression.'

function ofFramework(error: unknown): ArchitectError | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (!code?.startsWith('FST_') || statusCode === undefined || statusCode >= 500) return null
  const { message } = error as Error
  switch (statusCode) {
    case 413:
      return new ArchitectError('payload_too_large', 'The body is larger than this path accepts.')
    case 415:
      return new ArchitectError('unsupported_media_type', JSON_WANTED)
    default:
      return new ArchitectError(codeOfStatus(statusCode), `${message}.`.replace(/\.\.$/, '.'), {
        ...(statusCode === 400 && { param: code === 'FST_ERR_BAD_URL' ? 'path' : 'body' }),
      })
  }
}

function unavailable(
  code: 'service_unavailable' | 'storage_failed' | 'storage_full',
  message: string,
): ArchitectError {
  return new ArchitectError(code, message, { headers: { 'retry-after': `${RETRY_AFTER_S}` } })
}
