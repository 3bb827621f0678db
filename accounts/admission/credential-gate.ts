import type { Admission, Credential, DemoStart, Meter, Refusal, Scope } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { hashOf, prefixOf } from '../keys/key-format.ts'
import { addressId } from '../limits/address-id.ts'
import type { Limit, Limits, Taken } from '../limits/limits.ts'
import { MemoryLimits } from '../limits/memory-limits.ts'
import {
  DEMO_LIMIT,
  DEMO_TILE_LIMIT,
  GUESS_LIMIT,
  KEY_LIMIT,
  SESSION_LIMIT,
  TILE_LIMIT,
} from './admission-limits.ts'
import { CachedRows } from './cached-rows.ts'
import { isDemoCookie, makeDemoCookie } from './demo-cookie.ts'
import { type CredentialRecord, findKeysByHash } from './key-records.ts'
import { LastUses } from './last-uses.ts'
import { readSessionCookie } from './session-cookie.ts'
import { findSessionsByToken } from './session-records.ts'

/** By kind of credential: its limit, and whether its owner sees when it was last used. */
type Metered = Record<Meter, Limit>
const RULES: Record<Credential['kind'], { limits: Metered; showsLastUse: boolean }> = {
  key: { limits: { requests: KEY_LIMIT, tiles: TILE_LIMIT }, showsLastUse: true },
  session: { limits: { requests: SESSION_LIMIT, tiles: TILE_LIMIT }, showsLastUse: false },
}
const DEMO_LIMITS: Metered = { requests: DEMO_LIMIT, tiles: DEMO_TILE_LIMIT }

export interface CredentialGateOptions {
  database: Pick<Database, 'query'>
  limits: Limits
  /** Secret that signs sessions. */
  secret: string
  /** Ms since 1970. */
  now?: () => number
}

type SessionCredential = Extract<Credential, { kind: 'session' }>
/** The record of a credential, or the refusal that needs none. */
type Lookup = { record: CredentialRecord } | { answer: Admission }

/** Checks keys and sessions, and counts their requests. */
export class CredentialGate {
  private readonly limits: Limits
  private readonly secret: string
  private readonly now: () => number
  private readonly keys: CachedRows<CredentialRecord>
  private readonly sessions: CachedRows<CredentialRecord>
  private readonly uses: LastUses
  /** Guesses by address, in this process: counting them in the database would load it. */
  private readonly guesses = new MemoryLimits()

  constructor({ database, limits, secret, now = Date.now }: CredentialGateOptions) {
    this.limits = limits
    this.secret = secret
    this.now = now
    this.keys = new CachedRows((hashes) => findKeysByHash(database, hashes))
    this.sessions = new CachedRows((tokens) => findSessionsByToken(database, tokens))
    this.uses = new LastUses(database, now)
  }

