import { extent, ticks } from 'd3-array'
import type { ForecastDay, ForecastHour, WeatherData } from '../../layers/weather/data.ts'
import { formatNumber, inSystem, type Measure, type UnitSystem } from '../units.ts'
import { CHART_WIDTH, type Chart, type Drawn, draw, drawChart, fixed } from './drawing.ts'

const HEIGHT = 128
const LEFT = 44
/** Half of the name of an hour. */
const RIGHT = 18
const TOP = 10
/** Lower edge of the temperatures, and the strip of precipitation below it. */
const FLOOR = 78
const STRIP = { top: 86, bottom: 110 }
/** A strip of less rain than this is not filled: a drizzle does not look like a storm. */
const FULL_MM = 2.5
const WARM = '2'
const WET = '1'

/** The charts of the next hours and days, as far as the service has answered with them. */
export function weatherCharts(weather: WeatherData, system: UnitSystem): Chart[] {
  const hours = weather.hourly ?? []
  const days = weather.daily ?? []
  return [
    ...(hours.length > 1 ? [hourChart(hours, zoneName(weather.time_zone, hours), system)] : []),
    ...(days.length > 1 ? [dayChart(days, system)] : []),
  ]
}

function hourChart(hours: readonly ForecastHour[], zone: string, system: UnitSystem): Chart {
  const title = `Next ${hours.length} hours, ${zone}`
  const step = (CHART_WIDTH - LEFT - RIGHT) / (hours.length - 1)
  const x = (i: number) => LEFT + i * step
  const degrees = hours.map(({ temperature_c }) => degreesOf(temperature_c, system))
  const scale = temperatureScale(degrees, TOP, FLOOR)
  const bars = hours.map(({ precipitation_mm }, i) =>
    rainBar(precipitation_mm, x(i), step * 0.7, highestRain(hours)),
  )
  const labels = hours.flatMap(({ time }, i) =>
    Number(time.slice(11, 13)) % 6 === 0
      ? [draw('text', { x: fixed(x(i)), y: HEIGHT - 4, class: 'tick middle' }, hourName(time))]
      : [],
  )
  const parts = [
    ...scale.axis,
    ...linesOf(degrees, x, scale.y),
    ...rainAxis(hours, system),
    ...bars.flat(),
    ...labels,
  ]
  const total = hours.reduce((sum, { precipitation_mm }) => sum + (precipitation_mm ?? 0), 0)
  const description = `${title}: ${spanOf(degrees, system)}; ${formatRain(total, system)} of precipitation`
  return {
    title,
    drawing: drawChart(HEIGHT, description, ...parts),
    legend: legendOf(hours),
    table: {
      head: ['Time', 'Temperature', 'Precipitation', 'Chance'],
      rows: hours.map((hour) => [
        `${dayName(hour.time)}, ${hourName(hour.time)}`,
        formatDegrees(hour.temperature_c, system),
        ...rainCells(hour, system),
      ]),
    },
  }
}

function dayChart(days: readonly ForecastDay[], system: UnitSystem): Chart {
  const title = `Next ${days.length} days`
  const step = (CHART_WIDTH - LEFT - RIGHT) / days.length
  const x = (i: number) => LEFT + (i + 0.5) * step
  const low = days.map(({ temperature_low_c }) => degreesOf(temperature_low_c, system))
  const high = days.map(({ temperature_high_c }) => degreesOf(temperature_high_c, system))
  const scale = temperatureScale([...low, ...high], TOP, FLOOR)
  const spans = days.flatMap((_, i) => spanBar(low[i], high[i], x(i), scale.y))
  const bars = days.map(({ precipitation_mm }, i) =>
    rainBar(precipitation_mm, x(i), 12, highestRain(days)),
  )
  const labels = days.map(({ date }, i) =>
    draw(
      'text',
      { x: fixed(x(i)), y: HEIGHT - 4, class: 'tick middle' },
      dayName(date).slice(0, 3),
    ),
  )
  const parts = [...scale.axis, ...spans, ...rainAxis(days, system), ...bars.flat(), ...labels]
  const total = days.reduce((sum, { precipitation_mm }) => sum + (precipitation_mm ?? 0), 0)
  const description = `${title}: ${spanOf([...low, ...high], system)}; ${formatRain(total, system)} of precipitation`
  return {
    title,
    drawing: drawChart(HEIGHT, description, ...parts),
    legend: legendOf(days).map((each) =>
      each.tone === WARM ? { ...each, label: 'Low to high' } : each,
    ),
    table: {
      head: ['Day', 'Low', 'High', 'Precipitation', 'Chance'],
      rows: days.map((day) => [
        dayName(day.date),
        formatDegrees(day.temperature_low_c, system),
        formatDegrees(day.temperature_high_c, system),
        ...rainCells(day, system),
      ]),
    },
  }
}

type Rain = Pick<ForecastHour, 'precipitation_mm' | 'precipitation_chance_pct'>

