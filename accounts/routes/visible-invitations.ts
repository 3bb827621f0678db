import { isManager, isOwner } from '../people/organization-roles.ts'

/** An invitation as far as it matters who may see it. */
interface AnyInvitation {
  role?: string | null
}

/**
 * The invitations of an organization that a member in a role may see. With the id and the address of
 * one, who need not prove the address takes it: so members see none, and admins none that
 * would make them more than they are.
 */
export function visibleInvitations(invitations: unknown, role: string): AnyInvitation[] {
  const all = Array.isArray(invitations) ? (invitations as AnyInvitation[]) : []
  if (!isManager(role)) return []
  if (isOwner(role)) return all
  return all.filter((each) => !isOwner(each.role ?? null))
}
