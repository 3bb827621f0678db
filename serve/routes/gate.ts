import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Accounts,
  AccountsGone,
  type Allowance,
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

/** Whom an admitted request belongs to, for a fair share of the event loop. */
export interface Admitted {
  owner: string
  key: string
  /** True for a demo visit, which may see the sample alone. */
  isDemo: boolean
}

/** What a request counts as, and whether a demo visit may send it. */
interface AdmissionTerms {
  origin: string | null
  cost: number
  meter: Meter
  allows_demo: boolean
}

/** Demo visits share what so many workspaces get: one that waits rarely keeps strangers waiting. */
const DEMO_OWNERS = 16

function demoOwner(visitor: string): string {
  return `demo/${createHash('sha256').update(visitor).digest()[0] % DEMO_OWNERS}`
}

/**
 * Admits a request with a valid credential or, where `allows_demo`, one of a demo visit; sets the
 * headers of its rate limit. Throws `ApiError` 401, 403, 429 or 503 for others. `origin` is where
 * the client reaches the service, `cost` the number of requests of its meter that this one counts
 * as.
 */
export async function admit(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, cost, meter, allows_demo }: AdmissionTerms,
): Promise<Admitted> {
  const sent = credentialOf(request, origin)
  const credential = sent?.kind === 'session' ? { ...sent, allows_demo } : sent
  const admission = await accounts
    .admit(credential, SCOPE, clientAddressOf(request), cost, meter)
    .catch((error) => {
      if (!(error instanceof AccountsGone)) throw error
      throw accountsGone(error)
    })
  switch (admission.kind) {
    case 'admitted': {
      setLimitHeaders(reply, admission.allowance)
      const { workspace, credential_id: key } = admission.caller
      return { owner: workspace.id, key, isDemo: false }
    }
    case 'visiting':
      setLimitHeaders(reply, admission.allowance)
      return { owner: demoOwner(admission.visitor), key: admission.visitor, isDemo: true }
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

/** Sets the headers of the rate limit. */
export function setLimitHeaders(reply: FastifyReply, { limit, remaining }: Allowance): void {
  reply.headers({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` })
}

/** Error 429 of a request that counts as `cost` requests. */
export function limited(
  { limit, retry_after_s }: Allowance,
  cost: number,
  meter: Meter = 'requests',
): ApiError {
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
