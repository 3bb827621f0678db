import { and, count, desc, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../accounts.ts'
import type { Database, Tables } from '../database/database.ts'
import { apikey, member, organization, user } from '../database/schema.ts'
import { WriteTransactions } from '../database/write-transactions.ts'
import { isManager } from '../people/organization-roles.ts'
import { randomText } from '../random-text.ts'
import { hashOf, makeKey, startOf } from './key-format.ts'
import {
  DEAD_KEYS_MAX,
  EXPIRES_IN_DAYS_MAX,
  KEY_KINDS,
  type KeyConfig,
  type KeyKind,
  LIVE_KEYS_MAX,
  NAME_MAX,
  PLAIN_TEXT,
  permissionsOf,
} from './key-kinds.ts'
import { KeyRefusal } from './key-refusal.ts'
import { type KeyOwner, type KeyRow, OPERATOR, ownedBy, readKeys } from './key-rows.ts'

/** Keys in one list: twice what eight organizations may have. */
const LISTED_MAX = 5_000
const DAY_MS = 86_400_000
/** Longest wait of a new key for its transaction; nobody waits longer for an answer. */
const CREATE_WAIT_MS = 10_000

/** Owner of a new key. `by` is the manager of an organization who requests it. */
export type NewKeyOwner =
  | { user: string }
  | { organization: string; by: string }
  | { operator: true }

export interface NewKey {
  kind: KeyKind
  /** 1 to 80 characters. */
  name: string
  owner: NewKeyOwner
  /** All default scopes of the kind by default. */
  scopes?: Scope[]
  /** 1 to 366; without it the key works until it is revoked. */
  expires_in_days?: number | null
}

/** Makes, lists and revokes API keys, for the account dialog and for operators. */
export class KeyService {
  private readonly tables: Tables
  private readonly onChange: () => void
  private readonly writes: WriteTransactions

  /** `onChange` is called after a key was revoked. */
  constructor(
    { tables }: Database,
    onChange: () => void = () => {},
    writes = new WriteTransactions(tables),
  ) {
    this.tables = tables
    this.onChange = onChange
    this.writes = writes
  }

  /** Makes a key and returns it, which happens only once, with its row. Throws `KeyRefusal`. */
  async create(wanted: NewKey, now = new Date()): Promise<{ key: string; row: KeyRow }> {
    const { kind, owner, expires_in_days = null } = wanted
    const { prefix } = KEY_KINDS[kind]
    const name = requireName(wanted.name)
    const scopes = requireScopes(kind, wanted.scopes)
    const expiresAt = requireExpiry(expires_in_days, now)
    const configId = configOf(kind, owner)
    const key = makeKey(prefix)
    const id = `key_${randomText(20)}`
    const claimants = ['organization' in owner ? owner.organization : JSON.stringify(owner)]
    const claim = { deadline_ms: performance.now() + CREATE_WAIT_MS, claimants }
    const [row] = await this.writes.run(claim, async (tx) => {
      // One at a time for each owner: otherwise the count of keys below could be out of date.
      const referenceId = await lockOwner(tx, owner)
      await makeRoom(tx, ownedBy(owner), now)
      await tx.insert(apikey).values({
        id,
        configId,
        name,
        start: startOf(key, prefix),
        prefix,
        key: hashOf(key),
        referenceId,
        enabled: true,
        expiresAt,
        permissions: permissionsOf(scopes),
        metadata: 'by' in owner ? JSON.stringify({ made_by: owner.by }) : null,
        createdAt: now,
        updatedAt: now,
      })
      return readKeys(tx, eq(apikey.id, id), 1, now)
    })
    return { key, row }
  }

  /**
   * Lists keys, newest first. A user sees their own keys and those of organizations they manage.
   */
  async list(owner: KeyOwner | 'all', now = new Date()): Promise<KeyRow[]> {
    const where = owner === 'all' ? undefined : await this.visibleTo(owner)
    return readKeys(this.tables, where, LISTED_MAX, now)
  }

  /**
   * Revokes a key permanently; revoking it again changes nothing. The row stays in lists. `by` is
   * the owner that the key must have, or `any` for the operator. Throws `KeyRefusal`.
   */
  async revoke(id: string, by: KeyOwner | 'any', now = new Date()): Promise<KeyRow> {
    const own = by === 'any' ? undefined : await this.visibleTo(by)
    const done = await this.tables
      .update(apikey)
      .set({ enabled: false, updatedAt: now })
      .where(and(eq(apikey.id, id), own))
      .returning({ id: apikey.id })
    if (done.length === 0) throw await this.refusalOf(id, by)
    this.onChange()
    const [row] = await readKeys(this.tables, eq(apikey.id, id), 1, now)
    return row
  }

  private async visibleTo(owner: KeyOwner): Promise<SQL> {
    if (!('user' in owner)) return ownedBy(owner)
    const managed = this.tables
      .select({ id: member.organizationId })
      .from(member)
      .where(and(eq(member.userId, owner.user), managerRole()))
    return or(ownedBy(owner), inArray(apikey.organizationId, managed))!
  }

  /**
   * The refusal of a key: members learn that their organization owns it, others that none exists.
   */
  private async refusalOf(id: string, by: KeyOwner | 'any'): Promise<KeyRefusal> {
    if (by !== 'any' && 'user' in by) {
      const shared = await this.tables
        .select({ id: apikey.id })
        .from(apikey)
        .innerJoin(member, eq(member.organizationId, apikey.organizationId))
        .where(and(eq(apikey.id, id), eq(member.userId, by.user)))
      if (shared.length > 0) return notManager()
    }
    return new KeyRefusal('no_key', 'There is no such key.', 'List your keys: each has an id.')
  }
}

function configOf(kind: KeyKind, owner: NewKeyOwner): KeyConfig {
  const { configs } = KEY_KINDS[kind]
  const config = 'organization' in owner ? configs.organization : configs.user
  if (config) return config
  const message = `A ${kind} key is a person's own, and not an organization's.`
  throw new KeyRefusal('wrong_kind', message, 'Leave the organization out, or make another kind.')
}

function requireName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= NAME_MAX && PLAIN_TEXT.test(name)) return name
  const hint = `A name has 1 to ${NAME_MAX} characters of text.`
  throw new KeyRefusal('wrong_name', 'The name does not fit.', hint)
}

