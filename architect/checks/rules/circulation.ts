import type { Point } from '../../geometry/point.ts'
import { distance } from '../../geometry/point.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'
import { passagesOf, stairEnds } from '../walking/passages.ts'
import { freeCell, type NarrowPlace, narrowestFrom } from '../walking/routes.ts'
import { walkableFloor } from '../walking/walkable-floor.ts'
import { wideParts } from '../walking/wide-parts.ts'

/** Room for one person with a tray, in metres. */
const WAY_MIN_M = 0.7
/** Places nearer than this count as one, in metres. */
const SAME_PLACE_M = 0.5
const ROUNDING_M = 0.005

export const circulation: Rule = {
  codes: { 'circulation.narrow': 'warning' },
  about: `Ways from door to door, and to stairs, that are narrower than ${WAY_MIN_M} m somewhere between walls and furniture.`,
  *run(scene, levels) {
    for (const level of levels) {
      const reported: NarrowPlace[] = []
      for (const narrow of narrowPlaces(scene, level)) {
        if (reported.some(({ at }) => distance(at, narrow.at) < SAME_PLACE_M)) continue
        reported.push(narrow)
        yield {
          code: 'circulation.narrow',
          nodeIds: narrow.between,
          message:
            narrow.between.length === 1
              ? `The way through ${narrow.between[0]} is ${metres(narrow.width)} wide.`
              : `The way between ${narrow.between.join(' and ')} is ${metres(narrow.width)} wide.`,
          at: inSpace(narrow.at, level.elevation),
        }
      }
    }
  },
}

/** The narrowest places on the best ways from most doors to each door cut off from them. */
function* narrowPlaces(scene: Scene, level: LevelFrame): Generator<NarrowPlace> {
  const floor = walkableFloor(scene, level.id)
  if (!floor) return
  const stops = stopsOf(scene, level).filter((at) => freeCell(floor, at) !== null)
  const parts = wideParts(floor, WAY_MIN_M / 2, stops)
  const sizes = new Map<number, number>()
  for (const part of parts) if (part > 0) sizes.set(part, (sizes.get(part) ?? 0) + 1)
  const [main] = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  if (!main) return
  const narrowestTo = narrowestFrom(floor, stops[parts.indexOf(main[0])])
  for (const [index, stop] of stops.entries()) {
    if (parts[index] === main[0]) continue
    const narrowest = narrowestTo(stop)
    if (narrowest && narrowest.width < WAY_MIN_M - ROUNDING_M) yield narrowest
  }
}

function stopsOf(scene: Scene, { id, index }: LevelFrame): Point[] {
  const doors = passagesOf(scene, id).flatMap(({ left, right }) => [left, right])
  const stops = doors.filter(({ zone }) => zone !== null || index === 0).map(({ at }) => at)
  for (const stair of nodesOf(scene, 'stair')) {
    const shape = stairShape(scene, stair.id)
    if (!shape) continue
    const { foot, head } = stairEnds(stair, shape)
    if (stair.parent === id) stops.push(foot)
    if (stair.toLevel === id) stops.push(head)
  }
  return stops
}
