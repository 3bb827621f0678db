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
