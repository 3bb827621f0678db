const HOUR_S = 3_600

/** Life of a link in a mail. */
export const LINK_S = HOUR_S
export const INVITATION_S = 7 * 24 * HOUR_S

/** Formats a life of whole hours for a sentence: "an hour", "7 days". */
export function formatLife(life_s: number): string {
  const hours = life_s / HOUR_S
  if (hours === 1) return 'an hour'
  return hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
}
