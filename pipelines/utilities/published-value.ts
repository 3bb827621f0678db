import type { AttributeValue } from '../stages/read-features.ts'

/** A text without the blanks around it; null where it is blank or says that nothing is known. */
export function textOf(value: AttributeValue, noText: readonly string[] = []): string | null {
  const text = (value === null ? '' : `${value}`).replace(/\s+/g, ' ').trim()
  const isNothing = noText.some((word) => word.toUpperCase() === text.toUpperCase())
  return text === '' || isNothing ? null : text
}

/** A whole number that counts something: null for none, a fraction, a negative or a sentinel. */
export function countOf(value: AttributeValue): number | null {
  const text = textOf(value)?.replaceAll(',', '') ?? ''
  const count = text === '' ? Number.NaN : Number(text)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A service answers days as milliseconds since 1970, UTC. */
const MILLISECONDS = /^\d{11,14}$/
const ISO = /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/
/** Inventories are younger; 1900-01-01, 1970-01-01 and 9999-12-31 are how databases say none. */
const YEARS = { first: 1971, last: 2100 }
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

/**
 * A day as ISO: of `2024/05/31` as GDAL tells a date column, of `5/31/2024`, or of a service's
 * milliseconds. Undefined for a text that is no day.
 */
export function dayOf(value: AttributeValue): string | null | undefined {
  const text = textOf(value)
  if (text === null) return null
  const [, year, month, day] = ISO.exec(text) ?? []
  if (day !== undefined) return checkedDay(year, month, day)
  const [, americanMonth, americanDay, americanYear] = AMERICAN.exec(text) ?? []
  if (americanYear !== undefined) return checkedDay(americanYear, americanMonth, americanDay)
  if (!MILLISECONDS.test(text)) return undefined
  const [moment] = new Date(Number(text)).toISOString().split('T')
  const [momentYear, momentMonth, momentDay] = moment.split('-')
  return checkedDay(momentYear, momentMonth, momentDay)
}

function checkedDay(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  const isDay = Number.isFinite(date.getTime()) && date.toISOString().startsWith(iso)
  return isDay && Number(year) >= YEARS.first && Number(year) <= YEARS.last ? iso : undefined
}
