import type { UpstreamClient } from '../../upstream/client.ts'
import { SaidWrong } from '../../upstream/failure.ts'
import { textOf } from '../../upstream/json-answer.ts'
import type { Said } from '../../upstream/upstream.ts'
import { expectNear } from './asked-point.ts'
import { type PfdsEstimate, readPfdsEstimate } from './pfds-estimate.ts'
import { noaaAtlas14 } from './upstream.ts'

/** Kauai, the wettest of the atlas, has some 40 inches in 24 hours of 100 years. */
const DEPTH_MAX_IN = 80

/** The estimate of a point; null where no volume of the atlas holds it. Throws `UpstreamFailure`. */
export function askPointRainfall(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<Said<PfdsEstimate | null>> {
  return upstreams.ask(noaaAtlas14, {
    path: '/fe_text_mean.csv',
    query: { lat: at.lat, lon: at.lng, data: 'depth', units: 'english', series: 'pds' },
    read(answer) {
      const read = readPfdsEstimate(textOf(answer))
      if ('problem' in read) {
        if (read.isOutside) return null
        throw new SaidWrong(`answered with what is no estimate: ${read.problem}`)
      }
      const { estimate } = read
      expectNear(estimate, at)
      const { rainfall_100yr_24hr_in: depth } = estimate
      if (depth > DEPTH_MAX_IN)
        throw new SaidWrong(`answered with ${depth} inches, which cannot be`)
      return estimate
    },
  })
}
