// Types of the accounts as services use them: admission of requests, and account requests of pages.
import type { MessagePort } from 'node:worker_threads'

/** Permissions of a credential, as the contract and the Architect name them. */
export const SCOPES = [
  'read:public',
  'projects:edit',
  'projects:publish',
  'projects:download',
] as const
export type Scope = (typeof SCOPES)[number]

/** Credential of a request, as sent: secrets that must not appear in a log or an error. */
export type Credential =
  | { kind: 'key'; key: string }
  /**
   * The `Cookie` header of a request by the service's own pages; `is_secure` when clients use
   * https.
   */
  | {
      kind: 'session'
      cookie: string
      is_secure: boolean
      /** True where the service also admits the cookie of a demo visit, as `visiting`. */
      allows_demo?: boolean
    }

/** The caller of a request, as far as a service may know and log. */
export interface Caller {
  kind: Credential['kind']
  /** Id of the row of the key or session: not a secret. */
  credential_id: string
  account: { id: string; kind: AccountKind }
  workspace: { kind: 'personal' | 'organization'; id: string }
  scopes: Scope[]
  /** Plan that the workspace pays for; the Architect's effort levels depend on it. */
  plan: Plan
}

/** A person signs in; an agent and the operator's own account have keys only. */
export type AccountKind = 'person' | 'agent' | 'operator'
export type Plan = 'free' | 'pro'

/** The rate limit of a credential, and its remainder after this request. */
export interface Allowance {
  /** Requests in any 60 seconds. */
  limit: number
  remaining: number
  /** Whole seconds, at least 1, until the next request is possible when none remains; else 0. */
  retry_after_s: number
}

/** What a request is counted as: tiles of maps have a limit of their own. */
export type Meter = 'requests' | 'tiles'

/** Reason why a credential is refused; `unknown` covers wrong and deleted ones. */
export type Refusal = 'missing' | 'unknown' | 'expired' | 'revoked'

export type Admission =
  | { kind: 'admitted'; caller: Caller; allowance: Allowance }
  /** A demo visit: nobody is signed in, and the service must show its sample alone. */
  | { kind: 'visiting'; visitor: string; allowance: Allowance }
  /** 401. */
  | { kind: 'refused'; why: Refusal }
  /** 403: a valid credential without the scope. */
  | { kind: 'forbidden'; caller: Caller }
  /** 429. */
  | { kind: 'limited'; allowance: Allowance }

/** A new demo visit: the value of `Set-Cookie`, or the limit of the address that is used up. */
export type DemoStart =
  | { kind: 'started'; set_cookie: string; allowance: Allowance }
  | { kind: 'limited'; allowance: Allowance }

/** A request to `/api/auth/` or `/api/account`, without its socket. */
export interface AccountRequest {
  method: string
  /** Path and query, from `/api/` on. */
  url: string
  /** Lower-case names. Hop-by-hop and forwarding headers are left out. */
  headers: Record<string, string>
  body: string | null
  /** Address of the client, from the socket or from a trusted proxy. */
  address: string
  /** Public origin of the service: scheme, host and port. */
  origin: string
  request_id: string
}

export interface AccountAnswer {
  status: number
  /** `set-cookie` may come several times. */
  headers: [name: string, value: string][]
  body: string
}

/** The accounts as a service calls them, from any thread. */
export interface Accounts {
  /**
   * Checks a credential for a scope and counts the request against its limit, as `cost` requests
   * (1 by default) of its meter (`requests` by default). `address` is the client's. Throws
   * `AccountsGone` when the accounts do not answer.
   */
  admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost?: number,
    meter?: Meter,
  ): Promise<Admission>
  /**
   * Starts a demo visit from the address of a client, which counts against the limit of that
   * address. Throws `AccountsGone`.
   */
  startDemo(address: string, isSecure: boolean): Promise<DemoStart>
  /** Answers an account request, errors included. Throws `AccountsGone`. */
  answer(request: AccountRequest): Promise<AccountAnswer>
  /** The reason why no answer is possible now, as a sentence, or null; read from memory. */
  problem(): string | null
}

/** Gives a thread its own connection to the accounts, see `AccountsPort`. */
export interface AccountsConnector {
  connect(): MessagePort
}

/** 503: the database or the thread of the accounts does not answer. */
export class AccountsGone extends Error {
  override readonly name = 'AccountsGone'
}
