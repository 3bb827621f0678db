import type { SectionSource } from '../../catalog/section-source.ts'
import { vintageAge } from '../../layers/vintage-age.ts'

/** How old an edition is: "2013, 13 years old"; each of several. The vintage alone where it names no year. */
export function formatVintage(vintages: string, now: Date): string {
  return vintages
    .split(/;\s+/)
    .map((vintage) => editionAge(vintage, now))
    .join('; ')
}

function editionAge(vintage: string, now: Date): string {
  if (vintage === 'live') return 'asked live'
  const age = vintageAge(vintage, now)
  return age === null ? vintage : `${vintage}, ${age}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago something was: "3 minutes ago". A moment ahead of the clock here is "just now". */
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

const KINDS: Record<string, string> = {
  live: 'asked live',
  official: "the authority's own record",
  archive: 'from the build',
  computed: 'computed by this service',
}

/** What kind of source it is, in words; a kind of a later version as it is spelled. */
export function formatKind(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : kind.replaceAll('_', ' ')
}

/** The edition of a source and its age, in one line. */
export function formatEdition({ kind, vintage, retrieved_at }: SectionSource, now: Date): string {
  if (kind === 'live' || vintage === 'live') {
    const ago = retrieved_at ? formatAgo(retrieved_at, now) : null
    return ago ? `asked live ${ago}` : 'asked live'
  }
  return vintage ? `vintage ${formatVintage(vintage, now)}` : 'vintage not stated'
}
