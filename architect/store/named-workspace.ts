import { desc, eq, or } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { organization, user } from '../../accounts/database/schema.ts'
import type { Workspace } from './credit-schema.ts'

export interface NamedWorkspace extends Workspace {
  name: string
}

/**
 * Finds a workspace by the e-mail address of its person, its id, or the slug of an organization.
 * Ids come before slugs, which people choose: none of them may stand for another workspace.
 */
export async function findWorkspace(tables: Tables, who: string): Promise<NamedWorkspace | null> {
  const people = tables.select({ id: user.id, name: user.name }).from(user)
  if (who.includes('@')) {
    const [person] = await people.where(eq(user.email, who.toLowerCase()))
    return person ? { kind: 'personal', ...person } : null
  }
  const [person] = await people.where(eq(user.id, who))
  if (person) return { kind: 'personal', ...person }
  const [found] = await tables
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(or(eq(organization.id, who), eq(organization.slug, who)))
    .orderBy(desc(eq(organization.id, who)))
    .limit(1)
  return found ? { kind: 'organization', ...found } : null
}
