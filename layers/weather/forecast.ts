import type { UpstreamClient } from '../../upstream/client.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { assertCurrent, CurrentResponse, currentQuery } from './current-response.ts'
import { MEASURES } from './measures.ts'
import { OUTLOOK_QUERY, type Outlook, outlookOf } from './outlook.ts'
import { openMeteoForecast } from './upstream.ts'

/** Conditions and outlook in the contract's units; null where the service has no value. */
export interface Forecast extends Outlook {
  /** Milliseconds since the epoch. */
  time: number
  interval_s: number
  precipitation_mm: number
  is_raining: boolean
  weather_code: number | null
  temperature_c: number
  humidity_pct: number
  pressure_hpa: number | null
  cloud_cover_pct: number | null
  uv_index: number | null
  is_day: boolean | null
  wind_speed_kmh: number
  wind_gusts_kmh: number | null
  wind_direction_deg: number
}

const VARIABLES = [
  ...['temperature_2m', 'relative_humidity_2m', 'is_day', 'precipitation', 'rain', 'showers'],
  ...['weather_code', 'cloud_cover', 'pressure_msl', 'uv_index'],
  ...['wind_speed_10m', 'wind_direction_10m', 'wind_gusts_10m'],
]

/**
 * Requests current conditions and outlook in one call. Throws `UpstreamFailure`, also for ones that
 * are not current.
 */
export async function requestForecast(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<Forecast>> {
  const response = await upstreams.request(openMeteoForecast, {
    query: { ...currentQuery(at, VARIABLES), ...OUTLOOK_QUERY },
    // The service reports bad requests, and at times its limits, with 400.
    alsoRead: [400],
    read: (httpResponse) => forecastOf(new CurrentResponse(httpResponse, at)),
  })
  assertCurrent(openMeteoForecast, response)
  return response
}

function forecastOf(current: CurrentResponse): Forecast {
  if (!current.has('weather_code')) throw new InvalidResponse('answered without weather_code')
  const precipitation_mm = current.number('precipitation', MEASURES.precipitation)
  const isDay = current.numberOrNull('is_day', MEASURES.flag)
  return {
    time: current.time,
    interval_s: current.number('interval', MEASURES.seconds),
    precipitation_mm,
    is_raining: isRaining(current, precipitation_mm),
    weather_code: current.numberOrNull('weather_code', MEASURES.code),
    temperature_c: current.number('temperature_2m', MEASURES.temperature),
    humidity_pct: current.number('relative_humidity_2m', MEASURES.percent),
    pressure_hpa: current.numberOrNull('pressure_msl', MEASURES.pressure),
    cloud_cover_pct: current.numberOrNull('cloud_cover', MEASURES.percent),
    uv_index: current.numberOrNull('uv_index', MEASURES.uvIndex),
    is_day: isDay === null ? null : isDay === 1,
    wind_speed_kmh: current.number('wind_speed_10m', MEASURES.speed),
    wind_gusts_kmh: current.numberOrNull('wind_gusts_10m', MEASURES.speed),
    wind_direction_deg: current.number('wind_direction_10m', MEASURES.direction),
    ...outlookOf(current),
  }
}

/** True when rain or showers fell in the last interval; the water of snow does not count. */
function isRaining(current: CurrentResponse, precipitation_mm: number): boolean {
  if (precipitation_mm === 0) return false
  const rain = current.numberOrNull('rain', MEASURES.precipitation)
  const showers = current.numberOrNull('showers', MEASURES.precipitation)
  if ((rain ?? 0) + (showers ?? 0) > 0) return true
  // The missing one of the two may be what fell: it is not assumed to be snow.
  if (rain === null || showers === null)
    throw new InvalidResponse('answered with precipitation, and not whether it is rain')
  return false
}
