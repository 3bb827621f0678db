import { DamagedFile } from '../../catalog/damaged-file.ts'
import { RasterFault } from '../../rasters/raster-fault.ts'

/** Every error code of the contract, with the statuses it is answered with. Codes are never reused. */
export const ERROR_CODES = {
  invalid_request: [400, 405, 408, 412, 413, 414, 415, 416, 431],
  unauthorized: [401],
  forbidden: [403],
  not_found: [404],
  rate_limited: [429],
  internal_error: [500],
  not_implemented: [501],
  not_available: [503],
} as const

export type ErrorCode = keyof typeof ERROR_CODES
export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode][number]

export const ERROR_STATUSES = Object.values(ERROR_CODES).flat() as ErrorStatus[]

/** The code of a status. A status that is not in the table is an error of ours. */
export function codeOf(status: number): ErrorCode {
  for (const [code, statuses] of Object.entries(ERROR_CODES))
    if ((statuses as readonly number[]).includes(status)) return code as ErrorCode
  return 'internal_error'
}

/** What each status means, in the words of the reference. */
export const STATUS_MEANINGS: Record<ErrorStatus, string> = {
  400: 'The request is wrong: `param` names the parameter, `hint` says what is allowed.',
  401: 'The key is missing, invalid, expired or revoked.',
  403: 'The key lacks the scope `read:public`.',
  404: 'Nothing is known under this path or name.',
  405: 'The path exists and knows another method: see `Allow`.',
  408: 'The request did not arrive in time.',
  412: 'The answer has another tag than `If-Match` names.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'No body of this type is read here.',
  416: 'The range lies outside the file.',
  429: 'More requests than the key may make in a minute: wait the seconds of `Retry-After`.',
  431: 'The request headers are too large.',
  500: 'The service failed. Report the request id.',
  501: 'The build in service holds nothing to look this up in: `hint` says what to use instead.',
  503: 'Nothing can be answered now: ask again after `Retry-After` seconds.',
}

export interface ApiErrorDetails {
  /** The query or path parameter at fault. */
  param?: string
  /** What would be right. */
  hint?: string
  headers?: Record<string, string>
}

/** An answer that is an error of the contract. Thrown by routes, written by `errorBody`. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly param?: string
  readonly hint?: string
  readonly headers: Record<string, string>

  constructor(status: ErrorStatus, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.param = details.param
    this.hint = details.hint
    this.headers = details.headers ?? {}
  }
}

/** 400, naming the parameter and what is allowed. */
export function invalidRequest(param: string, message: string, hint: string): ApiError {
  return new ApiError(400, message, { param, hint })
}

/** Seconds until a caller may find a build pinned: a pin is seen within one second. */
const RETRY_AFTER_S = 5

/** 503 with `Retry-After`, in whole seconds; by default those after which a build may be there. */
export function notAvailable(
  message: string,
  hint: string,
  { param, retryAfter_ms }: { param?: string; retryAfter_ms?: number | null } = {},
): ApiError {
  const seconds = Math.max(1, Math.ceil((retryAfter_ms ?? RETRY_AFTER_S * 1000) / 1000))
  return new ApiError(503, message, { param, hint, headers: { 'retry-after': `${seconds}` } })
}

/** 503 for an error that a damaged or absent file of the build causes; null for any other. */
export function damagedAnswer(error: unknown): ApiError | null {
  if (!(error instanceof DamagedFile) && !(error instanceof RasterFault)) return null
  return notAvailable(
    'A file of the build that this is answered from is damaged or gone.',
    'Ask again shortly: it is answered as soon as the file is whole.',
  )
}

/** The wire form of an error. */
export function errorBody(error: ApiError, requestId: string) {
  const { status, message, param, hint } = error
  return {
    error: {
      code: codeOf(status),
      message,
      ...(param !== undefined && { param }),
      ...(hint !== undefined && { hint }),
      request_id: requestId,
    },
  }
}
