import { isManager, isOwner } from '../people/organization-roles.ts'

/** The part of an invitation that decides who may see it. */
interface AnyInvitation {
  role?: string | null
}

/**
 * The invitations of an organization that a role may see. Where addresses are not confirmed, the id
 * and the address are enough to accept one: so members see none, and admins none for an owner.
 */
export function visibleInvitations(invitations: unknown, role: string): AnyInvitation[] {
  const all = Array.isArray(invitations) ? (invitations as AnyInvitation[]) : []
  if (!isManager(role)) return []
  if (isOwner(role)) return all
  return all.filter((each) => !isOwner(each.role ?? null))
}
