import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../database/database.ts'
import {
  invitation,
  member,
  organization,
  session,
  user,
  verification,
} from '../database/schema.ts'
import { hashedIdentifier } from './verification-identifier.ts'

/** What a change is about: the people and the organization that its checks read. */
export interface ChangeSubject {
  /** The token of the session of who changes it. */
  sessionToken?: string
  /** Of who signs in. */
  email?: string
  /** Of a link that sets a password. */
  resetToken?: string
  organizationId?: string
  invitationId?: string
  /** All organizations of who is signed in. */
  isOfMemberships?: boolean
}

/**
 * Locks the rows of the people and organizations that a change is about, so that changes of the same
 * come one after the other, in whatever process. `NO KEY`: rows that refer to them may still be
 * added by others who check nothing about them, as a session of a person.
 */
export async function lockRows(tx: Tables, subject: ChangeSubject): Promise<void> {
  const { sessionToken, email, resetToken, organizationId, invitationId } = subject
  const ofInvitation = tx
    .select({ id: invitation.organizationId })
    .from(invitation)
    .where(eq(invitation.id, invitationId ?? ''))
  if (organizationId !== undefined) await lockOrganizations(tx, eq(organization.id, organizationId))
  if (invitationId !== undefined)
    await lockOrganizations(tx, inArray(organization.id, ofInvitation))
  const people: SQL[] = []
  if (sessionToken !== undefined) people.push(inArray(user.id, personOfSession(tx, sessionToken)))
  if (email !== undefined) people.push(eq(user.email, email))
  if (resetToken !== undefined) people.push(inArray(user.id, personOfLink(tx, resetToken)))
  if (people.length > 0)
    await tx
      .select({ id: user.id })
      .from(user)
      .where(or(...people))
      .orderBy(user.id)
      .for('no key update')
  if (!subject.isOfMemberships || sessionToken === undefined) return
  // After the person: nobody becomes a member of anything more meanwhile.
  const own = tx
    .select({ id: member.organizationId })
    .from(member)
    .where(inArray(member.userId, personOfSession(tx, sessionToken)))
  await lockOrganizations(tx, inArray(organization.id, own))
}

async function lockOrganizations(tx: Tables, which: SQL): Promise<void> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(which)
    .orderBy(organization.id)
    .for('no key update')
}

function personOfSession(tx: Tables, token: string) {
  return tx.select({ id: session.userId }).from(session).where(eq(session.token, token))
}

function personOfLink(tx: Tables, token: string) {
  return tx
    .select({ id: sql<string>`${verification.value}` })
    .from(verification)
    .where(eq(verification.identifier, hashedIdentifier(`reset-password:${token}`)))
}
