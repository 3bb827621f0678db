// What the services ask of this room: who may, and the pages' account requests. The types only.
import type { MessagePort } from 'node:worker_threads'

/** What a credential allows, in the words of the contract and of the Architect. */
export const SCOPES = [
  'read:public',
  'projects:edit',
  'projects:publish',
  'projects:download',
] as const
export type Scope = (typeof SCOPES)[number]

/** How a request says who asks. Texts as sent: they are secrets, and go into no log and no error. */
export type Credential =
  | { kind: 'key'; key: string }
  /** The `Cookie` header of a request by a page of ours, and whether clients reach us by https. */
  | { kind: 'session'; cookie: string; is_secure: boolean }

/** Who asks, as far as a service may know and log. */
export interface Caller {
  kind: Credential['kind']
  /** Of the key's or the session's row: no secret. */
  credential_id: string
  account: { id: string; kind: AccountKind }
  workspace: { kind: 'personal' | 'organization'; id: string }
  scopes: Scope[]
  /** What the workspace pays for; the Architect's efforts hang on it. */
  plan: Plan
}

/** A person signs in; an agent and the operator's own account have keys only. */
export type AccountKind = 'person' | 'agent' | 'operator'
export type Plan = 'free' | 'pro'

/** How much of the limit of a credential is left after this request. */
export interface Allowance {
  /** Requests in any 60 seconds. */
  limit: number
  remaining: number
  /** Whole seconds, at least 1, until a request is free again where none remains; else 0. */
  retry_after_s: number
}

/** Why a credential is none. Callers hear one sentence each; `unknown` covers wrong and deleted ones. */
export type Refusal = 'missing' | 'unknown' | 'expired' | 'revoked'

export type Admission =
  | { kind: 'admitted'; caller: Caller; allowance: Allowance }
  /** 401. */
  | { kind: 'refused'; why: Refusal }
  /** 403: a good credential without the scope. */
  | { kind: 'forbidden'; caller: Caller }
  /** 429. */
  | { kind: 'limited'; allowance: Allowance }

/** A request to `/api/auth/` or `/api/account/`, taken from its socket. */
export interface AccountRequest {
  method: string
  /** Path and query, from `/api/` on. */
  url: string
  /** Lower-case names. Hop-by-hop and forwarding headers are left out. */
  headers: Record<string, string>
  body: string | null
  /** The address of the client, told by the socket or by a proxy that is trusted. */
  address: string
  /** Where clients reach the service: scheme, host and port. */
  origin: string
  request_id: string
}

export interface AccountAnswer {
  status: number
  /** `set-cookie` may come several times. */
  headers: [name: string, value: string][]
  body: string
}

/** The accounts as a service asks them, whatever thread they live on. */
export interface Accounts {
  /**
   * Checks a credential for a scope and counts the request against its limit, as `cost` requests
   * (1 by default). `address` is the client's. Throws `AccountsGone` where nobody can tell now.
   */
  admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost?: number,
  ): Promise<Admission>
  /** Answers an account request, errors included. Throws `AccountsGone`. */
  answer(request: AccountRequest): Promise<AccountAnswer>
  /** Which part cannot answer now, in a sentence, or null. At once, from memory: nothing is requested. */
  problem(): string | null
}

/** How a thread comes to ask them: through a port of its own, see `AccountsPort`. */
export interface AccountsDoor {
  connect(): MessagePort
}

/** The accounts cannot be asked now: their database or thread does not answer. 503. */
export class AccountsGone extends Error {
  override readonly name = 'AccountsGone'
}
