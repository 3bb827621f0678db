/** True for the role of an owner; better-auth stores one word, or several with commas. */
export function isOwner(role: string | null): boolean {
  return role?.split(',').includes('owner') ?? false
}

/** True for owners and admins: they invite people, and make and revoke keys. */
export function isManager(role: string | null): boolean {
  return isOwner(role) || (role?.split(',').includes('admin') ?? false)
}
