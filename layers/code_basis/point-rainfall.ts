import type { UpstreamClient } from '../../upstream/client.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { decodeText } from '../../upstream/json-response.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { type PfdsEstimate, parsePfdsEstimate } from './pfds-estimate.ts'
import { assertNear } from './request-point.ts'
import { noaaAtlas14 } from './upstream.ts'

/** Kauai, the wettest of the atlas, has some 40 inches in 24 hours of 100 years. */
const DEPTH_MAX_IN = 80

/** Requests the estimate of a point; null where no volume of the atlas holds it. */
export function requestPointRainfall(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<PfdsEstimate | null>> {
  return upstreams.request(noaaAtlas14, {
    path: '/fe_text_mean.csv',
    query: { lat: at.lat, lon: at.lng, data: 'depth', units: 'english', series: 'pds' },
    read(response) {
      const read = parsePfdsEstimate(decodeText(response))
      if ('problem' in read) {
        if (read.isOutside) return null
        throw new InvalidResponse(
          `answered with something that is not an estimate: ${read.problem}`,
        )
      }
      const { estimate } = read
      assertNear(estimate, at)
      const { rainfall_100yr_24hr_in: depth } = estimate
      if (depth > DEPTH_MAX_IN)
        throw new InvalidResponse(`answered with ${depth} inches, which cannot be`)
      return estimate
    },
  })
}
