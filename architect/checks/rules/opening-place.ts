import { PIER_MIN_M } from '../../kernel/openings/openings.ts'
import type { WallJoin } from '../../kernel/walls/wall-joins.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Tolerance of rounding, in metres. */
const ROUNDING_M = 0.001

/** Whether walls form a corner at a join; two ends in a line do not. */
const IS_CORNER: Record<WallJoin['type'], boolean> = { L: true, T: true, X: true, butt: false }

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
                fix: { tool: 'edit_opening', arguments: { id: opening.id, sill } },
              }),
            }
          }
          const tight = joins.find(({ wallId, type, end }) => {
            if (!IS_CORNER[type]) return false
            // At an end the other wall takes half its thickness, at a side half of it in both
            // directions.
            const other = (nodeOf(scene, wallId, 'wall')?.thickness ?? thickness) / 2
            switch (end) {
              case 'start':
                return opening.from < other + PIER_MIN_M - ROUNDING_M
              case 'end':
                return opening.to > path.length - other - PIER_MIN_M + ROUNDING_M
              case 'side':
                return false
              default:
                return end satisfies never
            }
          })
          if (!tight) continue
          const left = tight.end === 'start' ? opening.from : path.length - opening.to
          yield {
            code: 'opening.near_corner',
            nodeIds: [opening.id, tight.wallId],
            message: `${opening.id} is ${metres(left)} from the corner with ${tight.wallId}, which leaves less than ${metres(PIER_MIN_M)} of wall next to it.`,
            at: inSpace(middle, elevation + opening.sill),
          }
        }
      }
    }
  },
}
