import { round } from '../../values/round.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { compassPoint } from './compass-point.ts'
import { conditionsOf } from './conditions.ts'
import { WeatherData } from './data.ts'
import { KMH_OF_MPH } from './measures.ts'
import { type RequestedWeather, requestWeather } from './request.ts'
import { summarise } from './summary.ts'

export const section: SectionDefinition = {
  name: 'Weather',
  category: 'conditions',
  data: WeatherData,
  reads: [],
  requestData: requestWeather,
  answer,
}

function answer(
  _: Location,
  _rows: SectionRows,
  requested?: RequestedWeather | null,
): Answer<WeatherData> {
  if (!requested) return notRequested()
  const { forecast, air, sources } = requested
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
    time_zone: forecast.time_zone,
    hourly: forecast.hourly,
    daily: forecast.daily,
  }
  return {
    status: 'available',
    summary: summarise(data),
    data,
    source: sources[0],
    ...(sources.length > 1 && { sources }),
  }
}

/**
 * Answer without a request: weather in lists of many points and in tables would be of another
 * moment, and the operator may have switched live services off.
 */
function notRequested(): Answer<WeatherData> {
  return {
    status: 'not_available',
    summary: 'The weather was not requested.',
    data: null,
    reason:
      'Weather is of the moment and comes from a live service, which was not called for this answer.',
    hint: 'Request a single location, which calls live services: GET /v1/location?layers=weather.',
  }
}
