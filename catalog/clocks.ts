import type { Lock, Vintage } from './lock.ts'

/** The two clocks of a source as texts: the age of the data, and the age of our copy. */
export interface Clocks {
  /** Age of the data, for example `edition 2006-08-16, 20 years old`. */
  data: string
  /** Age of our copy, for example `copy taken 2026-11-20, 3 days old`. */
  copy: string
}

/** Both clocks as of a date that the caller gives, so that one build always has the same ages. */
export function clocksOf(lock: Lock, asOf: Date): Clocks {
  return { data: dataAge(lock.vintage, asOf), copy: copyAge(oldestCopy(lock), asOf) }
}

/** When we took the oldest asset of a lock: a lock is as old as its oldest part. */
export function oldestCopy(lock: Lock): string {
  return lock.assets.map((asset) => asset.retrieved_at).sort()[0]
}

/**
 * Age of the publisher's edition. Without a stated date the text states that, and nothing is
 * guessed.
 */
export function dataAge(vintage: Vintage, asOf: Date): string {
  const { label, from, to } = vintage
  const last = to ?? from
  if (last === undefined) return `edition ${label}, date not stated`
  const dates = from !== undefined && to !== undefined && from !== to ? `${from} to ${to}` : last
  const edition = label.includes(dates) ? label : `${label} (${dates})`
  return `edition ${edition}, ${age(new Date(last), asOf)}`
}

/** Age of our copy. */
export function copyAge(retrievedAt: string, asOf: Date): string {
  return `copy taken ${retrievedAt.slice(0, 10)}, ${age(new Date(retrievedAt), asOf)}`
}

/** Whole days from one time to a later one; negative where it is not later. */
export function daysBetween(then: Date, asOf: Date): number {
  return Math.floor((asOf.getTime() - then.getTime()) / DAY_MS)
}

const DAY_MS = 86_400_000

function age(then: Date, asOf: Date): string {
  const days = daysBetween(then, asOf)
  if (days < 0) return 'dated after this day'
  if (days === 0) return 'less than a day old'
  if (days < 60) return `${plural(days, 'day')} old`
  const months = monthsBetween(then, asOf)
  return months < 24
    ? `${plural(months, 'month')} old`
    : `${plural(Math.floor(months / 12), 'year')} old`
}

/** Whole calendar months, in UTC: 2006-08-16 to 2026-08-15 is 19 years and 11 months. */
function monthsBetween(then: Date, asOf: Date): number {
  const months =
    (asOf.getUTCFullYear() - then.getUTCFullYear()) * 12 + asOf.getUTCMonth() - then.getUTCMonth()
  return asOf.getUTCDate() < then.getUTCDate() ? months - 1 : months
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
