import { expect } from 'vitest'
import { buildDossier } from '../../dossier/dossier.ts'
import { type Section, sectionSchema } from '../../layers/section.ts'
import { WeatherData } from '../../layers/weather/data.ts'
import { openMeteoAirQuality, openMeteoForecast } from '../../layers/weather/upstream.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { clientOf } from './local-service.ts'
import { LocalUpstream } from './local-upstream.ts'

export const POINT = { lat: 40.8254321, lng: -73.1792789 }
export const NOW = '2026-08-23T22:50:00.000Z'

/** A whole response of the forecast, with some of its values and units replaced. */
export function forecastBody(current: object = {}, units: object = {}, rest: object = {}) {
  return {
    latitude: 40.82542,
    longitude: -73.17927,
    generationtime_ms: 0.39,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 21,
    current_units: {
      time: 'iso8601',
      interval: 'seconds',
      temperature_2m: '°C',
      relative_humidity_2m: '%',
      is_day: '',
      precipitation: 'mm',
      rain: 'mm',
      showers: 'mm',
      weather_code: 'wmo code',
      cloud_cover: '%',
      pressure_msl: 'hPa',
      uv_index: '',
      wind_speed_10m: 'km/h',
      wind_direction_10m: '°',
      wind_gusts_10m: 'km/h',
      ...units,
    },
    current: {
      time: '2026-08-23T22:45',
      interval: 900,
      temperature_2m: 23.2,
      relative_humidity_2m: 85,
      is_day: 1,
      precipitation: 0,
      rain: 0,
      showers: 0,
      weather_code: 3,
      cloud_cover: 96,
      pressure_msl: 1015.6,
      uv_index: 0.4,
      wind_speed_10m: 11.2,
      wind_direction_10m: 178,
      wind_gusts_10m: 23.8,
      ...current,
    },
    ...rest,
  }
}

/** Hours from local midnight of 2026-08-23 on and a week, as a forecast has them on request. */
export function outlookBlocks() {
  const hours = Array.from({ length: 42 }, (_, i) => i)
  const start = Date.UTC(2026, 7, 23)
  const iso = (ms: number, length: number) => new Date(start + ms).toISOString().slice(0, length)
  const days = Array.from({ length: 7 }, (_, i) => i)
  return {
    utc_offset_seconds: -14_400,
    timezone: 'America/New_York',
    hourly_units: {
      time: 'iso8601',
      temperature_2m: '°C',
      precipitation_probability: '%',
      precipitation: 'mm',
    },
    hourly: {
      time: hours.map((hour) => iso(hour * 3_600_000, 16)),
      temperature_2m: hours,
      precipitation_probability: hours,
      precipitation: hours.map(() => 0.1),
    },
    daily_units: {
      time: 'iso8601',
      temperature_2m_min: '°C',
      temperature_2m_max: '°C',
      precipitation_sum: 'mm',
      precipitation_probability_max: '%',
    },
    daily: {
      time: days.map((day) => iso(day * 86_400_000, 10)),
      temperature_2m_min: days.map(() => 18.5),
      temperature_2m_max: days.map(() => 29.5),
      precipitation_sum: days.map(() => 2.4),
      precipitation_probability_max: days.map(() => 40),
    },
  }
}

/** A whole response of the air-quality service, with some of its values and units replaced. */
export function airBody(current: object = {}, units: object = {}) {
  return {
    latitude: 40.800003,
    longitude: -73.2,
    utc_offset_seconds: 0,
    current_units: {
      time: 'iso8601',
      interval: 'seconds',
      us_aqi: 'USAQI',
      pm2_5: 'μg/m³',
      pm10: 'μg/m³',
      ozone: 'μg/m³',
      ...units,
    },
    current: {
      time: '2026-08-23T22:00',
      interval: 3600,
      us_aqi: 56,
      pm2_5: 12.1,
      pm10: 18.4,
      ozone: 81,
      ...current,
    },
  }
}

interface SectionOptions {
  point?: typeof POINT
  now?: string
  /** The upstreams' own deadlines when absent. */
  deadlines_ms?: { forecast?: number; air?: number }
}

/** Both services on this machine; they respond with the bodies above unless a test changes them. */
export class LocalWeather {
  readonly forecast: LocalUpstream
  readonly air: LocalUpstream

  private constructor(forecast: LocalUpstream, air: LocalUpstream) {
    this.forecast = forecast
    this.air = air
  }

  static async open(): Promise<LocalWeather> {
    return new LocalWeather(
      await LocalUpstream.open(() => null),
      await LocalUpstream.open(() => null),
    )
  }

  reset(): void {
    this.forecast.respond = () => ({ body: forecastBody() })
    this.air.respond = () => ({ body: airBody() })
    this.forecast.requests.length = 0
    this.air.requests.length = 0
  }

  /** The section at a point, from a new client, so that no other request is cached. */
  section({
    point = POINT,
    now = NOW,
    deadlines_ms = {},
  }: SectionOptions = {}): Promise<Section<WeatherData>> {
    return weatherAt(point, this.client(now, deadlines_ms))
  }

  client(now = NOW, { forecast, air }: SectionOptions['deadlines_ms'] = {}): UpstreamClient {
    const within = (upstream: Upstream, deadline_ms = upstream.deadline_ms) => {
      return { ...upstream, deadline_ms }
    }
    const upstreams = [
      [within(openMeteoForecast, forecast), this.forecast.url],
      [within(openMeteoAirQuality, air), this.air.url],
    ] as const
    return clientOf(upstreams, () => Date.parse(now))
  }

  async close(): Promise<void> {
    await Promise.all([this.forecast.close(), this.air.close()])
  }
}

const schema = sectionSchema('weather', { data: WeatherData })

/** The section as in a dossier: in the contract's shape, with a summary of one sentence. */
export async function weatherAt(point: typeof POINT, upstreams: UpstreamClient | null) {
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const query = { ...point, layers: ['weather'] }
  const { layers } = await buildDossier(new Map(), query, { upstreams }, fail)
  const section = layers.weather as Section<WeatherData>
  expect(schema.parse(section)).toEqual(section)
  expect(section.summary).toMatch(/^[A-Z].*[^.\s]\.$/)
  expect(section.summary).not.toMatch(/[.!?]\s+[A-Z]/)
  return section
}
