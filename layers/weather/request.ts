import type { SectionSource } from '../../catalog/section-source.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location, SectionRows } from '../location.ts'
import { requestAirQuality } from './air-quality.ts'
import { roundPoint } from './current-response.ts'
import type { AirQuality } from './data.ts'
import { type Forecast, requestForecast } from './forecast.ts'
import { openMeteoAirQuality, openMeteoForecast } from './upstream.ts'

/** Responses of both services; `air` is null where its own service failed. */
export interface RequestedWeather {
  forecast: Forecast
  air: AirQuality | null
  /** The forecast first, with the notes on both. */
  sources: SectionSource[]
}

const NOTE =
  'Values of weather models for a cell of their grid, not of a station; requested for the coordinates rounded to 0.01 degree.'

/**
 * Requests conditions and air quality, both at once; only a failure of the forecast is a failure.
 */
export function requestWeather(
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
    const observed = formatUtc(forecast.value.time)
    const notes = [`Conditions of ${observed}.`, NOTE]
    const missing = Object.entries({ hour: forecast.value.hourly, day: forecast.value.daily })
      .filter(([, series]) => series === null)
      .map(([step]) => step)
    if (missing.length > 0)
      notes.push(`No forecast by ${missing.join(' or ')}: the service answered without one.`)
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

/** `2026-08-23 22:45 UTC` */
function formatUtc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
