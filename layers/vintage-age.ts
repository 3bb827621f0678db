/** A year, or a decade as `1990s`; neither is part of a longer number or of a scale as 1:2000. */
const YEARS = /(?<![\d:])(1[89]\d\d|20\d\d)(s?)(?![\dA-Za-z])/g
/** Phrases that make a year the latest, or the earliest, possible year of the data. */
const OR_EARLIER = /\b(before|until|prior to)\b|\bor (earlier|older)\b/i
const OR_LATER = /\b(after|since)\b|\bor (later|newer)\b/i
/** Vintages are short labels; only this much is searched. */
const CHARACTERS_MAX = 200

/**
 * The latest year in a vintage, as a range: 2017 to 2017 for "2017 (us-atlas 3.0.1)", 1990 to 1999
 * for "1990s". Null for a vintage without a year.
 */
export function vintageYears(vintage: string): { from: number; to: number } | null {
  const years = [...vintage.slice(0, CHARACTERS_MAX).matchAll(YEARS)].map(([, year, decade]) => ({
    from: Number(year),
    to: Number(year) + (decade ? 9 : 0),
  }))
  return years.sort((a, b) => b.to - a.to)[0] ?? null
}

/**
 * Formats the age of a vintage on a day, in calendar years: "13 years old", "27 to 36 years old",
 * "at least 17 years old" for "2009 or earlier", "of this year". Null for a vintage without a year
 * or in the future, and where the day is not a valid date.
 */
export function vintageAge(vintage: string, on: Date): string | null {
  const years = vintageYears(vintage)
  if (!years) return null
  const least = on.getUTCFullYear() - years.to
  const most = on.getUTCFullYear() - years.from
  if (!(most >= 0)) return null
  if (least < most) return `${Math.max(0, least)} to ${most} years old`
  const old = `${most} ${most === 1 ? 'year' : 'years'} old`
  if (OR_EARLIER.test(vintage)) return `at least ${old}`
  if (OR_LATER.test(vintage)) return `at most ${old}`
  return most === 0 ? 'of this year' : old
}
