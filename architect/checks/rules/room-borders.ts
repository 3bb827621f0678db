import { mix } from '../../geometry/point.ts'
import { boxOf, centroid, counterClockwise } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { exposuresOf } from '../../kernel/exposure.ts'
import { isOverHall } from '../../kernel/walls-from-below.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, nodeOf } from '../../scene/scene.ts'
import { nearPairs } from '../near-pairs.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'
import { openBorders } from '../walking/room-borders.ts'

/**
 * Rooms that share less than this only touch, in square metres: the width of a pencil along a wall.
 */
const OVERLAP_MIN_M2 = 0.02
/** Rooms whose boxes share no more than this stand wall to wall, in metres. */
const TOUCH_M = 0.001

export const roomBorders: Rule = {
  codes: { 'room.overlap': 'error', 'room.open_loop': 'warning' },
  about:
    'Rooms that claim the same floor, and rooms open to a place without a room: their areas are not those of the house.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const zones = childrenOf(scene, id, 'zone')
      const rings = zones.map(({ polygon }) => counterClockwise(polygon))
      for (const [a, b] of nearPairs(rings.map(boxOf), -TOUCH_M)) {
        const shared = intersection([rings[a]], [rings[b]])
        const area = regionArea(shared)
        if (area < OVERLAP_MIN_M2) continue
        yield {
          code: 'room.overlap',
          nodeIds: [zones[b].id, zones[a].id],
          message: `${zones[b].id} and ${zones[a].id} share ${area.toFixed(2)} m² of floor.`,
          at: inSpace(centroid(shared[0].outer), elevation),
        }
      }
      for (const { zone, from, to, length, beyond, out } of openBorders(scene, id)) {
        const { roomType } = nodeOf(scene, zone, 'zone')!
        if (beyond !== null || ROOM_TYPES[roomType].isOutdoors) continue
        // A carport, and the edge of a gallery, which `floor.no_guard` checks.
        if (exposuresOf(scene, id).get(zone) === 'covered' || isOverHall(scene, id, out)) continue
        yield {
          code: 'room.open_loop',
          nodeIds: [zone],
          message: `${zone} has no wall along ${metres(length)} of its border, and no room is beyond.`,
          at: inSpace(mix(from, to, 0.5), elevation),
          fix: { tool: 'create_wall', arguments: { levelId: id, start: [...from], end: [...to] } },
        }
      }
    }
  },
}
