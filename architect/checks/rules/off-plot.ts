import { standingParts } from '../../kernel/site/standing-parts.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodesOf } from '../../scene/scene.ts'
import { farthestOver, ON_BORDER_M } from '../over-border.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

export const offPlot: Rule = {
  codes: { 'site.off_plot': 'warning' },
  about: 'Walls, floors, roofs and stairs outside of the site, where its outline is set.',
  *run(scene, levels) {
    const site = nodesOf(scene, 'site')[0]
    // A derived outline follows the building, which cannot leave it.
    const plot = site?.polygon
    if (!plot || isParcel(site)) return
    for (const { id, elevation } of levels) {
      for (const { nodeId, polygon } of standingParts(scene, id)) {
        const outside = farthestOver(plot, polygon)
        if (outside.away < ON_BORDER_M) continue
        // No fix: the plot is what it is, and only its owner knows what must give way.
        yield {
          code: 'site.off_plot',
          nodeIds: [nodeId, site.id],
          message: `${nodeId} reaches ${metres(outside.away)} over the border of ${site.id}.`,
          at: inSpace(outside.corner, elevation),
        }
      }
    }
  },
}

/** Where the plot is the parcel, another rule is stricter. */
const isParcel = ({ polygon, survey }: NodeOf<'site'>): boolean =>
  survey?.parcel !== undefined && JSON.stringify(polygon) === JSON.stringify(survey.parcel)
