import type { AttributeValue } from '../stages/read-features.ts'

/** A text without the blanks around it; null when it is blank or means "not known". */
export function textOf(value: AttributeValue, noText: readonly string[] = []): string | null {
  const text = (value === null ? '' : `${value}`).replace(/\s+/g, ' ').trim()
  const isNothing = noText.some((word) => word.toUpperCase() === text.toUpperCase())
  return text === '' || isNothing ? null : text
}

/** A count as a whole number: null for none, a fraction, a negative or a sentinel. */
export function countOf(value: AttributeValue): number | null {
  const text = textOf(value)?.replaceAll(',', '') ?? ''
  const count = text === '' ? Number.NaN : Number(text)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A service writes days as milliseconds since 1970, UTC. */
const MILLISECONDS = /^\d{11,14}$/
/** Days of which an edition has only the year or the month: `2016`, `2016-08`. */
const YEAR = /^(\d{4})(?:[-/](0[1-9]|1[0-2]))?$/
const ISO = /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/
/** Inventories are younger; databases write 1900-01-01, 1970-01-01 and 9999-12-31 for none. */
const YEARS = { first: 1971, last: 2100 }
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

/**
 * A day as ISO: of `2024/05/31` as GDAL formats a date column, of `5/31/2024`, or of a service's
 * milliseconds; a year, or a year and a month, as they are. Undefined for a text that is not a
 * date.
 */
export function dayOf(value: AttributeValue): string | null | undefined {
  const text = textOf(value)
  if (text === null) return null
  const [, only, monthOnly] = YEAR.exec(text) ?? []
  if (only !== undefined) {
    return isKnownYear(only) ? [only, monthOnly].filter(Boolean).join('-') : undefined
  }
  const [, year, month, day] = ISO.exec(text) ?? []
  if (day !== undefined) return checkedDay(year, month, day) ?? undefined
  const [, americanMonth, americanDay, americanYear] = AMERICAN.exec(text) ?? []
  if (americanYear !== undefined)
    return checkedDay(americanYear, americanMonth, americanDay) ?? undefined
  if (!MILLISECONDS.test(text)) return undefined
  const [moment] = new Date(Number(text)).toISOString().split('T')
  const [momentYear, momentMonth, momentDay] = moment.split('-')
  return checkedDay(momentYear, momentMonth, momentDay) ?? undefined
}

/** The day as ISO; null for one that no calendar has, or of an unlikely year. */
function checkedDay(year: string, month: string, day: string): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  const isDay = Number.isFinite(date.getTime()) && date.toISOString().startsWith(iso)
  return isDay && isKnownYear(year) ? iso : null
}

function isKnownYear(year: string): boolean {
  return Number(year) >= YEARS.first && Number(year) <= YEARS.last
}
