import { add, leftOf, scale } from '../../geometry/point.ts'
import { centroid } from '../../geometry/polygon.ts'
import { isOutdoors } from '../../kernel/exposure.ts'
import { IS_WINDOW } from '../../kernel/openings/openings.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'
import { openBorders, zoneAt } from '../walking/room-borders.ts'
import { wallFor } from '../walking/wall-between.ts'

/** Length of wall for a window of 1.2 m with a pier on both sides, in metres. */
const WINDOW_STRETCH_M = 1.4
const ASIDE_M = 0.1

export const roomLight: Rule = {
  codes: { 'room.no_window': 'info' },
  about: 'Rooms in which people stay that neither have a window nor are open to a room with one.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const lit = litRooms(scene, id)
      for (const zone of childrenOf(scene, id, 'zone')) {
        const { isHabitable, label } = ROOM_TYPES[zone.roomType]
        if (!isHabitable || lit.has(zone.id)) continue
        const place = wallFor(scene, id, zone.id, WINDOW_STRETCH_M, ({ isOutdoors }) => isOutdoors)
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
  const zones = childrenOf(scene, levelId, 'zone')
  const lit = new Set<string>()
  for (const wall of childrenOf(scene, levelId, 'wall')) {
    const windows = openingsOf(scene, wall.id).filter(({ kind }) => IS_WINDOW[kind])
    if (windows.length === 0) continue
    const path = wallPath(wall)
    for (const { offset } of windows) {
      const out = scale(leftOf(path.direction(offset)), wall.thickness / 2 + ASIDE_M)
      const sides = [out, scale(out, -1)].map((side) => {
        const at = add(path.at(offset), side)
        const zone = zoneAt(zones, at)
        return { zone, isOutdoors: isOutdoors(scene, levelId, zone, at) }
      })
      for (const [index, { zone }] of sides.entries())
        if (zone && sides[1 - index].isOutdoors) lit.add(zone)
    }
  }
  const borders = openBorders(scene, levelId)
  for (const room of lit)
    for (const { zone, beyond } of borders) {
      if (zone === room && beyond) lit.add(beyond)
      if (beyond === room) lit.add(zone)
    }
  return lit
}
