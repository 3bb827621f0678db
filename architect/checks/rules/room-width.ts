import { clearWidth } from '../../geometry/clear-width.ts'
import { centroid } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import { childrenOf } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Habitable rooms: 7 ft in any direction (IRC R304.2). */
const HABITABLE_M = 2.13
/** Kitchens: a counter of 0.6 m and a passage of 3 ft before it (IPMC 404.2). */
const KITCHEN_M = 1.51
/** Halls and stairs: 3 ft (IRC R311.6, R311.7.1). */
const PASSAGE_M = 0.91
/** Baths: a tub of 30 in and 21 in before it (IRC P2705.1). */
const BATH_M = 1.29
/** Toilets: 15 in from the middle of the bowl to either side (IRC P2705.1). */
const TOILET_M = 0.76

/**
 * The least clear width of a room by its type, in metres; null where none is published. Design
 * targets, not compliance with a code.
 */
const WIDTHS_M: Record<RoomTypeName, number | null> = {
  living: HABITABLE_M,
  dining: HABITABLE_M,
  bedroom: HABITABLE_M,
  office: HABITABLE_M,
  studio: HABITABLE_M,
  classroom: HABITABLE_M,
  meeting: HABITABLE_M,
  kitchen: KITCHEN_M,
  bathroom: BATH_M,
  toilet: TOILET_M,
  hall: PASSAGE_M,
  corridor: PASSAGE_M,
  entrance: PASSAGE_M,
  stairwell: PASSAGE_M,
  laundry: null,
  storage: null,
  closet: null,
  utility: null,
  garage: null,
  terrace: null,
  other: null,
}
/** Widths are drawn to the centimetre. */
const ROUNDING_M = 0.005

export const roomWidth: Rule = {
  codes: { 'room.too_narrow': 'warning' },
  about:
    'Rooms that are narrower between their walls, at their widest place, than rooms of their type should be.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      for (const zone of childrenOf(scene, id, 'zone')) {
        const least = WIDTHS_M[zone.roomType]
        if (least === null || !isInside(scene, id, zone.id)) continue
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
