import type { UpstreamClient } from '../../upstream/client.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { assertCurrent, CurrentResponse, currentQuery } from './current-response.ts'
import { MEASURES } from './measures.ts'
import { openMeteoForecast } from './upstream.ts'

/** Current conditions in our units; null is what the service has not. */
export interface Forecast {
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

/** Throws `UpstreamFailure`, also for conditions that are not current. */
export async function requestForecast(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<Forecast>> {
  const said = await upstreams.request(openMeteoForecast, {
    query: currentQuery(at, VARIABLES),
    // What it cannot answer, and at times its limits, it says with 400.
    alsoRead: [400],
    read: (answer) => forecastOf(new CurrentResponse(answer, at)),
  })
  assertCurrent(openMeteoForecast, said)
  return said
}

function forecastOf(answer: CurrentResponse): Forecast {
  if (!answer.has('weather_code')) throw new InvalidResponse('answered without weather_code')
  const precipitation_mm = answer.number('precipitation', MEASURES.precipitation)
  const isDay = answer.numberOrNull('is_day', MEASURES.flag)
  return {
    time: answer.time,
    interval_s: answer.number('interval', MEASURES.seconds),
    precipitation_mm,
    is_raining: isRaining(answer, precipitation_mm),
    weather_code: answer.numberOrNull('weather_code', MEASURES.code),
    temperature_c: answer.number('temperature_2m', MEASURES.temperature),
    humidity_pct: answer.number('relative_humidity_2m', MEASURES.percent),
    pressure_hpa: answer.numberOrNull('pressure_msl', MEASURES.pressure),
    cloud_cover_pct: answer.numberOrNull('cloud_cover', MEASURES.percent),
    uv_index: answer.numberOrNull('uv_index', MEASURES.uvIndex),
    is_day: isDay === null ? null : isDay === 1,
    wind_speed_kmh: answer.number('wind_speed_10m', MEASURES.speed),
    wind_gusts_kmh: answer.numberOrNull('wind_gusts_10m', MEASURES.speed),
    wind_direction_deg: answer.number('wind_direction_10m', MEASURES.direction),
  }
}

/** Of the last interval: rain of fronts and of showers, and not the water of snow. */
function isRaining(answer: CurrentResponse, precipitation_mm: number): boolean {
  if (precipitation_mm === 0) return false
  const rain = answer.numberOrNull('rain', MEASURES.precipitation)
  const showers = answer.numberOrNull('showers', MEASURES.precipitation)
  if ((rain ?? 0) + (showers ?? 0) > 0) return true
  // What fell may be what is not told: snow is not taken for granted.
  if (rain === null || showers === null)
    throw new InvalidResponse('answered with precipitation, and not whether it is rain')
  return false
}
