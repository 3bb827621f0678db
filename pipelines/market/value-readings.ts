import { SENTINEL_DAYS } from '../../values/sentinel-days.ts'
import { NOT_ONE_VALUE, type RawValue } from './provider-record.ts'

/** Result for a text that is present but is not a value of its kind. */
export const UNREADABLE = Symbol('unreadable')
export type Reading<Value> = Value | null | typeof UNREADABLE

/**
 * Texts by which providers mean "no value", in any case; also the sentinels that audits look for.
 */
const BLANKS = new Set(
  ['', '-', '--', 'n/a', 'na', 'np', 'null', '<null>', 'none', 'nil', 'nan', 'undefined']
    .concat(['unknown', 'undisclosed', 'not available', '-9999', '-8888', '-99999'])
    .concat(['9999-09-09', '8888-08-08']),
)
/** A kind of home or a status is a few words; a longer text is something else. */
const TEXT_MAX = 200
const URL_MAX = 2_000

/** A text without padding, runs of white space folded; null where it means "no value". */
export function blankOr(raw: RawValue | undefined, nullIf: readonly string[]): Reading<string> {
  if (raw === undefined || raw === null) return null
  if (raw === NOT_ONE_VALUE) return UNREADABLE
  const text = raw.replace(/\s+/g, ' ').trim()
  return BLANKS.has(text.toLowerCase()) || nullIf.includes(text) ? null : text
}

export function readText(text: string): Reading<string> {
  return text.length <= TEXT_MAX ? text : UNREADABLE
}

/** Bounds of the numbers of a column. */
export interface NumberRule {
  low: number
  high: number
  isWhole?: boolean
  /** 0 means "not known": no home has 0 square feet or the year 0. */
  isZeroNone?: boolean
}

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Reads `412000`, `$412,000` or `4.12e5`. A negative number, a fraction of a year and `412k` are
 * unreadable.
 */
export function readNumber(text: string, rule: NumberRule): Reading<number> {
  const bare = text.replace(/^\$ ?/, '')
  if (!PLAIN.test(bare) && !GROUPED.test(bare)) return UNREADABLE
  const number = Number(bare.replaceAll(',', ''))
  if (number === 0 && rule.isZeroNone) return null
  const isInside = number >= rule.low && number <= rule.high
  if (!isInside || (rule.isWhole && !Number.isInteger(number))) return UNREADABLE
  return number === 0 ? 0 : number // -0 is 0
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i
const MONTH_DAY_YEAR = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
/** Years outside are the zero of some calendar, or a sentinel. */
const YEARS = { low: 1800, high: 2200 }

export type DateFormat = 'iso' | 'epoch_ms' | 'month_day_year'

/**
 * Reads `2025-06-30`, or `2025-06-30T14:05:00Z`: a time is returned in UTC, in whole seconds. Of a
 * time without a zone the hour is unknown: only the day is returned.
 */
export function readDate(text: string, format: DateFormat): Reading<string> {
  if (format === 'epoch_ms') {
    if (!/^\d{1,16}$/.test(text)) return UNREADABLE
    return text === '0' ? null : instant(Number(text))
  }
  if (format === 'month_day_year') {
    const [, month, day, year] = MONTH_DAY_YEAR.exec(text) ?? []
    if (year === undefined) return UNREADABLE
    return dayOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  const [, day, minutes, seconds, zone] = ISO.exec(text) ?? []
  if (day === undefined || dayOf(day) === UNREADABLE) return UNREADABLE
  if (minutes === undefined) return day
  const offset = (zone ?? 'Z').toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  const time = instant(Date.parse(`${day}T${minutes}${seconds ?? ':00'}${offset}`))
  return zone === undefined && time !== UNREADABLE ? day : time
}

const DAYS_A_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * A day of the calendar: not 30 February. Computed without `Date`: two of them took a fifth of the
 * time of a file.
 */
function dayOf(text: string): string | typeof UNREADABLE {
  const [year, month, day] = text.split('-').map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 && isLeap ? 29 : (DAYS_A_MONTH[month - 1] ?? 0)
  const isPlausible = isPlausibleYear(year) && !SENTINEL_DAYS.has(text)
  return day >= 1 && day <= days && isPlausible ? text : UNREADABLE
}

function instant(ms: number): string | typeof UNREADABLE {
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) return UNREADABLE
  const text = new Date(ms).toISOString()
  const isPlausible =
    isPlausibleYear(Number(text.slice(0, 4))) && !SENTINEL_DAYS.has(text.slice(0, 10))
  return isPlausible ? `${text.slice(0, 19)}Z` : UNREADABLE
}

function isPlausibleYear(year: number): boolean {
  return year >= YEARS.low && year <= YEARS.high
}

/** An http or https address without a user's name and password; anything else is unreadable. */
export function readUrl(text: string): Reading<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  return isWeb && url.href.length <= URL_MAX ? url.href : UNREADABLE
}
