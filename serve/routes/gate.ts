import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Accounts,
  AccountsGone,
  type Allowance,
  type Caller,
  type Meter,
  type Refusal,
} from '../../accounts/accounts.ts'
import { credentialOf } from '../../http/credential.ts'
import { ApiError } from '../../http/error-codes.ts'
import { clientAddressOf } from '../../http/reach.ts'
import { accountsGone } from './account-routes.ts'

/** The scope that all routes except the open ones require. */
const SCOPE = 'read:public'
const HINT =
  'Send `Authorization: Bearer <key>` or `x-api-key: <key>`. Create a key in the account dialog of the map page.'

const REFUSALS: Record<Refusal, string> = {
  missing: 'This request needs an API key.',
  unknown: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key was revoked.',
}

/**
 * Admits a request with a valid credential, sets the headers of its rate limit, and returns the
 * caller. Throws `ApiError` 401, 403, 429 or 503 for others. `origin` is where the client reaches
 * the service, `cost` the number of requests of its meter that this one counts as.
 */
export async function admit(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string | null,
  cost: number,
  meter: Meter,
): Promise<Caller> {
  const credential = credentialOf(request, origin)
  const admission = await accounts
    .admit(credential, SCOPE, clientAddressOf(request), cost, meter)
    .catch((error) => {
      if (!(error instanceof AccountsGone)) throw error
      throw accountsGone(error)
    })
  switch (admission.kind) {
    case 'admitted':
      setLimitHeaders(reply, admission.allowance)
      return admission.caller
    case 'refused':
      throw unauthorized(admission.why)
    case 'forbidden':
      throw new ApiError(403, `The key lacks the scope ${SCOPE}.`, {
        hint: 'Create a map key, which begins with sk_map_.',
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${SCOPE}"` },
      })
    case 'limited':
      setLimitHeaders(reply, admission.allowance)
      throw limited(admission.allowance, cost, meter)
    default:
      throw new Error(`the accounts answered ${JSON.stringify(admission satisfies never)}`)
  }
}

function setLimitHeaders(reply: FastifyReply, { limit, remaining }: Allowance): void {
  reply.headers({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` })
}

function limited({ limit, retry_after_s }: Allowance, cost: number, meter: Meter): ApiError {
  const seconds = Math.max(1, Math.ceil(retry_after_s))
  return new ApiError(429, `More than ${limit} ${meter} in a minute.`, {
    hint: `${cost > 1 ? `This one counts as ${cost}. ` : ''}Try again after ${seconds} s.`,
    headers: { 'retry-after': `${seconds}` },
  })
}

function unauthorized(why: Refusal): ApiError {
  const challenge = why === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
  const headers = { 'www-authenticate': challenge }
  return new ApiError(401, REFUSALS[why], { hint: HINT, headers })
}
