/** A failed request. `status` is 0 without a response: offline, or the service is down. */
export class ApiProblem extends Error {
  readonly status: number
  /** The fields of the contract's error object. */
  readonly code: string | undefined
  readonly hint: string | undefined
  readonly param: string | undefined
  /** Whole seconds of `Retry-After`, if the service sent it. */
  readonly retryAfter_s: number | null
  readonly requestId: string | undefined

  constructor(status: number, message: string, more: Partial<ProblemParts> = {}) {
    super(message)
    this.status = status
    this.code = more.code
    this.hint = more.hint
    this.param = more.param
    this.retryAfter_s = more.retryAfter_s ?? null
    this.requestId = more.requestId
  }
}

interface ProblemParts {
  code: string
  hint: string
  param: string
  retryAfter_s: number | null
  requestId: string
}

export const OFFLINE = new ApiProblem(0, 'The service cannot be reached.', {
  hint: 'Check the connection, then try again.',
})

/**
 * Parses the error object of a response; for any other body (a proxy's page) the status is the
 * message.
 */
export function toApiProblem(
  status: number,
  body: unknown,
  retryAfter: string | null,
  requestId: string | null,
): ApiProblem {
  const fields = (body as { error?: Record<string, unknown> } | null)?.error
  const text = (name: string) =>
    typeof fields?.[name] === 'string' ? `${fields[name]}` : undefined
  return new ApiProblem(status, text('message') ?? `The service answered with status ${status}.`, {
    code: text('code'),
    hint: text('hint'),
    param: text('param'),
    retryAfter_s: secondsOf(retryAfter),
    requestId: text('request_id') ?? requestId ?? undefined,
  })
}

/** `Retry-After` in seconds; null for a date, which the contract does not use. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Math.max(1, Number(header)) : null
}
