import type { UpstreamClient } from '../../upstream/client.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { assertCurrent, CurrentResponse, currentQuery } from './current-response.ts'
import { AirQuality } from './data.ts'
import { MEASURES } from './measures.ts'
import { openMeteoAirQuality } from './upstream.ts'

const VARIABLES = Object.keys(AirQuality.shape)

/**
 * Requests the current air quality. Throws `UpstreamFailure`, also for values that are not current.
 */
export async function requestAirQuality(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<AirQuality>> {
  const response = await upstreams.request(openMeteoAirQuality, {
    query: currentQuery(at, VARIABLES),
    alsoRead: [400],
    read(httpResponse) {
      const current = new CurrentResponse(httpResponse, at)
      const air = {
        us_aqi: current.numberOrNull('us_aqi', MEASURES.airIndex),
        pm2_5: current.numberOrNull('pm2_5', MEASURES.concentration),
        pm10: current.numberOrNull('pm10', MEASURES.concentration),
        ozone: current.numberOrNull('ozone', MEASURES.concentration),
      }
      return { time: current.time, air }
    },
  })
  assertCurrent(openMeteoAirQuality, response)
  return { value: response.value.air, retrieved_at: response.retrieved_at }
}