function requireScopes(kind: KeyKind, scopes: Scope[] | undefined): readonly Scope[] {
  const { scopes: allowed, default_scopes } = KEY_KINDS[kind]
  const wanted = scopes ?? default_scopes
  if (wanted.length > 0 && wanted.every((scope) => allowed.includes(scope))) return wanted
  const hint = `One or more of: ${allowed.join(', ')}.`
  throw new KeyRefusal('wrong_scopes', `A ${kind} key does not have these scopes.`, hint)
}

function requireExpiry(days: number | null, now: Date): Date | null {
  if (days === null) return null
  if (Number.isInteger(days) && days >= 1 && days <= EXPIRES_IN_DAYS_MAX)
    return new Date(now.getTime() + days * DAY_MS)
  const hint = `1 to ${EXPIRES_IN_DAYS_MAX} whole days, or none.`
  throw new KeyRefusal('wrong_expiry', 'The key cannot expire then.', hint)
}

/** Locks an owner's row and returns its id. Throws `KeyRefusal` where it may not have a new key. */
async function lockOwner(tx: Tables, owner: NewKeyOwner): Promise<string> {
  // Two first keys at once conflict on the id or on the address, whichever is written first.
  if ('operator' in owner) await tx.insert(user).values(OPERATOR).onConflictDoNothing()
  if (!('organization' in owner)) {
    const id = 'user' in owner ? owner.user : OPERATOR.id
    const [found] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.id, id))
      .for('no key update')
    if (!found) throw new KeyRefusal('no_owner', 'There is no such account.', 'Check its id.')
    return found.id
  }
  // Locked first, so that nobody changes the role while it is read.
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, owner.organization))
    .for('no key update')
  const [found] = await tx
    .select({ id: organization.id, role: member.role })
    .from(organization)
    .innerJoin(member, eq(member.organizationId, organization.id))
    .where(and(eq(organization.id, owner.organization), eq(member.userId, owner.by)))
  if (!found) {
    const hint = 'GET /api/account lists your organizations.'
    throw new KeyRefusal('no_owner', 'You are in no such organization.', hint)
  }
  if (!isManager(found.role)) throw notManager()
  return found.id
}

/** Deletes the oldest surplus dead keys. Throws `KeyRefusal` for an owner with `LIVE_KEYS_MAX`. */
async function makeRoom(tx: Tables, own: SQL, now: Date): Promise<void> {
  const isLive = and(
    eq(apikey.enabled, true),
    or(isNull(apikey.expiresAt), gt(apikey.expiresAt, now)),
  )!
  const [live] = await tx.select({ keys: count() }).from(apikey).where(and(own, isLive))
  if (live.keys >= LIVE_KEYS_MAX) {
    const message = `There are ${LIVE_KEYS_MAX} keys that work already.`
    throw new KeyRefusal('too_many', message, 'Revoke one that is not used.')
  }
  const dead = await tx
    .select({ id: apikey.id })
    .from(apikey)
    .where(and(own, not(isLive)))
    .orderBy(desc(apikey.createdAt))
    .offset(DEAD_KEYS_MAX)
  if (dead.length > 0)
    await tx.delete(apikey).where(
      inArray(
        apikey.id,
        dead.map(({ id }) => id),
      ),
    )
}

/** Condition for owners and admins: better-auth stores a role as words with commas between them. */
function managerRole(): SQL {
  return sql`string_to_array(${member.role}, ',') && ARRAY['owner', 'admin']`
}

function notManager(): KeyRefusal {
  const hint = 'Its owners and admins make and revoke its keys.'
  return new KeyRefusal('not_manager', 'You do not manage this organization.', hint)
}
