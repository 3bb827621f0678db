import { z } from 'zod'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { assertCurrent, CurrentResponse, currentQuery } from './current-response.ts'
import { MEASURES } from './measures.ts'
import { openMeteoAirQuality } from './upstream.ts'

export const AirQuality = z.object({
  us_aqi: z.number().nullable().describe('air quality index of the US EPA; above 100 is unhealthy'),
  pm2_5: z.number().nullable().describe('micrograms a cubic metre'),
  pm10: z.number().nullable().describe('micrograms a cubic metre'),
  ozone: z.number().nullable().describe('micrograms a cubic metre'),
})
export type AirQuality = z.infer<typeof AirQuality>

const VARIABLES = Object.keys(AirQuality.shape)

/** Throws `UpstreamFailure`, also for an answer that is not current. */
export async function requestAirQuality(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<AirQuality>> {
  const said = await upstreams.request(openMeteoAirQuality, {
    query: currentQuery(at, VARIABLES),
    alsoRead: [400],
    read(answer) {
      const current = new CurrentResponse(answer, at)
      const air = {
        us_aqi: current.numberOrNull('us_aqi', MEASURES.airIndex),
        pm2_5: current.numberOrNull('pm2_5', MEASURES.concentration),
        pm10: current.numberOrNull('pm10', MEASURES.concentration),
        ozone: current.numberOrNull('ozone', MEASURES.concentration),
      }
      return { time: current.time, air }
    },
  })
  assertCurrent(openMeteoAirQuality, said)
  return { value: said.value.air, retrieved_at: said.retrieved_at }
}
