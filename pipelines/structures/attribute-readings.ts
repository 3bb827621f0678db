import type { AttributeValue } from '../stages/read-features.ts'

/** "None" in numbers: USA Structures writes -99999, older inventories -9999. */
const NO_NUMBER = new Set([-99999, -9999])

/** Text without its padding; null when blank or one of the source's words for "not known". */
export function textOf(value: AttributeValue, noText: readonly string[] = []): string | null {
  const text = value === null ? '' : `${value}`.trim()
  const isNone = text === '' || text === '-' || NO_NUMBER.has(Number(text)) || noText.includes(text)
  return isNone ? null : text
}

/** A number as written, or null when it is blank, unreadable or a sentinel. 0 stays. */
export function numberOf(value: AttributeValue): number | null {
  const text = value === null ? '' : `${value}`.trim()
  const number = text === '' ? Number.NaN : Number(text)
  return !Number.isFinite(number) || NO_NUMBER.has(number) ? null : number
}

/** A number above 0: no building has 0 stories, 0 square feet, a height of 0 or the year 0. */
export function positiveOf(value: AttributeValue): number | null {
  const number = numberOf(value)
  return number !== null && number > 0 ? number : null
}

/**
 * An ISO date, or an interval `from/to` of two. GDAL writes `2019/03/20` or `2019-03-20T00:00:00`;
 * Microsoft's `capture_dates_range` is `3/20/2019-3/28/2019`.
 */
export function datesOf(value: AttributeValue): string | null {
  const text = value === null ? '' : `${value}`
  const dates = [
    ...[...text.matchAll(/(\d{4})[-/](\d{2})[-/](\d{2})/g)].map(([, y, m, d]) => iso(y, m, d)),
    ...[...text.matchAll(/(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})/g)].map(([, m, d, y]) =>
      iso(y, m, d),
    ),
  ]
  const different = [...new Set(dates)].sort()
  return different.length === 0 ? null : different.join('/')
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
