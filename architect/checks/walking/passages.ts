import { add, distance, leftOf, type Point, scale } from '../../geometry/point.ts'
import { IS_PASSAGE } from '../../kernel/openings/openings.ts'
import { spacesOf } from '../../kernel/spaces.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { roomAt } from './room-at.ts'

/** A door, or an opening that people can walk through. */
export interface Passage {
  id: string
  wallId: string
  width: number
  middle: Point
  left: PassageSide
  right: PassageSide
}

export interface PassageSide {
  /** Where a person stands in front of it. */
  at: Point
  /** The room there; null outside of all rooms. */
  zone: string | null
  /** The loop of walls around the place; null outdoors. */
  space: number | null
}

/** Distance from the face of the wall to a person in front of the door, in metres. */
const BEFORE_M = 0.4
/** Greatest sill that people step over, in metres. */
const STEP_M = 0.2

/** The ways through the walls of a level, wall by wall. */
export function passagesOf(scene: Scene, levelId: string): Passage[] {
  return childrenOf(scene, levelId, 'wall').flatMap((wall) => {
    const openings = openingsOf(scene, wall.id)
    if (openings.length === 0) return []
    const path = wallPath(wall)
    return openings
      .filter(({ kind, sill }) => IS_PASSAGE[kind] && sill <= STEP_M)
      .map(({ id, offset, width }) => {
        const middle = path.at(offset)
        const out = leftOf(path.direction(offset))
        const side = (sign: number) => sideOf(scene, wall, middle, scale(out, sign))
        return { id, wallId: wall.id, width, middle, left: side(1), right: side(-1) }
      })
  })
}

function sideOf(
  scene: Scene,
  { thickness, parent }: NodeOf<'wall'>,
  middle: Point,
  out: Point,
): PassageSide {
  const before = (metres: number) => add(middle, scale(out, thickness / 2 + metres))
  // A closet may be shallower than a person.
  const levelId = parent!
  const zone = roomAt(scene, levelId, before(0.1)) ?? roomAt(scene, levelId, before(BEFORE_M))
  return { at: before(BEFORE_M), zone, space: spacesOf(scene, levelId).at(before(0.1)) }
}

/** Where a person stands before the first riser of a stair, and where he or she arrives. */
export function stairEnds(
  stair: Pick<NodeOf<'stair'>, 'position'>,
  shape: { walkline: Point[]; topAt: Point },
): { foot: Point; head: Point } {
  const [start, next] = shape.walkline
  const last = shape.walkline.at(-1)!
  const before = shape.walkline.at(-2) ?? last
  return {
    foot: beyond(next ?? start, start ?? stair.position),
    head: beyond(before, shape.topAt),
  }
}

/** The point `BEFORE_M` beyond `to`, coming from `from`. */
function beyond(from: Point, to: Point): Point {
  const way = distance(from, to)
  if (way === 0) return to
  return add(to, scale([to[0] - from[0], to[1] - from[1]], BEFORE_M / way))
}
