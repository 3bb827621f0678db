import type { Point } from '../../geometry/point.ts'
import {
  contains,
  counterClockwise,
  distanceToBorder,
  type Polygon,
} from '../../geometry/polygon.ts'
import { difference } from '../../geometry/regions.ts'
import { samplesOf } from '../../kernel/spaces.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Parts that reach over the border by less than this stand on it, in metres. */
const ON_BORDER_M = 0.01

export const offPlot: Rule = {
  codes: { 'site.off_plot': 'warning' },
  about: 'Walls, floors, roofs and stairs outside of the site, where its outline is set.',
  *run(scene, levels) {
    const site = nodesOf(scene, 'site')[0]
    // A derived outline follows the building, which cannot leave it.
    const plot = site?.polygon
    if (!plot) return
    for (const { id, elevation } of levels) {
      for (const { nodeId, polygon } of partsOf(scene, id)) {
        const outside = pointsOver(plot, polygon)
          .map((corner) => ({ corner, away: distanceToBorder(plot, corner) }))
          .reduce((most, each) => (each.away > most.away ? each : most), NOWHERE)
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

const NOWHERE = { corner: [0, 0] as readonly [number, number], away: 0 }

/**
 * The points of a part that are over the border: its corners, and points of what lies over a corner
 * of the plot that points inwards, which may be farther over it than any corner.
 */
function pointsOver(plot: Polygon, polygon: Polygon): Point[] {
  if (polygon.length === 0) return []
  const over = difference([counterClockwise(polygon)], [counterClockwise(plot)])
  return [
    ...polygon.filter((corner) => !contains(plot, corner)),
    ...over.flatMap(({ outer }) => samplesOf(outer)),
  ]
}

/** What stands on a level, in plan: roofs without their overhang. */
function partsOf(scene: Scene, levelId: string): { nodeId: string; polygon: Polygon }[] {
  const boards = [...childrenOf(scene, levelId, 'slab'), ...childrenOf(scene, levelId, 'roof')]
  return [
    ...[...wallShapes(scene, levelId).values()].map(({ id, footprint }) => ({
      nodeId: id,
      polygon: footprint,
    })),
    ...boards.map(({ id, polygon }) => ({ nodeId: id, polygon })),
    ...childrenOf(scene, levelId, 'stair').map(({ id }) => ({
      nodeId: id,
      polygon: stairShape(scene, id)?.outline ?? [],
    })),
  ]
}
