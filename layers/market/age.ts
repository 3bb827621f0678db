const DAY_MS = 86_400_000
const DAYS_A_MONTH = 30.4375
const DAYS_A_YEAR = 365.25
/** Below so many days an age is stated in days, below so many in months. */
const STATED_IN_DAYS = 60
const STATED_IN_MONTHS = 731

/**
 * Whole days from an ISO day or time to the day our copy was taken, both in UTC. Null where one of
 * them is not a date, and where the observation claims to be later than our copy, which is
 * impossible. The age does not depend on the clock: answers of one build never change.
 */
export function ageDays(asOf: string, copiedAt: string | undefined): number | null {
  const [seen, copied] = [asOf, copiedAt ?? ''].map((text) => Date.parse(text.slice(0, 10)))
  const days = (copied - seen) / DAY_MS
  return Number.isInteger(days) && days >= 0 ? days : null
}

/** `12 days before our copy was taken`. */
export function formatAge(days: number): string {
  if (days === 0) return 'the day our copy was taken'
  const [count, unit] =
    days < STATED_IN_DAYS
      ? [days, 'day']
      : days < STATED_IN_MONTHS
        ? [Math.round(days / DAYS_A_MONTH), 'month']
        : [Math.floor(days / DAYS_A_YEAR), 'year']
  return `${count} ${unit}${count === 1 ? '' : 's'} before our copy was taken`
}
