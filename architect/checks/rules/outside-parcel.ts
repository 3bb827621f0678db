import { standingParts } from '../../kernel/site/standing-parts.ts'
import { nodesOf } from '../../scene/scene.ts'
import { farthestOver, ON_BORDER_M } from '../over-border.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

export const outsideParcel: Rule = {
  codes: { 'site.outside_parcel': 'error' },
  about: 'Walls, floors, roofs and stairs outside of the parcel, where site data were pulled.',
  *run(scene, levels) {
    const [site] = nodesOf(scene, 'site')
    const parcel = site?.survey?.parcel
    if (!parcel) return
    for (const { id, elevation } of levels)
      for (const { nodeId, polygon } of standingParts(scene, id)) {
        const { away, corner } = farthestOver(parcel, polygon)
        if (away < ON_BORDER_M) continue
        yield {
          code: 'site.outside_parcel',
          nodeIds: [nodeId, site.id],
          message: `${nodeId} reaches ${metres(away)} over the border of the parcel.`,
          at: inSpace(corner, elevation),
        }
      }
  },
}
