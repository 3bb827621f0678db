import type { Admission, Credential, Refusal, Scope } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { hashOf, prefixOf } from '../keys/key-format.ts'
import { addressId } from '../limits/address-id.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { MemoryLimits } from '../limits/memory-limits.ts'
import { CachedRows } from './cached-rows.ts'
import { type CredentialRecord, findKeysByHash } from './key-records.ts'
import { LastUses } from './last-uses.ts'
import { readSessionCookie } from './session-cookie.ts'
import { findSessionsByToken } from './session-records.ts'

/** Requests in any minute. */
export const KEY_LIMIT: Limit = { requests: 300, window_ms: 60_000 }
export const SESSION_LIMIT: Limit = { requests: 3_000, window_ms: 60_000 }
/**
 * Keys of an address that nobody has, in any minute. Past it the address may use the keys that are
 * known here and guess no more, so that guessing cannot load the database.
 */
export const GUESS_LIMIT: Limit = { requests: 300, window_ms: 60_000 }

export interface CredentialGateOptions {
  database: Pick<Database, 'query'>
  limits: Limits
  /** What signs sessions. */
  secret: string
  /** Ms since 1970. */
  now?: () => number
}

type SessionCredential = Extract<Credential, { kind: 'session' }>
type Looked = { facts: CredentialRecord } | { answer: Admission }

/** Who may ask: checks keys and sessions, and counts what they ask. */
export class CredentialGate {
  private readonly limits: Limits
  private readonly secret: string
  private readonly now: () => number
  private readonly keys: CachedRows<CredentialRecord>
  private readonly sessions: CachedRows<CredentialRecord>
  private readonly uses: LastUses
  /** Of this process: to count guesses in the database would load it. */
  private readonly guesses = new MemoryLimits()

  constructor({ database, limits, secret, now = Date.now }: CredentialGateOptions) {
    this.limits = limits
    this.secret = secret
    this.now = now
    this.keys = new CachedRows((hashes) => findKeysByHash(database, hashes))
    this.sessions = new CachedRows((tokens) => findSessionsByToken(database, tokens))
    this.uses = new LastUses(database, now)
  }

  /** As `Accounts.admit`. Throws `AccountsGone` where the database does not answer. */
  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
  ): Promise<Admission> {
    if (credential === null) return refused('missing')
    const looked =
      credential.kind === 'key'
        ? await this.keyFacts(credential.key, address)
        : await this.sessionFacts(credential)
    return 'answer' in looked ? looked.answer : await this.admitKnown(looked.facts, scope, cost)
  }

  /** What is kept of keys and sessions may be wrong now: it is asked for anew. */
  forget(): void {
    this.keys.forget()
    this.sessions.forget()
  }

  /** Writes when keys were last used, where it is due. It does so by itself every few seconds. */
  async writeLastUses(): Promise<void> {
    await this.uses.flush()
  }

  /** Writes the last uses that are not yet written. */
  async close(): Promise<void> {
    await this.uses.close()
  }

  private async admitKnown(
    facts: CredentialRecord,
    scope: Scope,
    cost: number,
  ): Promise<Admission> {
    const { caller, isRevoked, expires_at } = facts
    if (isRevoked) return refused('revoked')
    if (expires_at !== null && expires_at <= this.now()) return refused('expired')
    if (!caller.scopes.includes(scope)) return { kind: 'forbidden', caller }
    const limit = caller.kind === 'key' ? KEY_LIMIT : SESSION_LIMIT
    const id = `${caller.kind}:${caller.credential_id}`
    const { granted, ...allowance } = await this.limits.take(id, limit, cost)
    if (!granted) return { kind: 'limited', allowance }
    if (caller.kind === 'key') this.uses.note(caller.credential_id)
    return { kind: 'admitted', caller, allowance }
  }

  private async keyFacts(key: string, address: string): Promise<Looked> {
    // Mistyped and made up: nobody is asked.
    if (prefixOf(key) === null) return { answer: refused('unknown') }
    const hash = hashOf(key)
    const kept = this.keys.kept(hash)
    if (kept) return { facts: kept }
    const guess = this.guesses.takeNow(addressId(address), GUESS_LIMIT)
    // Who asks from behind one address with a guesser need not stop with it.
    if (!guess.granted && !this.keys.hasFound(hash)) {
      const { granted: _, ...allowance } = guess
      return { answer: { kind: 'limited', allowance } }
    }
    const facts =
      kept === undefined ? await this.foundKey(hash, guess.granted ? address : null) : null
    return facts ? { facts } : { answer: refused('unknown') }
  }

  /** What turns out to be somebody's key was no guess, nor is one that nobody could look up. */
  private async foundKey(hash: string, counted: string | null): Promise<CredentialRecord | null> {
    let isGuess = false
    try {
      const facts = await this.keys.find(hash)
      isGuess = facts === null
      return facts
    } finally {
      if (!isGuess && counted !== null) this.guesses.giveBack(addressId(counted), 1)
    }
  }

  private async sessionFacts(credential: SessionCredential): Promise<Looked> {
    const read = readSessionCookie(credential.cookie, this.secret, credential.is_secure)
    if (typeof read === 'string') return { answer: refused(read) }
    const kept = this.sessions.kept(read.token)
    const facts = kept === undefined ? await this.sessions.find(read.token) : kept
    return facts ? { facts } : { answer: refused('unknown') }
  }
}

function refused(why: Refusal): Admission {
  return { kind: 'refused', why }
}
