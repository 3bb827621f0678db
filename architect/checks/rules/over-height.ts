import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import { gradeUnder } from '../../kernel/site/ground.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** A millimetre over the limit is rounding. */
const ROUNDING_M = 0.001

export const overHeight: Rule = {
  codes: { 'site.over_height': 'error' },
  about:
    'Buildings higher above the mean ground at their walls than the limit, where zoning was pulled.',
  *run(scene, levels) {
    const [site] = nodesOf(scene, 'site')
    const limit = site?.survey?.zoning?.heightMax ?? null
    if (limit === null) return
    const { district } = site.survey!.zoning!
    for (const building of nodesOf(scene, 'building')) {
      const own = levels.filter((level) => level.building === building.id)
      const tops = own.flatMap(({ id }) => topsOf(scene, id))
      const highest = tops.reduce((most, each) => (each.top > most.top ? each : most), LOWEST)
      const height =
        highest.top -
        gradeUnder(
          scene,
          own.map(({ id }) => id),
        )
      if (!(height > limit + ROUNDING_M)) continue
      yield {
        code: 'site.over_height',
        nodeIds: [highest.nodeId, site.id],
        message: `${highest.nodeId} ends ${metres(height)} above the ground, and ${district} allows ${metres(limit)}.`,
      }
    }
  },
}

const LOWEST = { nodeId: '', top: -Infinity }

function topsOf(scene: Scene, levelId: string): { nodeId: string; top: number }[] {
  const roofs = childrenOf(scene, levelId, 'roof').flatMap(({ id }) => {
    const shape = roofShape(scene, id)
    return shape && !('fault' in shape) ? [{ nodeId: id, top: shape.ridgeHeight }] : []
  })
  const walls = [...wallShapes(scene, levelId).values()].map(({ id, top }) => ({ nodeId: id, top }))
  return [...roofs, ...walls]
}
