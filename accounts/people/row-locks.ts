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

/** The people and the organization that the checks of a change read. */
export interface ChangeSubject {
  /** Session token of the person who makes the change. */
  sessionToken?: string
  /** E-mail address of a sign-in. */
  email?: string
  /** Token of a link that sets a password. */
  resetToken?: string
  organizationId?: string
  invitationId?: string
  /** True when the change concerns all organizations of the signed-in person. */
  isOfMemberships?: boolean
}

/**
 * Locks the rows of the people and organizations of a change, so that changes of the same rows run
 * one after the other in all processes. `NO KEY` lets others add rows that refer to them without a
 * check, such as a session of a person.
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
  if (sessionToken !== undefined) people.push(inArray(user.id, personBySession(tx, sessionToken)))
  if (email !== undefined) people.push(eq(user.email, email))
  if (resetToken !== undefined) people.push(inArray(user.id, personByLink(tx, resetToken)))
  if (people.length > 0)
    await tx
      .select({ id: user.id })
      .from(user)
      .where(or(...people))
      .orderBy(user.id)
      .for('no key update')
  if (!subject.isOfMemberships || sessionToken === undefined) return
  // After the person, so that no membership is added meanwhile.
  const own = tx
    .select({ id: member.organizationId })
    .from(member)
    .where(inArray(member.userId, personBySession(tx, sessionToken)))
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

function personBySession(tx: Tables, token: string) {
  return tx.select({ id: session.userId }).from(session).where(eq(session.token, token))
}

function personByLink(tx: Tables, token: string) {
  return tx
    .select({ id: sql<string>`${verification.value}` })
    .from(verification)
    .where(eq(verification.identifier, hashedIdentifier(`reset-password:${token}`)))
}
