import {
  type AccountAnswer,
  type AccountRequest,
  type Accounts,
  AccountsGone,
  type Admission,
  type Caller,
  type Credential,
  type DemoStart,
  type Meter,
  type Scope,
} from '../../accounts/accounts.ts'

/** Keys by their state. Any other key is unknown. */
export const KEYS = {
  good: 'sk_map_good',
  expired: 'sk_map_expired',
  revoked: 'sk_map_revoked',
  /** Good, without `read:public`. */
  forbidden: 'sk_arch_forbidden',
  limited: 'sk_map_limited',
  /** Its state cannot be checked now. */
  gone: 'sk_map_gone',
} as const
/** The cookie of a signed-in person. */
export const SIGNED_IN = 'plat.session_token=signed-in'
/** The cookie of a demo visit. */
export const VISITING = 'plat.demo=visiting'

export const LIMIT = 300
/** Wait of a limited key in seconds: not a whole number, so that the answer must round it up. */
export const WAIT_S = 6.2

/** Accounts that follow a script and record the requests. */
export class ScriptedAccounts implements Accounts {
  readonly admissions: {
    credential: Credential | null
    scope: Scope
    address: string
    cost: number
    meter: Meter
  }[] = []
  readonly requests: AccountRequest[] = []
  /** The response to every account request. */
  answers: AccountAnswer = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: '{"object":"account","user":null,"organizations":[]}',
  }
  private used = 0

  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
    meter: Meter = 'requests',
  ): Promise<Admission> {
    this.admissions.push({ credential, scope, address, cost, meter })
    if (!credential) return { kind: 'refused', why: 'missing' }
    const isSession = credential.kind === 'session'
    const caller = callerOf(credential)
    const allowance = { limit: LIMIT, remaining: LIMIT - (++this.used % LIMIT), retry_after_s: 0 }
    if (isSession && credential.cookie === SIGNED_IN) return { kind: 'admitted', caller, allowance }
    const isVisit = isSession && credential.allows_demo === true && credential.cookie === VISITING
    if (isVisit) return { kind: 'visiting', visitor: `demo:${address}`, allowance }
    if (isSession) return { kind: 'refused', why: 'missing' }
    switch (credential.key) {
      case KEYS.good:
        return { kind: 'admitted', caller, allowance }
      case KEYS.expired:
        return { kind: 'refused', why: 'expired' }
      case KEYS.revoked:
        return { kind: 'refused', why: 'revoked' }
      case KEYS.forbidden:
        return { kind: 'forbidden', caller }
      case KEYS.limited:
        return {
          kind: 'limited',
          allowance: { limit: LIMIT, remaining: 0, retry_after_s: WAIT_S },
        }
      case KEYS.gone:
        throw new AccountsGone('The accounts did not answer in time.')
      default:
        return { kind: 'refused', why: 'unknown' }
    }
  }

  async startDemo(address: string): Promise<DemoStart> {
    this.visits.push(address)
    const allowance = { limit: LIMIT, remaining: LIMIT - 1, retry_after_s: 0 }
    if (this.isDemoLimited)
      return { kind: 'limited', allowance: { ...allowance, remaining: 0, retry_after_s: WAIT_S } }
    return { kind: 'started', set_cookie: `${VISITING}; Path=/api/v1`, allowance }
  }

  /** Addresses that started a demo visit. */
  readonly visits: string[] = []
  /** True while the address of every demo visit has used up its limit. */
  isDemoLimited = false
  /** The problem that health must report. */
  trouble: string | null = null
  problem(): string | null {
    return this.trouble
  }

  async answer(request: AccountRequest): Promise<AccountAnswer> {
    this.requests.push(request)
    if (request.url === '/api/account/gone')
      throw new AccountsGone('The accounts did not answer in time.')
    return this.answers
  }
}

function callerOf({ kind }: Credential): Caller {
  return {
    kind,
    credential_id: 'scripted',
    account: { id: 'scripted', kind: 'person' },
    workspace: { kind: 'personal', id: 'scripted' },
    scopes: ['read:public'],
    plan: 'free',
  }
}
