import { round } from '../../values/round.ts'
import { numberIn, type SampleAnswer, type SampleRequest } from './sample-service.ts'
import { type SampleWeather, sampleWeather } from './weather.ts'

type Reading = number | null
interface Variable {
  unit: string
  decimals: number
  of(weather: SampleWeather): Reading
}

function variable(unit: string, decimals: number, of: Variable['of']): Variable {
  return { unit, decimals, of }
}

/** Units as https://open-meteo.com/en/docs has them by default. */
const FORECAST: Record<string, Variable> = {
  temperature_2m: variable('°C', 1, (w) => w.temperature_c),
  relative_humidity_2m: variable('%', 0, (w) => w.humidity_pct),
  apparent_temperature: variable('°C', 1, (w) => w.temperature_c + 1),
  is_day: variable('', 0, (w) => Number(w.is_day)),
  precipitation: variable('mm', 2, (w) => w.rain_mm),
  rain: variable('mm', 2, () => 0),
  showers: variable('mm', 2, (w) => w.rain_mm),
  snowfall: variable('cm', 2, () => 0),
  weather_code: variable('wmo code', 0, (w) => w.weather_code),
  cloud_cover: variable('%', 0, (w) => w.cloud_cover_pct),
  pressure_msl: variable('hPa', 1, (w) => w.pressure_hpa),
  surface_pressure: variable('hPa', 1, (w) => w.pressure_hpa - 0.6),
  uv_index: variable('', 2, (w) => w.uv_index),
  wind_speed_10m: variable('km/h', 1, (w) => w.wind_speed_kmh),
  wind_direction_10m: variable('°', 0, (w) => w.wind_direction_deg),
  wind_gusts_10m: variable('km/h', 1, (w) => w.wind_speed_kmh * 1.6),
}

const AIR_QUALITY: Record<string, Variable> = {
  us_aqi: variable('USAQI', 0, (w) => w.us_aqi),
  pm2_5: variable('μg/m³', 1, (w) => w.pm2_5),
  pm10: variable('μg/m³', 1, (w) => w.pm10),
  ozone: variable('μg/m³', 1, (w) => w.ozone),
}

const HOURLY: Record<string, Variable> = {
  temperature_2m: variable('°C', 1, (w) => w.temperature_c),
  precipitation: variable('mm', 2, (w) => w.rain_mm * 2),
  precipitation_probability: variable('%', 0, (w) => (w.rain_mm > 0 ? 70 : 5)),
  weather_code: variable('wmo code', 0, (w) => w.weather_code),
}

/** Variables of a day, of its hours. */
const DAILY: Record<string, { of: string; sum(values: number[]): number }> = {
  temperature_2m_min: { of: 'temperature_2m', sum: (values) => Math.min(...values) },
  temperature_2m_max: { of: 'temperature_2m', sum: (values) => Math.max(...values) },
  precipitation_sum: { of: 'precipitation', sum: (values) => values.reduce((a, b) => a + b, 0) },
  precipitation_probability_max: {
    of: 'precipitation_probability',
    sum: (values) => Math.max(...values),
  },
}

/** Other units on request: the unit's name, and the conversion from the default unit. */
const CHOICES: Record<string, Record<string, [of: string, unit: string, (v: number) => number]>> = {
  temperature_unit: { fahrenheit: ['°C', '°F', (v) => v * 1.8 + 32] },
  wind_speed_unit: {
    ms: ['km/h', 'm/s', (v) => v / 3.6],
    mph: ['km/h', 'mp/h', (v) => v / 1.609344],
    kn: ['km/h', 'kn', (v) => v / 1.852],
  },
  precipitation_unit: { inch: ['mm', 'inch', (v) => v / 25.4] },
}
const DEFAULTS = { temperature_unit: 'celsius', wind_speed_unit: 'kmh', precipitation_unit: 'mm' }

export const openMeteoForecast = ({ query, now }: SampleRequest) =>
  current(query, now, FORECAST, 900)
export const openMeteoAirQuality = ({ query, now }: SampleRequest) =>
  current(query, now, AIR_QUALITY, 3_600)

