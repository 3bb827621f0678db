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
  const names = (query.get('current') ?? '').split(',').filter(Boolean)
  const unknown = names.find((name) => !Object.hasOwn(variables, name))
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
  const time = isUnix ? at.getTime() / 1_000 : at.toISOString().slice(0, 16)
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
      utc_offset_seconds: 0,
      timezone: 'GMT',
      timezone_abbreviation: 'GMT',
      elevation: 2,
      ...(names.length > 0 && { current_units: units, current: values }),
    },
  }
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
