import { intersection, regionArea, ringsOf } from '../../geometry/regions.ts'
import { boardRegions } from '../../kernel/floors/holes.ts'
import { HEADROOM_M, RISER_MAX_M, stairShape } from '../../kernel/stairs/stair-shape.ts'
import { childrenOf, nodesOf } from '../../scene/scene.ts'
import { depthOver, floorHoles, PAST_EDGE_M, stepOnOf } from '../floor-holes.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'
import { headroomBetween, isTooLow } from '../stair-headroom.ts'

/** Design targets, not a building code: what is comfortable in a house. In metres. */
const GOING_MIN_M = 0.25
const ROUNDING_M = 0.0005
/** Smaller floors over a stair are slivers of drawing, in square metres. */
const COVERED_MIN_M2 = 0.02

export const stairComfort: Rule = {
  codes: {
    'stair.riser': 'warning',
    'stair.going': 'warning',
    'stair.headroom': 'warning',
    'stair.no_hole': 'error',
    'stair.no_floor': 'error',
  },
  about: `Stairs that miss the design targets (riser ${RISER_MAX_M}, going ${GOING_MIN_M}, headroom ${HEADROOM_M} m; not those of a building code), end under a closed floor, or start over a hole.`,
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      for (const stair of nodesOf(scene, 'stair').filter(({ parent }) => parent === id)) {
        const shape = stairShape(scene, stair.id)
        if (!shape) continue
        const { riserHeight, going, headroom, rise } = shape
        const at = inSpace(stair.position, elevation)
        const fixed = (fields: Record<string, unknown>) => ({
          tool: 'edit_stair',
          arguments: { id: stair.id, ...fields },
        })
        if (riserHeight > RISER_MAX_M + ROUNDING_M) {
          const risers = Math.ceil(rise / RISER_MAX_M - 1e-6)
          yield {
            code: 'stair.riser',
            nodeIds: [stair.id],
            message: `${stair.id} rises ${metres(riserHeight)} a step; the design target is ${RISER_MAX_M} m at most, which takes ${risers} risers.`,
            at,
            fix: fixed({ risers }),
          }
        }
        if (going < GOING_MIN_M - ROUNDING_M)
          yield {
            code: 'stair.going',
            nodeIds: [stair.id],
            message: `The treads of ${stair.id} are ${metres(going)} deep; the design target is ${GOING_MIN_M} m at least.`,
            at,
            fix: fixed({ going: GOING_MIN_M }),
          }
        if (headroom !== undefined && headroom < HEADROOM_M - ROUNDING_M)
          yield {
            code: 'stair.headroom',
            nodeIds: [stair.id],
            message: `There are ${metres(headroom)} over a tread of ${stair.id}; the design target is ${HEADROOM_M} m at least.`,
            at,
          }
        for (const upper of nodesOf(scene, 'stair').filter(
          ({ parent }) => parent === stair.toLevel,
        )) {
          const under = headroomBetween(scene, stair.id, upper.id)
          if (isTooLow(under))
            yield {
              code: 'stair.headroom',
              nodeIds: [stair.id, upper.id],
              message: `${upper.id} leaves ${metres(under)} over ${stair.id}; the design target is ${HEADROOM_M} m at least.`,
              at: inSpace(upper.position, elevation + rise),
            }
        }
        const start = stepOnOf(stair, shape)
        for (const hole of floorHoles(scene, id)) {
          const depth = depthOver(start, hole)
          if (depth > PAST_EDGE_M)
            yield {
              code: 'stair.no_floor',
              nodeIds: [stair.id, hole.id],
              message: `The floor before ${stair.id} is ${metres(depth)} over the hole of ${hole.id}: nobody can step onto it.`,
              at,
            }
        }
        if (shape.opening.length === 0) continue
        for (const slab of childrenOf(scene, stair.toLevel, 'slab')) {
          const covered = regionArea(
            intersection([shape.opening], ringsOf(boardRegions(scene, slab.id))),
          )
          if (covered < COVERED_MIN_M2) continue
          yield {
            code: 'stair.no_hole',
            nodeIds: [stair.id, slab.id],
            message: `${slab.id} covers ${covered.toFixed(2)} m² of what must be open over ${stair.id}.`,
            at: inSpace(shape.topAt, elevation + rise),
            ...(!stair.cuts && { fix: fixed({ cuts: true }) }),
          }
        }
      }
    }
  },
}
