/** Levels of authorities, the one that answers first: a city's code goes before its county's. */
export const AUTHORITY_LEVELS = ['municipal', 'county', 'regional', 'state'] as const
export type AuthorityLevel = (typeof AUTHORITY_LEVELS)[number]

/** Rank of a level, 0 for the one that answers first. Throws for an unknown level. */
export function authorityRank(level: string): number {
  const rank = AUTHORITY_LEVELS.indexOf(level as AuthorityLevel)
  if (rank === -1) throw new Error(`no such level of authority: ${level}`)
  return rank
}
