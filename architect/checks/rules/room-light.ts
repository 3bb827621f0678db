import { centroid } from '../../geometry/polygon.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import { roomWindows, windowPlace } from '../room-windows.ts'
import type { Rule } from '../rule.ts'
import { openBorders } from '../walking/room-borders.ts'

export const roomLight: Rule = {
  codes: { 'room.no_window': 'info' },
  about:
    'Rooms in which people stay, other than bedrooms, that neither have a window nor are open to a room with one.',
  *run(scene, levels) {
    for (const level of levels) {
      const { id, elevation } = level
      const lit = litRooms(scene, id)
      for (const zone of childrenOf(scene, id, 'zone')) {
        const { isHabitable, label } = ROOM_TYPES[zone.roomType]
        // `bedroom.daylight` measures the windows of bedrooms.
        if (!isHabitable || zone.roomType === 'bedroom' || lit.has(zone.id)) continue
        const place = windowPlace(scene, level, zone.id)
        yield {
          code: 'room.no_window',
          nodeIds: [zone.id],
          message: `${zone.id} is a ${label.toLowerCase()} without a window.`,
          at: inSpace(centroid(zone.polygon), elevation),
          ...(place && { fix: { tool: 'add_window', arguments: place } }),
        }
      }
    }
  },
}

/** Rooms with a window to the outdoors, and rooms open to them without a wall. */
function litRooms(scene: Scene, levelId: string): Set<string> {
  const lit = new Set(roomWindows(scene, levelId).map(({ zone }) => zone))
  const borders = openBorders(scene, levelId)
  for (const room of lit)
    for (const { zone, beyond } of borders) {
      if (zone === room && beyond) lit.add(beyond)
      if (beyond === room) lit.add(zone)
    }
  return lit
}
