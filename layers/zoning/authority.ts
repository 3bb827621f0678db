/** Who zones, from the one who answers first: a city's code stands before its county's. */
export const AUTHORITY_LEVELS = ['municipal', 'county', 'regional', 'state'] as const
export type AuthorityLevel = (typeof AUTHORITY_LEVELS)[number]

/** 0 answers first. Plain error for a level that no mapping may name. */
export function authorityRank(level: string): number {
  const rank = AUTHORITY_LEVELS.indexOf(level as AuthorityLevel)
  if (rank === -1) throw new Error(`no such level of authority: ${level}`)
  return rank
}
