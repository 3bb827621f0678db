import { APIError } from 'better-auth/api'
import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Tables } from '../database/database.ts'
import { member, organization, session, user } from '../database/schema.ts'
import { isManager, isOwner } from './organization-roles.ts'

/** Sessions that one person may have; a further sign-in ends the oldest. */
const SESSIONS_MAX = 50

/** Throws for agents and the operator, who have keys and never sign in. */
export async function assertPerson(tables: Tables, userId: string): Promise<void> {
  const [found] = await tables.select({ kind: user.kind }).from(user).where(eq(user.id, userId))
  if (found?.kind !== 'person') throw new APIError('FORBIDDEN', { code: 'NO_PERSON' })
}

export async function confirmEmail(tables: Tables, userId: string): Promise<void> {
  await tables.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
}

/**
 * Throws when the sender of an invitation may not invite any more (left, removed, or lost the
 * role), and when the invited person is a member already.
 */
export async function assertInvitationValid(
  tables: Tables,
  invitation: { organizationId: string; inviterId: string; role: string | null },
  userId: string,
): Promise<void> {
  const rows = await tables
    .select({ userId: member.userId, role: member.role })
    .from(member)
    .where(
      and(
        eq(member.organizationId, invitation.organizationId),
        inArray(member.userId, [userId, invitation.inviterId]),
      ),
    )
  if (rows.some((row) => row.userId === userId))
    throw new APIError('BAD_REQUEST', {
      code: 'ALREADY_MEMBER',
      message: 'You are a member of this organization already.',
    })
  const inviter = rows.find((row) => row.userId === invitation.inviterId)?.role ?? null
  if (isOwner(inviter) || (isManager(inviter) && !isOwner(invitation.role))) return
  throw new APIError('BAD_REQUEST', {
    code: 'INVITATION_NOT_FOUND',
    message: 'The sender of this invitation may not invite people any more.',
  })
}

/** Deletes a person's expired sessions, and the oldest past `SESSIONS_MAX`. */
export async function trimSessions(tables: Tables, userId: string): Promise<void> {
  const own = eq(session.userId, userId)
  const surplus = tables
    .select({ id: session.id })
    .from(session)
    .where(own)
    .orderBy(desc(session.createdAt))
    .offset(SESSIONS_MAX)
  const isOver = or(lte(session.expiresAt, new Date()), inArray(session.id, surplus))
  await tables.delete(session).where(and(own, isOver))
}

/** Throws for the only owner of an organization: without an owner nobody could delete it. */
export async function assertNotSoleOwner(tables: Tables, userId: string): Promise<void> {
  const ownerRole = sql`string_to_array(${member.role}, ',') @> ARRAY['owner']`
  const owned = tables
    .select({ id: member.organizationId })
    .from(member)
    .where(and(eq(member.userId, userId), ownerRole))
  const alone = await tables
    .select({ name: organization.name })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(inArray(member.organizationId, owned), ownerRole))
    .groupBy(organization.id)
    .having(sql`count(*) = 1`)
  if (alone.length === 0) return
  const names = alone.map(({ name }) => name).join(', ')
  const message = `You are the only owner of ${names}.`
  throw new APIError('BAD_REQUEST', { code: 'SOLE_OWNER', message })
}