/** The block `current` of an answer; an unknown variable is status 400 with a sentence. */
function current(
  query: URLSearchParams,
  now: Date,
  variables: Record<string, Variable>,
  interval: number,
): SampleAnswer {
  const [latitude, longitude] = [numberIn(query, 'latitude'), numberIn(query, 'longitude')]
  if (latitude === null || longitude === null)
    return refusal("Parameter 'latitude' and 'longitude' must have the same number of elements")
  if (Math.abs(latitude) > 90)
    return refusal(`Latitude must be in range of -90 to 90°. Given: ${latitude}.`)
  if (Math.abs(longitude) > 180)
    return refusal(`Longitude must be in range of -180 to 180°. Given: ${longitude}.`)
  const names = namesIn(query, 'current')
  const isForecast = variables === FORECAST
  const hourly = isForecast ? namesIn(query, 'hourly') : []
  const daily = isForecast ? namesIn(query, 'daily') : []
  const unknown =
    names.find((name) => !Object.hasOwn(variables, name)) ??
    hourly.find((name) => !Object.hasOwn(HOURLY, name)) ??
    daily.find((name) => !Object.hasOwn(DAILY, name))
  if (unknown !== undefined)
    return refusal(`Cannot initialize ForecastVariable from invalid String value ${unknown}.`)
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    const chosen = query.get(name) ?? usual
    if (chosen !== usual && !Object.hasOwn(CHOICES[name], chosen))
      return refusal(`Cannot initialize ${name} from invalid String value ${chosen}.`)
  }
  const at = new Date(Math.floor(now.getTime() / (interval * 1_000)) * interval * 1_000)
  const weather = sampleWeather(at, latitude, longitude)
  const isUnix = query.get('timeformat') === 'unixtime'
  // The sample lies on the open sea, where zones are whole hours of longitude.
  const ahead_h = query.get('timezone') === 'auto' ? Math.round(longitude / 15) : 0
  const local = (date: Date) => new Date(date.getTime() + ahead_h * HOUR_MS).toISOString()
  const time = isUnix ? at.getTime() / 1_000 : local(at).slice(0, 16)
  const values: Record<string, unknown> = { time, interval }
  const units: Record<string, string> = {
    time: isUnix ? 'unixtime' : 'iso8601',
    interval: 'seconds',
  }
  for (const name of names) [values[name], units[name]] = reading(variables[name], weather, query)
  return {
    body: {
      latitude: round(latitude, 2),
      longitude: round(longitude, 2),
      generationtime_ms: 0.05,
      utc_offset_seconds: ahead_h * 3_600,
      timezone: ahead_h === 0 ? 'GMT' : `Etc/GMT${ahead_h < 0 ? '+' : ''}${-ahead_h}`,
      timezone_abbreviation: ahead_h === 0 ? 'GMT' : `GMT${ahead_h > 0 ? '+' : ''}${ahead_h}`,
      elevation: 2,
      ...(names.length > 0 && { current_units: units, current: values }),
      ...(hourly.length > 0 && hours(query, now, local, hourly)),
      ...(daily.length > 0 && days(query, now, ahead_h, daily)),
    },
  }
}

const HOUR_MS = 3_600_000
/** Hours or days of one answer; the service itself has 16 days. */
const SERIES_MAX = 384

function namesIn(query: URLSearchParams, parameter: string): string[] {
  return (query.get(parameter) ?? '').split(',').filter(Boolean)
}

/** The block `hourly` from the current hour on. */
function hours(
  query: URLSearchParams,
  now: Date,
  local: (date: Date) => string,
  names: readonly string[],
) {
  const count = Math.min(numberIn(query, 'forecast_hours') ?? 24, SERIES_MAX)
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const moments = Array.from({ length: count }, (_, i) => new Date(first + i * HOUR_MS))
  const units: Record<string, string> = { time: 'iso8601' }
  const hourly: Record<string, unknown[]> = { time: moments.map((at) => local(at).slice(0, 16)) }
  for (const name of names) {
    const readings = moments.map((at) => reading(HOURLY[name], weatherAt(at, query), query))
    hourly[name] = readings.map(([value]) => value)
    units[name] = readings[0]?.[1] ?? HOURLY[name].unit
  }
  return { hourly_units: units, hourly }
}

/** The block `daily` from today on; `ahead_h` is the local time's lead over UTC. */
function days(query: URLSearchParams, now: Date, ahead_h: number, names: readonly string[]) {
  const count = Math.min(numberIn(query, 'forecast_days') ?? 7, SERIES_MAX)
  const lead = ahead_h * HOUR_MS
  const today = Math.floor((now.getTime() + lead) / (24 * HOUR_MS)) * 24 * HOUR_MS
  const starts = Array.from({ length: count }, (_, i) => today + i * 24 * HOUR_MS)
  const units: Record<string, string> = { time: 'iso8601' }
  const daily: Record<string, unknown[]> = {
    time: starts.map((start) => new Date(start).toISOString().slice(0, 10)),
  }
  for (const name of names) {
    const { of, sum } = DAILY[name]
    daily[name] = starts.map((start) => {
      const values = Array.from({ length: 24 }, (_, hour) => {
        const at = new Date(start - lead + hour * HOUR_MS)
        return Number(reading(HOURLY[of], weatherAt(at, query), query)[0])
      })
      return round(sum(values), 2)
    })
    units[name] = reading(HOURLY[of], weatherAt(now, query), query)[1]
  }
  return { daily_units: units, daily }
}

function weatherAt(at: Date, query: URLSearchParams): SampleWeather {
  return sampleWeather(at, numberIn(query, 'latitude')!, numberIn(query, 'longitude')!)
}

function reading({ unit, decimals, of }: Variable, weather: SampleWeather, query: URLSearchParams) {
  const value = of(weather)
  for (const [name, choices] of Object.entries(CHOICES)) {
    const choice = choices[query.get(name) ?? '']
    if (choice && choice[0] === unit && value !== null)
      return [round(choice[2](value), Math.max(decimals, 1)), choice[1]] as const
  }
  return [value === null ? null : round(value, decimals), unit] as const
}

function refusal(reason: string): SampleAnswer {
  return { status: 400, body: { error: true, reason } }
}
