/** A year, or a decade as `1990s`; neither is part of a longer number. */
const YEARS = /(?<!\d)(1[89]\d\d|20\d\d)(s?)(?![\dA-Za-z])/g
/** Vintages are labels of a few words; more is not searched. */
const CHARACTERS_MAX = 200

/**
 * The latest year that a vintage names, as a range: 2017 to 2017 of "2017 (us-atlas 3.0.1)", 1990 to
 * 1999 of "1990s". Null where it names none.
 */
export function vintageYears(vintage: string): { from: number; to: number } | null {
  const years = [...vintage.slice(0, CHARACTERS_MAX).matchAll(YEARS)].map(([, year, decade]) => ({
    from: Number(year),
    to: Number(year) + (decade ? 9 : 0),
  }))
  return years.sort((a, b) => b.to - a.to)[0] ?? null
}

/**
 * How old data of a vintage is on a day, by calendar years: "13 years old", "27 to 36 years old",
 * "of this year". Null for a vintage without a year, and for one of the future.
 */
export function vintageAge(vintage: string, on: Date): string | null {
  const years = vintageYears(vintage)
  if (!years) return null
  const least = on.getUTCFullYear() - years.to
  const most = on.getUTCFullYear() - years.from
  if (most < 0) return null
  if (most === 0) return 'of this year'
  if (least < most) return `${Math.max(0, least)} to ${most} years old`
  return `${most} ${most === 1 ? 'year' : 'years'} old`
}
