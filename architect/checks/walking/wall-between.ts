import { add, leftOf, scale } from '../../geometry/point.ts'
import { isOutdoors } from '../../kernel/exposure.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { zoneAt } from './room-borders.ts'

/**
 * Distance from the face of a wall to the point that decides which room is next to it, in metres.
 */
const ASIDE_M = 0.1

/** What is on the other side of a wall: a room, or null where there is none. */
export interface Beyond {
  zone: string | null
  isOutdoors: boolean
}

/**
 * The middle of the longest free stretch of a wall with the room on one side and on the other what
 * `isWanted`; null where none is `stretch` metres long.
 */
export function wallFor(
  scene: Scene,
  levelId: string,
  zoneId: string,
  stretch: number,
  isWanted: (beyond: Beyond) => boolean,
): { wallId: string; offset: number } | null {
  const zones = childrenOf(scene, levelId, 'zone')
  let best: { wallId: string; offset: number } | null = null
  let longest = stretch
  for (const { id, path, thickness, freeSpans } of wallShapes(scene, levelId).values()) {
    for (const [from, to] of freeSpans) {
      if (to - from < longest) continue
      const middle = (from + to) / 2
      const out = scale(leftOf(path.direction(middle)), thickness / 2 + ASIDE_M)
      const points = [add(path.at(middle), out), add(path.at(middle), scale(out, -1))]
      const [left, right] = points.map((at) => zoneAt(zones, at))
      if (left === right || (left !== zoneId && right !== zoneId)) continue
      const [zone, at] = left === zoneId ? [right, points[1]] : [left, points[0]]
      if (!isWanted({ zone, isOutdoors: isOutdoors(scene, levelId, zone, at) })) continue
      longest = to - from
      best = { wallId: id, offset: quantize(middle) }
    }
  }
  return best
}