  /** See `Accounts.admit`. Throws `AccountsGone` when the database does not answer. */
  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
    meter: Meter = 'requests',
  ): Promise<Admission> {
    if (credential === null) return refused('missing')
    const found = await this.lookUp(credential, address)
    const admission =
      'answer' in found ? found.answer : await this.admitKnown(found.record, scope, cost, meter)
    // A session that has ended must not end the demo of the same browser.
    const mayVisit = credential.kind === 'session' && credential.allows_demo === true
    if (admission.kind !== 'refused' || !mayVisit || !this.isVisit(credential)) return admission
    return await this.visit(address, cost, meter)
  }

  /** See `Accounts.startDemo`. Throws `AccountsGone` when the limits do not answer. */
  async startDemo(address: string, isSecure: boolean): Promise<DemoStart> {
    const admission = await this.visit(address, 1, 'requests')
    if (admission.kind === 'limited') return admission
    const set_cookie = makeDemoCookie(this.secret, this.now(), isSecure)
    return { kind: 'started', set_cookie, allowance: admission.allowance }
  }

  /** Expires the cached keys and sessions, because accounts have changed. */
  forget(): void {
    this.keys.forget()
    this.sessions.forget()
  }

  /** Writes the last uses of keys that are due, which otherwise happens every few seconds. */
  async writeLastUses(): Promise<void> {
    await this.uses.flush()
  }

  /** Writes the remaining last uses. */
  async close(): Promise<void> {
    await this.uses.close()
  }

  private async admitKnown(
    record: CredentialRecord,
    scope: Scope,
    cost: number,
    meter: Meter,
  ): Promise<Admission> {
    const { caller, isRevoked, expires_at } = record
    if (isRevoked) return refused('revoked')
    if (expires_at !== null && expires_at <= this.now()) return refused('expired')
    if (!caller.scopes.includes(scope)) return { kind: 'forbidden', caller }
    const { limits, showsLastUse } = RULES[caller.kind]
    const id = `${caller.kind}:${caller.credential_id}`
    const { granted, ...allowance } = await this.take(id, limits, meter, cost)
    if (!granted) return { kind: 'limited', allowance }
    if (showsLastUse) this.uses.note(caller.credential_id)
    return { kind: 'admitted', caller, allowance }
  }

  /** Takes from the limit of a meter: tiles have windows of their own. */
  private async take(id: string, limits: Metered, meter: Meter, cost: number): Promise<Taken> {
    return await this.limits.take(meter === 'tiles' ? `tiles/${id}` : id, limits[meter], cost)
  }

  private isVisit({ cookie, is_secure }: SessionCredential): boolean {
    return isDemoCookie(cookie, this.secret, this.now(), is_secure)
  }

  /** Counts a request of a demo visit by its address: anybody gets any number of cookies. */
  private async visit(
    address: string,
    cost: number,
    meter: Meter,
  ): Promise<Extract<Admission, { kind: 'visiting' | 'limited' }>> {
    const visitor = `demo:${addressId(address)}`
    const { granted, ...allowance } = await this.take(visitor, DEMO_LIMITS, meter, cost)
    return granted ? { kind: 'visiting', visitor, allowance } : { kind: 'limited', allowance }
  }

  private async lookUp(credential: Credential, address: string): Promise<Lookup> {
    switch (credential.kind) {
      case 'key':
        return await this.lookUpKey(credential.key, address)
      case 'session':
        return await this.lookUpSession(credential)
    }
  }

  private async lookUpKey(key: string, address: string): Promise<Lookup> {
    // Mistyped or made up: no query is needed.
    if (prefixOf(key) === null) return { answer: refused('unknown') }
    const hash = hashOf(key)
    const cached = this.keys.cached(hash)
    if (cached) return { record: cached }
    const guess = this.guesses.takeNow(addressId(address), GUESS_LIMIT)
    // Known keys go on working behind the address of a guesser.
    if (!guess.granted && !this.keys.hasFound(hash)) {
      const { granted: _, ...allowance } = guess
      return { answer: { kind: 'limited', allowance } }
    }
    const record =
      cached === undefined ? await this.findKey(hash, guess.granted ? address : null) : null
    return record ? { record } : { answer: refused('unknown') }
  }

  /**
   * Queries a key. One that exists, or that could not be queried, is no longer counted as a guess.
   */
  private async findKey(hash: string, counted: string | null): Promise<CredentialRecord | null> {
    let isGuess = false
    try {
      const record = await this.keys.find(hash)
      isGuess = record === null
      return record
    } finally {
      if (!isGuess && counted !== null) this.guesses.giveBack(addressId(counted), 1)
    }
  }

  private async lookUpSession(credential: SessionCredential): Promise<Lookup> {
    const read = readSessionCookie(credential.cookie, this.secret, credential.is_secure)
    if (typeof read === 'string') return { answer: refused(read) }
    const cached = this.sessions.cached(read.token)
    const record = cached === undefined ? await this.sessions.find(read.token) : cached
    return record ? { record } : { answer: refused('unknown') }
  }
}

function refused(why: Refusal): Admission {
  return { kind: 'refused', why }
}
