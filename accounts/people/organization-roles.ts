/** Whether a role, as better-auth stores it (one word, or several with commas), owns an organization. */
export function isOwner(role: string | null): boolean {
  return role?.split(',').includes('owner') ?? false
}

/** Whether it manages one: owners and admins invite people, and make and revoke keys. */
export function isManager(role: string | null): boolean {
  return isOwner(role) || (role?.split(',').includes('admin') ?? false)
}
