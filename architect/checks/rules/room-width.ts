import { clearWidth } from '../../geometry/clear-width.ts'
import { centroid } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { isWidthPublished, ROOM_WIDTHS_M } from '../../scene/room-widths.ts'
import { childrenOf } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Widths are drawn to the centimetre. */
const ROUNDING_M = 0.005

export const roomWidth: Rule = {
  codes: { 'room.too_narrow': 'warning' },
  about:
    'Rooms that are narrower between their walls, at their widest place, than rooms of their type should be.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      for (const zone of childrenOf(scene, id, 'zone')) {
        const least = ROOM_WIDTHS_M[zone.roomType]
        if (!isWidthPublished(zone.roomType) || !isInside(scene, id, zone.id)) continue
        const widths = zoneRegions(scene, zone.id).map((region) => clearWidth(region, least))
        const width = Math.max(0, ...widths)
        if (width >= least - ROUNDING_M) continue
        yield {
          code: 'room.too_narrow',
          nodeIds: [zone.id],
          message: `${zone.id} is ${metres(width)} wide at its widest place; the design target for a ${ROOM_TYPES[zone.roomType].label.toLowerCase()} is ${metres(least)}.`,
          at: inSpace(centroid(zone.polygon), elevation),
        }
      }
    }
  },
}
