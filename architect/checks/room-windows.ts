import { add, leftOf, type Point, scale } from '../geometry/point.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { isOutdoors } from '../kernel/exposure.ts'
import type { LevelFrame } from '../kernel/levels.ts'
import { type GlazedNode, isGlazed } from '../kernel/openings/glazed.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import { childrenOf, openingsOf, type Scene } from '../scene/scene.ts'
import { zoneAt } from './walking/room-borders.ts'
import { wallFor } from './walking/wall-between.ts'

/** A window or a glazed door between a room and the outdoors. */
export interface RoomWindow {
  window: GlazedNode
  /** The room that it lights. */
  zone: string
  /** The terrace or the like on its other side; null where that is no zone. */
  beyond: string | null
  /** In the middle of its wall. */
  at: Point
}

/** How far from the face of a wall the room next to a window begins at the latest, in metres. */
const ASIDE_M = 0.1

/** Windows and glazed doors of a level that let daylight into a room, wall by wall. */
export const roomWindows = cachedByLevel((scene: Scene, levelId: string): RoomWindow[] => {
  const zones = childrenOf(scene, levelId, 'zone')
  return childrenOf(scene, levelId, 'wall').flatMap((wall) => {
    const windows = openingsOf(scene, wall.id).filter(isGlazed)
    if (windows.length === 0) return []
    const path = wallPath(wall)
    return windows.flatMap((window) => {
      const { offset } = window
      const middle = path.at(offset)
      const out = scale(leftOf(path.direction(offset)), wall.thickness / 2 + ASIDE_M)
      const sides = [out, scale(out, -1)].map((side) => {
        const at = add(middle, side)
        const zone = zoneAt(zones, at)
        return { zone, isOutdoors: isOutdoors(scene, levelId, zone, at) }
      })
      return sides.flatMap(({ zone }, index): RoomWindow[] => {
        const other = sides[1 - index]
        return zone !== null && other.isOutdoors && !sides[index].isOutdoors
          ? [{ window, zone, beyond: other.zone, at: middle }]
          : []
      })
    })
  })
})

/** Length of wall for a window of 1.2 m with a pier on both sides, in metres. */
const WINDOW_STRETCH_M = 1.4
/** Height of the sill of a window that is added without one, in metres. */
const SILL_M = 0.9

/** Where a window for a room fits in an outer wall; null where it would be under the ground. */
export function windowPlace(scene: Scene, { id, elevation }: LevelFrame, zoneId: string) {
  if (elevation + SILL_M < 0) return null
  return wallFor(scene, id, zoneId, WINDOW_STRETCH_M, (side) => side.isOutdoors)
}
