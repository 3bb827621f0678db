import { centroid } from '../../geometry/polygon.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { samplesOf, spacesOf } from '../../kernel/spaces.ts'
import { POLYGON_CORNERS_MAX } from '../../scene/length-schema.ts'
import { childrenOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'
import { zoneAt } from '../walking/room-borders.ts'

/** Smaller spaces between walls are shafts and hollows, in square metres. */
const NAMED_MIN_M2 = 0.5

export const spaceName: Rule = {
  codes: { 'space.unnamed': 'info' },
  about: `Spaces of ${NAMED_MIN_M2} m² and more that walls enclose and no room is in.`,
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const zones = childrenOf(scene, id, 'zone')
      // Without rooms the plan is a shell, in which nothing is named yet.
      if (zones.length === 0) continue
      const { loops, homeOf } = spacesOf(scene, id)
      const homes = new Set(zones.map(homeOf))
      const unnamed = loops.filter(
        ({ ring }, index) =>
          !homes.has(index) && samplesOf(ring).every((at) => zoneAt(zones, at) === null),
      )
      // The areas between walls take longer than all else here: most plans have no such space.
      if (unnamed.length === 0) continue
      for (const { loop, netArea, wallIds } of findRooms(scene, id)) {
        if (netArea < NAMED_MIN_M2 || !unnamed.some(({ ring }) => ring === loop)) continue
        const polygon = loop.map((corner) => corner.map(quantize))
        yield {
          code: 'space.unnamed',
          nodeIds: wallIds,
          message: `${netArea.toFixed(2)} m² between ${wallIds.join(', ')} are in no room.`,
          at: inSpace(centroid(loop), elevation),
          ...(polygon.length <= POLYGON_CORNERS_MAX && {
            fix: { tool: 'create_room', arguments: { levelId: id, polygon, createWalls: false } },
          }),
        }
      }
    }
  },
}
