/** Names in one line; the others are counted. */
const MAX_NAMED = 5

/** Joins names with semicolons, five at most: `A; B; and 2 more`. */
export function formatNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  const named = names.slice(0, MAX_NAMED).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}
