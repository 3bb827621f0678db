/** Why a request has no answer. `status` is 0 where nobody answered: offline, or the service is down. */
export class ApiProblem extends Error {
  readonly status: number
  /** Of the contract's error object, and what would be right. */
  readonly code: string | undefined
  readonly hint: string | undefined
  readonly param: string | undefined
  /** Whole seconds, where the service told them. */
  readonly retryAfter_s: number | undefined
  readonly requestId: string | undefined

  constructor(status: number, message: string, more: Partial<ProblemParts> = {}) {
    super(message)
    this.status = status
    this.code = more.code
    this.hint = more.hint
    this.param = more.param
    this.retryAfter_s = more.retryAfter_s
    this.requestId = more.requestId
  }
}

interface ProblemParts {
  code: string
  hint: string
  param: string
  retryAfter_s: number
  requestId: string
}

export const OFFLINE = new ApiProblem(0, 'The service cannot be reached.', {
  hint: 'Check the connection, then ask again. What is shown already stays.',
})

/** Reads the error object of an answer; one that is none (a proxy's page) is told by its status. */
export function problemOf(
  status: number,
  body: unknown,
  retryAfter: string | null,
  requestId: string | null,
): ApiProblem {
  const said = (body as { error?: Record<string, unknown> } | null)?.error
  const text = (name: string) => (typeof said?.[name] === 'string' ? `${said[name]}` : undefined)
  return new ApiProblem(status, text('message') ?? `The service answered with status ${status}.`, {
    code: text('code'),
    hint: text('hint'),
    param: text('param'),
    retryAfter_s: secondsOf(retryAfter),
    requestId: text('request_id') ?? requestId ?? undefined,
  })
}

/** `Retry-After` in seconds; a date, which the contract does not send, is none. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header.trim())
    ? Math.max(1, Number(header))
    : undefined
}