/** Grid, names and scale of temperatures, which do not begin at zero. */
function temperatureScale(degrees: readonly (number | null)[], top: number, bottom: number) {
  const [least, most] = extent(degrees.filter((each) => each !== null))
  const [from, to] = [Math.floor(least ?? 0) - 1, Math.ceil(most ?? 1) + 1]
  const y = (value: number) => bottom - ((value - from) / (to - from)) * (bottom - top)
  const axis = ticks(from, to, 2).flatMap((value) => [
    draw('line', {
      ...{ x1: LEFT, x2: CHART_WIDTH - RIGHT, y1: fixed(y(value)), y2: fixed(y(value)) },
      class: 'grid',
    }),
    draw('text', { x: LEFT - 4, y: fixed(y(value) + 3), class: 'tick end' }, `${value}°`),
  ])
  return { y, axis: least === undefined ? [] : axis }
}

/** A line for each run of hours that have a value. */
function linesOf(
  degrees: readonly (number | null)[],
  x: (i: number) => number,
  y: (value: number) => number,
): Drawn[] {
  const runs: string[][] = [[]]
  degrees.forEach((value, i) => {
    if (value === null) runs.push([])
    else runs.at(-1)!.push(`${fixed(x(i))},${fixed(y(value))}`)
  })
  return runs
    .filter((run) => run.length > 1)
    .map((run) => draw('polyline', { points: run.join(' '), class: `line tone-${WARM}` }))
}

function spanBar(
  low: number | null,
  high: number | null,
  x: number,
  y: (value: number) => number,
): Drawn[] {
  if (low === null || high === null) return []
  const height = Math.max(2, y(low) - y(high))
  const place = { x: fixed(x - 5), y: fixed(y(high)), width: 10, height: fixed(height), rx: 3 }
  return [draw('rect', { ...place, class: `tone-${WARM}` })]
}

function rainBar(amount: number | null, x: number, width: number, highest: number): Drawn[] {
  if (!amount) return []
  const height = Math.max(1, (amount / highest) * (STRIP.bottom - STRIP.top))
  const place = { x: fixed(x - width / 2), y: fixed(STRIP.bottom - height), width: fixed(width) }
  return [draw('rect', { ...place, height: fixed(height), class: `tone-${WET}` })]
}

/** The line below the bars, and the amount of a bar that fills the strip. */
function rainAxis(rows: readonly Rain[], system: UnitSystem): Drawn[] {
  if (!hasRain(rows)) return []
  const sides = { x1: LEFT, x2: CHART_WIDTH - RIGHT }
  const most = formatRain(highestRain(rows), system)
  return [
    draw('line', { ...sides, y1: STRIP.bottom, y2: STRIP.bottom, class: 'grid' }),
    draw('text', { x: LEFT - 4, y: STRIP.top + 7, class: 'tick end' }, most),
  ]
}

function highestRain(rows: readonly Rain[]): number {
  return Math.max(FULL_MM, ...rows.map(({ precipitation_mm }) => precipitation_mm ?? 0))
}

function hasRain(rows: readonly Rain[]): boolean {
  return rows.some(({ precipitation_mm }) => precipitation_mm !== null)
}

function legendOf(rows: readonly Rain[]): NonNullable<Chart['legend']> {
  const warm = { label: 'Temperature', tone: WARM }
  return hasRain(rows) ? [warm, { label: 'Precipitation', tone: WET }] : [warm]
}

function rainCells(row: Rain, system: UnitSystem): string[] {
  const { precipitation_mm: amount, precipitation_chance_pct: chance } = row
  return [
    amount === null ? 'not known' : formatRain(amount, system),
    chance === null ? 'not known' : `${chance} %`,
  ]
}

function formatRain(amount_mm: number, system: UnitSystem): string {
  const { value, unit } = inSystem({ value: amount_mm, unit: 'mm' }, system)
  return `${formatNumber(value, system === 'us' ? 2 : 1)} ${unit}`
}

function celsius(value: number): Measure {
  return { value, unit: '°C' }
}

function degreesOf(value: number | null, system: UnitSystem): number | null {
  return value === null ? null : inSystem(celsius(value), system).value
}

function formatDegrees(value: number | null, system: UnitSystem): string {
  if (value === null) return 'not known'
  const { value: degrees, unit } = inSystem(celsius(value), system)
  return `${Math.round(degrees)} ${unit}`
}

function spanOf(degrees: readonly (number | null)[], system: UnitSystem): string {
  const [least, most] = extent(degrees.filter((each) => each !== null))
  if (least === undefined || most === undefined) return 'no temperatures'
  return `${Math.round(least)} to ${Math.round(most)} ${inSystem(celsius(0), system).unit}`
}

/** `6 PM` */
function hourName(time: string): string {
  const hour = Number(time.slice(11, 13))
  const minutes = time.slice(13, 16)
  return `${hour % 12 || 12}${minutes === ':00' ? '' : minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `Sat 28` */
function dayName(time: string): string {
  const day = new Date(`${time.slice(0, 10)}T00:00Z`)
  const name = day.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  return `${name} ${day.getUTCDate()}`
}

/** `New York time (UTC-4)`; a zone of the sea has no name but its offset. */
function zoneName(zone: string | null, [first]: readonly ForecastHour[]): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(first.time) ?? []
  const offset = `UTC${sign ?? ''}${Number(hours ?? 0)}${minutes && minutes !== '00' ? `:${minutes}` : ''}`
  const name = zone?.includes('/') && !zone.startsWith('Etc/') ? zone.split('/').at(-1)! : null
  return name ? `${name.replaceAll('_', ' ')} time (${offset})` : `local time (${offset})`
}
