import { and, count, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../accounts.ts'
import type { Tables } from '../database/database.ts'
import { agentInvite, organization } from '../database/schema.ts'
import { hashOf } from '../keys/key-format.ts'
import { permissionsOf, scopesOf } from '../keys/key-kinds.ts'
import { lockRole, managedBy } from '../people/managers.ts'
import { isManager } from '../people/organization-roles.ts'
import { randomText } from '../random-text.ts'
import { INVITE_DAYS_USUAL, INVITES_MAX } from './agent-bounds.ts'
import { AgentRefusal } from './agent-refusal.ts'

/** Begins every token, so that a person sees what it is. */
const PREFIX = 'invite_'
/** Random characters of base 62 in a token: 238 bits. */
const TOKEN_CHARACTERS = 40
/** The token stands after `#`, which no browser sends to a server. */
const FRAGMENT = '#agent-invite='
/** Invites in one list. */
const LISTED_MAX = 1_000

/** An open invite as managers see it: everything except the token. */
export interface InviteRow {
  id: string
  name: string
  organization: { id: string; name: string }
  /** Scopes of the key that it gives. */
  scopes: Scope[]
  created_at: Date
  expires_at: Date
}

export interface NewInvite {
  organization_id: string
  name: string
  /** Editing is always one of them. */
  scopes: readonly Scope[]
  expires_in_days?: number
}

/** The link of an invite, for an agent. */
export const inviteUrl = (origin: string, token: string): string =>
  `${origin}/projects${FRAGMENT}${token}`

/** The token of an invite that is sent as its token or as its whole link. */
export function inviteTokenOf(sent: string): string {
  const at = sent.indexOf(FRAGMENT)
  return (at < 0 ? sent : sent.slice(at + FRAGMENT.length)).trim()
}

const isOpen = gt(agentInvite.expiresAt, sql`now()`)

/**
 * Makes an invite of an organization by one of its managers, within a transaction. Returns its
 * token, which happens only once. Throws `AgentRefusal`.
 */
export async function createInvite(
  tx: Tables,
  wanted: NewInvite,
  personId: string,
): Promise<InviteRow & { token: string }> {
  const { organization_id: organizationId, name, scopes } = wanted
  const { expires_in_days: days = INVITE_DAYS_USUAL } = wanted
  const role = await lockRole(tx, organizationId, personId)
  if (role === null) {
    const hint = 'GET /api/account lists your organizations.'
    throw new AgentRefusal('no_organization', 'You are in no such organization.', hint)
  }
  if (!isManager(role)) {
    const hint = 'Its owners and admins invite agents.'
    throw new AgentRefusal('not_manager', 'You do not manage this organization.', hint)
  }
  const own = eq(agentInvite.organizationId, organizationId)
  await tx.delete(agentInvite).where(and(own, lte(agentInvite.expiresAt, sql`now()`)))
  const [{ invites }] = await tx.select({ invites: count() }).from(agentInvite).where(own)
  if (invites >= INVITES_MAX) {
    const message = `There are ${INVITES_MAX} open invites already.`
    throw new AgentRefusal('too_many', message, 'Revoke one that is not used.')
  }
  const token = PREFIX + randomText(TOKEN_CHARACTERS)
  const id = `inv_${randomText(20)}`
  await tx.insert(agentInvite).values({
    id,
    tokenHash: hashOf(token),
    organizationId,
    userId: personId,
    name,
    permissions: permissionsOf(scopes),
    expiresAt: sql`now() + make_interval(days => ${days})`,
  })
  const [row] = await listInvites(tx, personId, eq(agentInvite.id, id))
  return { ...row, token }
}

/** The open invites of the organizations that a person manages, the last one first. */
export async function listInvites(
  tables: Tables,
  personId: string,
  which?: SQL,
): Promise<InviteRow[]> {
  const { id, name, permissions, createdAt, expiresAt } = agentInvite
  const rows = await tables
    .select({
      id,
      name,
      permissions,
      created_at: createdAt,
      expires_at: expiresAt,
      organization: { id: organization.id, name: organization.name },
    })
    .from(agentInvite)
    .innerJoin(organization, eq(organization.id, agentInvite.organizationId))
    .where(and(inArray(agentInvite.organizationId, managedBy(tables, personId)), isOpen, which))
    .orderBy(desc(createdAt), id)
    .limit(LISTED_MAX)
  return rows.map(({ permissions, ...row }) => ({ ...row, scopes: scopesOf(permissions) }))
}

/** Revokes an open invite of an organization that the person manages. Throws `AgentRefusal`. */
export async function revokeInvite(tx: Tables, id: string, personId: string): Promise<void> {
  const revoked = await tx
    .delete(agentInvite)
    .where(
      and(eq(agentInvite.id, id), inArray(agentInvite.organizationId, managedBy(tx, personId))),
    )
    .returning({ id: agentInvite.id })
  if (revoked.length === 0) throw noInvite()
}

/** Throws `AgentRefusal` for a token that cannot be redeemed now. */
export async function requireInvite(tables: Tables, token: string): Promise<void> {
  const [found] = await tables
    .select({ id: agentInvite.id })
    .from(agentInvite)
    .where(and(eq(agentInvite.tokenHash, hashOf(token)), isOpen))
  if (!found) throw noInvite()
}

export interface TakenInvite {
  name: string
  organization: { id: string; name: string }
  scopes: Scope[]
}

/**
 * Uses an invite up within a transaction: of two at once one gets it. It is refused when its maker
 * does not manage the organization any more. Throws `AgentRefusal`.
 */
export async function takeInvite(tx: Tables, token: string): Promise<TakenInvite> {
  const isIt = eq(agentInvite.tokenHash, hashOf(token))
  const [found] = await tx
    .select({ organizationId: agentInvite.organizationId, userId: agentInvite.userId })
    .from(agentInvite)
    .where(isIt)
  if (!found) throw noInvite()
  // Locked first: nobody loses the role or gets the key meanwhile.
  const role = await lockRole(tx, found.organizationId, found.userId)
  const [taken] = await tx.delete(agentInvite).where(and(isIt, isOpen)).returning()
  if (!taken || !isManager(role)) throw noInvite()
  const [owner] = await tx
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(eq(organization.id, found.organizationId))
  return { name: taken.name, organization: owner, scopes: scopesOf(taken.permissions) }
}

function noInvite(): AgentRefusal {
  return new AgentRefusal(
    'no_invite',
    'There is no such open invite.',
    'An invite works once, until it expires or is revoked: request another one.',
  )
}
