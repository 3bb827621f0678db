import { z } from 'zod'
import type { SectionSource } from '../../catalog/section-source.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { round } from '../../values/round.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { AirQuality, requestAirQuality } from './air-quality.ts'
import { compassPoint } from './compass-point.ts'
import { conditionsOf } from './conditions.ts'
import { roundPoint } from './current-response.ts'
import { type Forecast, requestForecast } from './forecast.ts'
import { KMH_OF_MPH } from './measures.ts'
import { openMeteoAirQuality, openMeteoForecast } from './upstream.ts'

const number = z.number()

export const WeatherData = z.object({
  is_raining: z.boolean().describe('rain or showers fell in the last interval; snow is none'),
  precipitation_mm: number.describe('of the last interval, snow as water'),
  precipitation_interval_seconds: number.describe('length of that interval'),
  conditions: z.string().describe('in words, for example light drizzle'),
  temperature_c: number.describe('2 m above the ground'),
  temperature_f: number.describe('2 m above the ground'),
  humidity_pct: number.describe('relative, 2 m above the ground'),
  pressure_hpa: number.nullable().describe('reduced to sea level'),
  cloud_cover_pct: number.nullable().describe('of the sky'),
  uv_index: number.nullable().describe('now, not the maximum of the day'),
  is_day: z.boolean().nullable().describe('whether the sun is up'),
  wind_speed_kmh: number.describe('10 m above the ground'),
  wind_speed_mph: number.describe('10 m above the ground'),
  wind_gusts_kmh: number.nullable().describe('10 m above the ground'),
  wind_direction_deg: number.describe('where it comes from, clockwise from north'),
  wind_direction: z.string().describe('one of 16 points of the compass'),
  air_quality: AirQuality.nullable().describe(
    'null when the air-quality service did not answer; the note says why',
  ),
})
export type WeatherData = z.infer<typeof WeatherData>

/** What both services said; `air` is null where its own did not answer. */
export interface RequestedWeather {
  forecast: Forecast
  air: AirQuality | null
  /** The forecast first, with what there is to say of both. */
  sources: SectionSource[]
}

export const section: SectionDefinition = {
  name: 'Weather',
  category: 'conditions',
  data: WeatherData,
  reads: [],
  requestData: ask,
  answer,
}

const NOTE =
  'Values of weather models for a cell of their grid, not of a station; asked for the coordinates rounded to 0.01 degree.'

function ask(
  { point }: Location,
  _rows: SectionRows,
  { upstreams }: ExternalSources,
): Promise<RequestedWeather> | null {
  if (!upstreams) return null
  const at = roundPoint(point)
  const airOrFailure = requestAirQuality(upstreams, at).catch((failure: unknown) => {
    if (failure instanceof UpstreamFailure) return failure
    throw failure
  })
  // Both are on their way before either is waited for.
  return Promise.all([requestForecast(upstreams, at), airOrFailure]).then(([forecast, air]) => {
    const observed = new Date(forecast.value.time).toISOString()
    const notes = [`Conditions of ${observed}.`, NOTE]
    const isAir = !(air instanceof UpstreamFailure)
    if (!isAir) notes.push(`No air quality: ${air.reason}`)
    const main = upstreams.sourceOf(openMeteoForecast, forecast, { note: notes.join(' ') })
    return {
      forecast: forecast.value,
      air: isAir ? air.value : null,
      sources: [main, ...(isAir ? [upstreams.sourceOf(openMeteoAirQuality, air)] : [])],
    }
  })
}

function answer(
  _: Location,
  _rows: SectionRows,
  said?: RequestedWeather | null,
): Answer<WeatherData> {
  if (!said) return notAsked()
  const { forecast, air, sources } = said
  const data: WeatherData = {
    is_raining: forecast.is_raining,
    precipitation_mm: round(forecast.precipitation_mm, 2),
    precipitation_interval_seconds: forecast.interval_s,
    conditions: conditionsOf(forecast.weather_code),
    temperature_c: round(forecast.temperature_c, 1),
    temperature_f: round((forecast.temperature_c * 9) / 5 + 32, 1),
    humidity_pct: forecast.humidity_pct,
    pressure_hpa: forecast.pressure_hpa,
    cloud_cover_pct: forecast.cloud_cover_pct,
    uv_index: forecast.uv_index,
    is_day: forecast.is_day,
    wind_speed_kmh: round(forecast.wind_speed_kmh, 1),
    wind_speed_mph: round(forecast.wind_speed_kmh / KMH_OF_MPH, 1),
    wind_gusts_kmh: forecast.wind_gusts_kmh === null ? null : round(forecast.wind_gusts_kmh, 1),
    wind_direction_deg: forecast.wind_direction_deg,
    wind_direction: compassPoint(forecast.wind_direction_deg),
    air_quality: air,
  }
  return {
    status: 'available',
    summary: summarise(data),
    data,
    source: sources[0],
    ...(sources.length > 1 && { sources }),
  }
}

/** One sentence: sky, temperature, wind, what fell, and the air where it is known. */
function summarise(data: WeatherData): string {
  const { conditions, precipitation_mm, air_quality } = data
  const minutes = round(data.precipitation_interval_seconds / 60, 0)
  const fell = data.is_raining
    ? `${precipitation_mm} mm of rain in the last ${minutes} minutes`
    : precipitation_mm > 0
      ? `snow or ice of ${precipitation_mm} mm of water in the last ${minutes} minutes`
      : `no rain in the last ${minutes} minutes`
  const parts = [
    conditions[0].toUpperCase() + conditions.slice(1),
    `${data.temperature_c} °C (${data.temperature_f} °F)`,
    `wind of ${data.wind_speed_kmh} km/h from ${data.wind_direction}`,
    fell,
    ...(air_quality?.us_aqi != null ? [`air quality index ${air_quality.us_aqi}`] : []),
  ]
  return `${parts.join(', ')}.`
}

/**
 * Nobody asked: in lists of many points and in tables weather would be of another moment, and a
 * service may have no live ones.
 */
function notAsked(): Answer<WeatherData> {
  return {
    status: 'not_available',
    summary: 'The weather was not asked for.',
    data: null,
    reason:
      'Weather is of the moment and comes from a live service, which was not asked for this answer.',
    hint: 'Ask for one spot, where live services are asked: GET /v1/location?layers=weather, or `plat dossier`.',
  }
}
