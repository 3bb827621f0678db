import { SENTINEL_DAYS } from '../../values/sentinel-days.ts'

/**
 * Formats of dates in feeds. `mdy`: 03/22/2016, with or without a time (Socrata's CSV). `iso`:
 * 2016-03-22, also with a time (Socrata's JSON). `ymd_slash`: 2016/03/22 05:00:00+00 (ArcGIS Hub's
 * CSV). `epoch_ms`: milliseconds since 1970 in UTC (ArcGIS JSON and GeoJSON).
 */
export const DATE_FORMATS = ['mdy', 'iso', 'ymd_slash', 'epoch_ms'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?`
const SHAPES = {
  mdy: new RegExp(`^(?<m>\\d{1,2})/(?<d>\\d{1,2})/(?<y>\\d{4})${TIME}$`, 'i'),
  iso: new RegExp(`^(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})${TIME}$`, 'i'),
  ymd_slash: new RegExp(`^(?<y>\\d{4})/(?<m>\\d{1,2})/(?<d>\\d{1,2})${TIME}$`, 'i'),
}
/** Smaller numbers are a 0 for "none" or a day without separators, 20160322. */
const EPOCH_MS = /^-?\d{10,15}$/

/**
 * Permits are younger than this, and none is issued a lifetime ahead: the rest are typing errors.
 */
const YEARS = { first: 1850, last: 2100 }

/**
 * Parses a feed's text to an ISO date; null for one that is not a date in any of the formats:
 * 02/30/2016, 1016-03-22. The day is that of the text; a moment in time gives its day in UTC, on
 * which local midnight anywhere in the United States lies too.
 */
export function readDate(text: string, formats: readonly DateFormat[]): string | null {
  for (const format of formats) {
    if (format === 'epoch_ms') {
      if (EPOCH_MS.test(text)) return isoDate(new Date(Number(text)))
      continue
    }
    const parts = SHAPES[format].exec(text)?.groups
    if (!parts) continue
    const [y, m, d] = [parts.y, parts.m, parts.d].map(Number)
    const date = new Date(Date.UTC(y, m - 1, d))
    // Date rolls 30 February over into March.
    return date.getUTCMonth() === m - 1 && date.getUTCDate() === d ? isoDate(date) : null
  }
  return null
}

function isoDate(date: Date): string | null {
  const year = date.getUTCFullYear()
  if (!(year >= YEARS.first && year <= YEARS.last)) return null
  const day = date.toISOString().slice(0, 10)
  return SENTINEL_DAYS.has(day) ? null : day
}
