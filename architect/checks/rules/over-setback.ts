import { nearestOnSegment, type Point } from '../../geometry/point.ts'
import { counterClockwise } from '../../geometry/polygon.ts'
import { intersection } from '../../geometry/regions.ts'
import { type SetbackStrip, setbackStrips } from '../../kernel/site/setback-strips.ts'
import { type StandingPart, standingParts } from '../../kernel/site/standing-parts.ts'
import { nodesOf } from '../../scene/scene.ts'
import { ON_BORDER_M } from '../over-border.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Nodes that one finding names. */
const NAMED_MAX = 6

export const overSetback: Rule = {
  codes: { 'site.over_setback': 'error' },
  about:
    'Walls and roofs nearer to a border of the parcel than its setback, where zoning was pulled.',
  *run(scene, levels) {
    const [site] = nodesOf(scene, 'site')
    const { parcel, zoning, front = null } = site?.survey ?? {}
    if (!parcel || !zoning) return
    // Where the street is unknown, the least setback is what each border has at least.
    const strips = setbackStrips(parcel, { front, setbacks: zoning.setbacks }, Math.min)
    for (const level of levels) {
      const parts = standingParts(scene, level.id).filter(({ nodeId }) => isBuilt(nodeId))
      for (const strip of strips) {
        const over = parts
          .map((part) => ({ part, ...reachInto(strip, part) }))
          .filter(({ reach }) => reach >= ON_BORDER_M)
          .sort((a, b) => b.reach - a.reach)
        if (over.length === 0) continue
        const [{ part, reach, at }] = over
        const others = over.length > 1 ? ` and ${over.length - 1} more` : ''
        const which = strip.kind === null ? 'any' : `the ${strip.kind}`
        yield {
          code: 'site.over_setback',
          nodeIds: [...over.slice(0, NAMED_MAX).map((each) => each.part.nodeId), site.id],
          message: `${part.nodeId}${others} on ${level.id} reach${others ? '' : 'es'} ${metres(reach)} over ${which} setback of ${metres(strip.setback)} in ${zoning.district}.`,
          at: inSpace(at, level.elevation),
        }
      }
    }
  },
}

/** Floors may be terraces, which many codes leave free. */
const isBuilt = (nodeId: string): boolean => /^(wall|roof)_/.test(nodeId)

/** How far a part is over a setback, and where. */
function reachInto(
  { polygon, border: [from, to], setback }: SetbackStrip,
  part: StandingPart,
): { reach: number; at: Point } {
  const own = [counterClockwise(part.polygon)]
  const points = intersection(own, [counterClockwise(polygon)]).flatMap(({ outer }) => outer)
  return points
    .map((at) => ({ at, reach: setback - nearestOnSegment(at, from, to).distance }))
    .reduce((most, each) => (each.reach > most.reach ? each : most), { at: from, reach: 0 })
}
