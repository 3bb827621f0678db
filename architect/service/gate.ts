import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts, Refusal, Scope } from '../../accounts/accounts.ts'
import { addressId } from '../../accounts/limits/address-id.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { credentialOf } from '../../http/credential.ts'
import { clientAddressOf } from '../../http/reach.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import type { Viewer } from '../store/access.ts'
import { projectNotFound } from '../store/store-refusal.ts'

/** Requests without a credential that one client (IPv6: its /64) may send in any minute. */
export const OPEN_LIMIT = { requests: 300, window_ms: 60_000 }
const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']
const HINT = 'Send `Authorization: Bearer <key>` with a key that begins with sk_arch_.'
const REFUSALS: Record<Refusal, string> = {
  missing: 'This request needs an API key.',
  unknown: 'The API key is not valid.',
  expired: 'The API key has expired.',
  revoked: 'The API key was revoked.',
}

interface Needed {
  scope: Scope
  /** Whether a request without a credential is admitted too. */
  isOpen?: boolean
  /** Whether a credential without the scope is answered as if there was no project. */
  hidesScope?: boolean
  /** Public address of the service. */
  origin: string
}

/** Decides who sends a request, and how many they may send. */
export class SceneGate {
  private readonly accounts: Accounts
  private readonly open = new MemoryLimits()

  constructor(accounts: Accounts) {
    this.accounts = accounts
  }

  /**
   * The caller, with the headers of the rate limit set; null for nobody, where that is allowed.
   * Throws `ArchitectError` 401, 403 or 429, and `AccountsGone`.
   */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { scope, isOpen = false, hidesScope = false, origin }: Needed,
  ): Promise<Viewer> {
    const credential = credentialOf(request, origin)
    if (credential === null && isOpen) return this.admitNobody(request, reply)
    if (credential?.kind === 'session') requireOwnPage(request, origin)
    const address = clientAddressOf(request)
    const admission = await this.accounts.admit(credential, scope, address)
    switch (admission.kind) {
      case 'admitted':
        setLimit(reply, admission.allowance)
        return admission.caller
      case 'refused':
        // A session that has ended must not hide what everybody may see.
        if (isOpen && credential?.kind === 'session') return this.admitNobody(request, reply)
        throw new ArchitectError('invalid_api_key', `${REFUSALS[admission.why]} ${HINT}`, {
          headers: { 'www-authenticate': 'Bearer' },
        })
      case 'forbidden':
        if (hidesScope) throw projectNotFound()
        throw new ArchitectError(
          'insufficient_scope',
          `The key lacks the scope ${scope}. ${HINT} Its scopes are chosen when it is made.`,
          { fields: { scope } },
        )
      case 'limited':
        setLimit(reply, admission.allowance)
        throw limited(admission.allowance)
      case 'visiting':
        // Only where a credential allows it; no request of projects does.
        throw new Error('a demo visit was admitted to the projects')
      default:
        throw new Error(`the accounts answered ${JSON.stringify(admission satisfies never)}`)
    }
  }

  private async admitNobody(request: FastifyRequest, reply: FastifyReply): Promise<null> {
    const id = addressId(clientAddressOf(request))
    const { granted, ...allowance } = this.open.takeNow(id, OPEN_LIMIT)
    setLimit(reply, allowance)
    if (!granted) throw limited(allowance)
    return null
  }
}

/** A page of another origin must not change what the signed-in person owns. */
function requireOwnPage({ method, headers }: FastifyRequest, origin: string): void {
  if (!CHANGES.includes(method) || headers.origin === origin) return
  throw new ArchitectError('forbidden', 'Changes by a session need the Origin of the service.')
}

interface Remaining {
  limit: number
  remaining: number
  retry_after_s: number
}

function setLimit(reply: FastifyReply, { limit, remaining }: Remaining): void {
  reply.headers({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` })
}

function limited({ limit, retry_after_s }: Remaining): ArchitectError {
  const seconds = Math.max(1, Math.ceil(retry_after_s))
  return new ArchitectError(
    'rate_limit_exceeded',
    `More than ${limit} requests in a minute. Nothing ran; try again after ${seconds} s.`,
    { headers: { 'retry-after': `${seconds}` } },
  )
}
