import { and, count, desc, eq, gt, inArray, isNull, not, or, type SQL } from 'drizzle-orm'
import type { Scope } from '../accounts.ts'
import type { Tables } from '../database/database.ts'
import { apikey, user } from '../database/schema.ts'
import { lockRole } from '../people/managers.ts'
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
import { type KeyRow, OPERATOR, ownedBy, readKeys } from './key-rows.ts'

const DAY_MS = 86_400_000

/**
 * Owner of a new key. `by` is the manager of an organization who requests it, `agent` the account
 * of an agent that gets it by an invite, which the caller has checked.
 */
export type NewKeyOwner =
  | { user: string }
  | { organization: string; by: string }
  | { organization: string; agent: string }
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

/**
 * Adds a key within a transaction and returns it, which happens only once, with its row. Throws
 * `KeyRefusal`.
 */
export async function addKey(
  tx: Tables,
  wanted: NewKey,
  now: Date,
): Promise<{ key: string; row: KeyRow }> {
  const { kind, owner, expires_in_days = null } = wanted
  const { prefix } = KEY_KINDS[kind]
  const name = requireName(wanted.name)
  const scopes = requireScopes(kind, wanted.scopes)
  const expiresAt = requireExpiry(expires_in_days, now)
  const configId = configOf(kind, owner)
  const key = makeKey(prefix)
  const id = `key_${randomText(20)}`
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
    agentUserId: 'agent' in owner ? owner.agent : null,
    createdAt: now,
    updatedAt: now,
  })
  const [row] = await readKeys(tx, eq(apikey.id, id), 1, now)
  return { key, row }
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
  const role = await lockRole(tx, owner.organization, 'by' in owner ? owner.by : owner.agent)
  if ('agent' in owner) return owner.organization
  if (role === null) {
    const hint = 'GET /api/account lists your organizations.'
    throw new KeyRefusal('no_owner', 'You are in no such organization.', hint)
  }
  if (!isManager(role)) throw notManager()
  return owner.organization
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

export function notManager(): KeyRefusal {
  const hint = 'Its owners and admins make and revoke its keys.'
  return new KeyRefusal('not_manager', 'You do not manage this organization.', hint)
}
