import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** What must be left of a wall beside an opening, in metres, so that a frame can be fixed. */
const PIER_MIN_M = 0.05
/** What must be left above a window, in metres: nothing; rounding only. */
const ROUNDING_M = 0.001

export const openingPlace: Rule = {
  codes: { 'opening.above_wall': 'error', 'opening.near_corner': 'warning' },
  about:
    'Openings that reach over the top of their wall, or into the corner where another wall meets it.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      for (const { path, base, top, thickness, openings, joins } of wallShapes(
        scene,
        id,
      ).values()) {
        const height = top - base
        for (const opening of openings) {
          const middle = path.at((opening.from + opening.to) / 2)
          if (opening.head > height + ROUNDING_M) {
            const sill = quantize(height - (opening.head - opening.sill))
            yield {
              code: 'opening.above_wall',
              nodeIds: [opening.id],
              message: `${opening.id} reaches up to ${metres(opening.head)}, and its wall to ${metres(height)}.`,
              at: inSpace(middle, elevation + opening.head),
              ...(sill >= 0 && {
                fix: { tool: 'edit_node', arguments: { id: opening.id, set: { sill } } },
              }),
            }
          }
          const tight = joins.find(({ wallId, type, end }) => {
            if (type === 'butt') return false
            // An end is met by half the other's thickness, a side by half of it on both sides.
            const other = (nodeOf(scene, wallId, 'wall')?.thickness ?? thickness) / 2
            if (end === 'start') return opening.from < other + PIER_MIN_M - ROUNDING_M
            if (end === 'end') return opening.to > path.length - other - PIER_MIN_M + ROUNDING_M
            return false
          })
          if (!tight) continue
          const left = tight.end === 'start' ? opening.from : path.length - opening.to
          yield {
            code: 'opening.near_corner',
            nodeIds: [opening.id, tight.wallId],
            message: `${opening.id} is ${metres(left)} from the corner with ${tight.wallId}, which leaves less than ${metres(PIER_MIN_M)} of wall beside it.`,
            at: inSpace(middle, elevation + opening.sill),
          }
        }
      }
    }
  },
}
