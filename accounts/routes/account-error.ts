import type { AccountAnswer } from '../accounts.ts'
import { brokenConstraintOf } from '../database/database-failure.ts'

/** The unique constraint of an organization's short name, as `database/schema.ts` names it. */
const SLUG_CONSTRAINT = 'organization_slug_key'

/** Statuses of failed account requests, with their codes in the contract's error object. */
const CODES = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'invalid_request',
  409: 'invalid_request',
  413: 'invalid_request',
  415: 'invalid_request',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'not_available',
} as const
export type AccountErrorStatus = keyof typeof CODES

/** A failed account request, with a message for the caller. */
export class AccountError extends Error {
  readonly status: AccountErrorStatus
  readonly param?: string
  readonly hint?: string
  readonly headers: Record<string, string>

  constructor(
    status: AccountErrorStatus,
    message: string,
    details: { param?: string; hint?: string; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.param = details.param
    this.hint = details.hint
    this.headers = details.headers ?? {}
  }
}

/** 400 that names the wrong field and the allowed values. */
export function wrongField(param: string, message: string, hint: string): AccountError {
  return new AccountError(400, message, { param, hint })
}

/**
 * The error of a request that a constraint of the database refused because of a concurrent change:
 * a short name that was taken just now (400), or a row that was added or deleted (409). Null for
 * other errors.
 */
export function conflictOf(error: unknown): AccountError | null {
  const constraint = brokenConstraintOf(error)
  if (constraint === null) return null
  if (constraint === SLUG_CONSTRAINT)
    return wrongField('slug', 'Another organization has this short name.', 'Choose another one.')
  return new AccountError(409, 'Somebody else changed this at the same moment.', {
    hint: 'Load it again, then repeat the remaining changes.',
  })
}

export function notSignedIn(): AccountError {
  return new AccountError(401, 'Nobody is signed in.', { hint: 'Sign in, then try again.' })
}

/** The wire form: `{error: {code, message, param?, hint?, request_id}}`. */
export function errorAnswer(error: AccountError, requestId: string): AccountAnswer {
  const { status, message, param, hint } = error
  const body = { code: CODES[status], message, param, hint, request_id: requestId }
  const headers = Object.entries({ 'content-type': 'application/json', ...error.headers })
  return { status, headers, body: JSON.stringify({ error: body }) }
}
