import type { SectionSource } from '../catalog/section-source.ts'
import { vintageAge } from '../layers/vintage-age.ts'

/** Formats vintages with their age: "2013, 13 years old". A vintage without a year stays alone. */
export function formatVintage(vintages: string, now: Date): string {
  return vintages
    .split(/;\s+/)
    .map((vintage) => withAge(vintage, now))
    .join('; ')
}

function withAge(vintage: string, now: Date): string {
  if (vintage === 'live') return 'live'
  const age = vintageAge(vintage, now)
  return age === null ? vintage : `${vintage}, ${age}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats how long ago a time was: "3 minutes ago". A time in the future is "just now". */
export function formatAgo(time: string, now: Date): string | null {
  const ms = now.getTime() - Date.parse(time)
  if (Number.isNaN(ms)) return null
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${count(Math.floor(ms / MINUTE_MS), 'minute')} ago`
  if (ms < DAY_MS) return `${count(Math.floor(ms / HOUR_MS), 'hour')} ago`
  if (ms < 90 * DAY_MS) return `${count(Math.floor(ms / DAY_MS), 'day')} ago`
  if (ms < 730 * DAY_MS) return `${count(Math.floor(ms / (30.44 * DAY_MS)), 'month')} ago`
  return `${count(Math.floor(ms / (365.25 * DAY_MS)), 'year')} ago`
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}

const KINDS: Record<SectionSource['kind'], string> = {
  live: 'live',
  official: "the authority's own record",
  archive: 'from the build',
  computed: 'computed by this service',
}

/** The kind of a source for people; kinds of a later version as they are spelled. */
export function formatKind(kind: SectionSource['kind']): string {
  return KINDS[kind] ?? `${kind}`.replaceAll('_', ' ')
}

/** Formats the edition of a source and its age in one line. */
export function formatEdition({ kind, vintage, retrieved_at }: SectionSource, now: Date): string {
  if (kind === 'live' || vintage === 'live') {
    const ago = retrieved_at ? formatAgo(retrieved_at, now) : null
    return ago ? `live, queried ${ago}` : 'live'
  }
  return vintage ? `vintage ${formatVintage(vintage, now)}` : 'vintage not stated'
}
