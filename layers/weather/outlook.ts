import { InvalidResponse } from '../../upstream/failure.ts'
import { round } from '../../values/round.ts'
import type { CurrentResponse, SeriesBlock } from './current-response.ts'
import { DAYS_MAX, type ForecastDay, type ForecastHour, HOURS_MAX } from './data.ts'
import { knownZone, localTimes } from './local-time.ts'
import { MEASURES, type Measure, measured } from './measures.ts'

/** What the service expects of the next hours and days; null where it has no such series. */
export interface Outlook {
  time_zone: string | null
  hourly: ForecastHour[] | null
  daily: ForecastDay[] | null
}

/** Query of the outlook, which comes with the current conditions in one response. */
export const OUTLOOK_QUERY = {
  hourly: 'temperature_2m,precipitation_probability,precipitation',
  daily: 'temperature_2m_min,temperature_2m_max,precipitation_sum,precipitation_probability_max',
  timezone: 'auto',
  forecast_hours: HOURS_MAX,
  forecast_days: DAYS_MAX,
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The series begins with the hour of the conditions, which may be of the one before. */
const START_MAX_MS = 3 * HOUR_MS

/** Reads the outlook. Throws `InvalidResponse` for anything that is not a series from now on. */
export function outlookOf(response: CurrentResponse): Outlook {
  return {
    time_zone: knownZone(response.timeZone),
    hourly: response.hourly ? hoursOf(response, response.hourly) : null,
    daily: response.daily ? daysOf(response, response.daily) : null,
  }
}

function hoursOf(response: CurrentResponse, block: SeriesBlock): ForecastHour[] | null {
  const { time, offset_s, timeZone } = response
  const times = timesOf(block, /^\d{4}-\d\d-\d\dT\d\d:\d\d$/, HOUR_MS, 'hours')
  const moments = times.map((each) => each - offset_s * 1000)
  const from = moments.findIndex((each) => each + HOUR_MS > time)
  if (from < 0 || moments[from] - time > START_MAX_MS)
    throw new InvalidResponse('answered with the hours of another time')
  const read = reader(block, times.length)
  const format = localTimes(timeZone, offset_s)
  const hours = moments.slice(from, from + HOURS_MAX).map((moment, i): ForecastHour => {
    const at = from + i
    return {
      time: format(moment),
      temperature_c: read('temperature_2m', at, MEASURES.temperature, 1),
      precipitation_mm: read('precipitation', at, MEASURES.precipitation, 2),
      precipitation_chance_pct: read('precipitation_probability', at, MEASURES.percent, 0),
    }
  })
  return withValues(hours)
}

function daysOf(response: CurrentResponse, block: SeriesBlock): ForecastDay[] | null {
  const times = timesOf(block, /^\d{4}-\d\d-\d\d$/, DAY_MS, 'days')
  const local = response.time + response.offset_s * 1000
  const from = times.findIndex((each) => each + DAY_MS > local)
  if (from < 0 || times[from] - local > START_MAX_MS)
    throw new InvalidResponse('answered with the days of another time')
  const read = reader(block, times.length)
  const days = times.slice(from, from + DAYS_MAX).map((each, i): ForecastDay => {
    const at = from + i
    const low = read('temperature_2m_min', at, MEASURES.temperature, 1)
    const high = read('temperature_2m_max', at, MEASURES.temperature, 1)
    if (low !== null && high !== null && low > high)
      throw new InvalidResponse('answered with a day whose low is above its high')
    return {
      date: new Date(each).toISOString().slice(0, 10),
      temperature_low_c: low,
      temperature_high_c: high,
      precipitation_mm: read('precipitation_sum', at, MEASURES.dailyPrecipitation, 2),
      precipitation_chance_pct: read('precipitation_probability_max', at, MEASURES.percent, 0),
    }
  })
  return withValues(days)
}

/** Local times of a series as if they were UTC, one step after the other. */
function timesOf({ values, units }: SeriesBlock, form: RegExp, step: number, what: string) {
  const times = (values.time ?? []).map((each) =>
    units.time === 'iso8601' && typeof each === 'string' && form.test(each)
      ? Date.parse(each.length > 10 ? `${each}Z` : each)
      : Number.NaN,
  )
  const isWhole = times.every((each, i) =>
    i === 0 ? !Number.isNaN(each) : each - times[i - 1] === step,
  )
  if (times.length === 0 || !isWhole)
    throw new InvalidResponse(`answered with ${what} that do not follow each other`)
  return times
}

/** Reads one value of a series; a variable that the series lacks is null. */
function reader({ values, units }: SeriesBlock, length: number) {
  return (name: string, at: number, measure: Measure, digits: number): number | null => {
    const list = values[name]
    if (list === undefined) return null
    if (list.length !== length)
      throw new InvalidResponse(
        `answered with ${list.length} values of ${name} for ${length} times`,
      )
    const value = measured(name, list[at], units[name], measure)
    return value === null ? null : round(value, digits)
  }
}

/** Null for a series of times without a value. */
function withValues<T extends object>(rows: T[]): T[] | null {
  const isEmpty = ({ ...row }: T) =>
    Object.values(row)
      .slice(1)
      .every((each) => each === null)
  return rows.every(isEmpty) ? null : rows
}
