import type { FastifyRequest } from 'fastify'
import { type Accounts, AccountsGone, type Credential, type Refusal } from '../accounts/accounts.ts'
import { ApiError, invalidRequest, notAvailable } from './error-codes.ts'

/** What every route of the geodata service needs but the open ones. */
const SCOPE = 'read:public'
const HINT =
  'Send `Authorization: Bearer <key>` or `x-api-key: <key>`. Keys are made in the account dialog of the map page.'
/** Until the accounts may be there again. */
const RETRY_AFTER_MS = 2_000

const REFUSALS: Record<Refusal, string> = {
  missing: 'This needs an API key.',
  unknown: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key was revoked.',
}

/** Lets a request with a good credential pass. Throws `ApiError` 401, 403, 429 or 503 for others. */
export async function admit(accounts: Accounts, request: FastifyRequest): Promise<void> {
  const credential = credentialOf(request)
  const admission = await accounts.admit(credential, SCOPE, request.ip).catch((error) => {
    if (!(error instanceof AccountsGone)) throw error
    throw notAvailable(error.message, 'Ask again shortly.', { retryAfter_ms: RETRY_AFTER_MS })
  })
  if (admission.kind === 'refused') throw unauthorized(admission.why)
  if (admission.kind === 'forbidden')
    throw new ApiError(403, `The key lacks the scope ${SCOPE}.`, {
      hint: 'Make a map key, which begins with sk_map_.',
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${SCOPE}"` },
    })
  const { limit, retry_after_s } = admission.allowance
  if (admission.kind === 'limited')
    throw new ApiError(429, `More than ${limit} requests in a minute.`, {
      hint: `Ask again after ${retry_after_s} s.`,
      headers: { 'retry-after': `${retry_after_s}` },
    })
}

function unauthorized(why: Refusal): ApiError {
  const challenge = why === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
  const headers = { 'www-authenticate': challenge }
  return new ApiError(401, REFUSALS[why], { hint: HINT, headers })
}

/** The one credential of a request. Throws `ApiError` where it carries two that differ. */
export function credentialOf({ headers }: Pick<FastifyRequest, 'headers'>): Credential | null {
  const { authorization, cookie } = headers
  const own = headers['x-api-key']
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  const keys = [bearer, own].filter((key) => key !== undefined)
  if (keys.length > 1 && keys[0] !== keys[1])
    throw invalidRequest('x-api-key', 'Two different keys were sent.', 'Send one of them.')
  if (keys.length > 0) return { kind: 'key', key: `${keys[0]}` }
  // A page of another origin must not ask in the name of who is signed in here.
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (cookie !== undefined && ['same-origin', 'none'].includes(`${site}`))
    return { kind: 'session', cookie }
  return null
}

/** The token of `Bearer <token>`; another scheme is a key that nobody has. */
function bearerOf(authorization: string): string {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}
