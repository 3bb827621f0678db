/**
 * Every error code of the contract, with the statuses it is answered with. Codes are never reused.
 */
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

/** The code of a status. A status outside the table is an internal error. */
export function codeOf(status: number): ErrorCode {
  for (const [code, statuses] of Object.entries(ERROR_CODES))
    if ((statuses as readonly number[]).includes(status)) return code as ErrorCode
  return 'internal_error'
}

/** Meaning of each status, as the reference prints it. */
export const STATUS_MEANINGS: Record<ErrorStatus, string> = {
  400: 'The request is invalid: `param` names the parameter, `hint` states what is allowed.',
  401: 'The key is missing, invalid, expired or revoked.',
  403: 'The key lacks the scope `read:public`.',
  404: 'There is nothing under this path or name.',
  405: 'The path does not support this method: see `Allow`.',
  408: 'The request did not arrive in time.',
  412: 'The tag of the answer does not match `If-Match`.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'Bodies of this type are not supported.',
  416: 'The range is outside the file.',
  429: 'The key exceeded its requests per minute: wait the seconds in `Retry-After`.',
  431: 'The request headers are too large.',
  500: 'The service failed. Report the request id.',
  501: 'The build in service lacks the data for this lookup: `hint` states what to use instead.',
  503: 'No answer is available now: retry after `Retry-After` seconds.',
}

export interface ApiErrorDetails {
  /** The query or path parameter at fault. */
  param?: string
  /** What to send instead. */
  hint?: string
  headers?: Record<string, string>
}

/** An error of the contract, thrown by routes and sent as `errorBody`. */
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

/** Error 400 that names the parameter and what is allowed. */
export function invalidRequest(param: string, message: string, hint: string): ApiError {
  return new ApiError(400, message, { param, hint })
}

/** Seconds after which a caller may find a pinned build: a new pin is noticed within one second. */
const RETRY_AFTER_S = 5

/**
 * Error 503 with `Retry-After` in whole seconds; by default the time after which a build may be
 * pinned.
 */
export function notAvailable(
  message: string,
  hint: string,
  { param, retryAfter_ms }: { param?: string; retryAfter_ms?: number | null } = {},
): ApiError {
  const seconds = Math.max(1, Math.ceil((retryAfter_ms ?? RETRY_AFTER_S * 1000) / 1000))
  return new ApiError(503, message, { param, hint, headers: { 'retry-after': `${seconds}` } })
}

/** The JSON body of an error. */
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
