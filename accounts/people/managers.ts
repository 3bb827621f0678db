import { and, eq, sql } from 'drizzle-orm'
import type { Tables } from '../database/database.ts'
import { member, organization } from '../database/schema.ts'

/**
 * Locks an organization, so that no role in it changes meanwhile, and returns a person's role;
 * null for those who are not in it.
 */
export async function lockRole(
  tx: Tables,
  organizationId: string,
  personId: string,
): Promise<string | null> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for('no key update')
  const [found] = await tx
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, personId)))
  return found?.role ?? null
}

/**
 * The ids of the organizations that a person manages, for a condition: better-auth stores a role as
 * words with commas between them.
 */
export function managedBy(tables: Tables, personId: string) {
  return tables
    .select({ id: member.organizationId })
    .from(member)
    .where(
      and(
        eq(member.userId, personId),
        sql`string_to_array(${member.role}, ',') && ARRAY['owner', 'admin']`,
      ),
    )
}
