import { add, leftOf, type Point, scale } from '../../geometry/point.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { wallPath } from '../walls/wall-path.ts'
import { foldingPanels } from './door-leaves.ts'
import { openingPlace } from './opening-outline.ts'

type Passage = NodeOf<'door'> | NodeOf<'opening'>

/** The floor that a door needs around it. */
export interface DoorSwing {
  /** The convex area that each leaf sweeps; empty where leaves slide or roll up, or are absent. */
  leaf: Polygon[]
  /** Areas on the left and on the right of the wall that a person who goes through stands in. */
  keepOut: [left: Polygon, right: Polygon]
}

/**
 * Depth of the free floor in front of a door, from the wall's face, in metres: a person with a bag.
 */
export const KEEP_OUT_M = 0.65
/** Greatest sill of a hole in a wall that people walk through, in metres. */
const STEP_OVER_M = 0.2
/** Chords of a quarter turn; the arc is drawn from outside, so that no leaf leaves it. */
const ARC_CHORDS = 8
/** The angle whose cosine is 3 / 4. */
const ELLIPSE_FROM_DEGREES = (Math.acos(0.75) * 180) / Math.PI

/** Swings, in plan, depend on nothing but the door and its wall: most edits leave both. */
const swings = new WeakMap<Passage, { wall: NodeOf<'wall'>; swing: DoorSwing }>()

/** The swing of a door or of a passage; null for any other node. */
export function doorSwing(scene: Scene, doorId: string): DoorSwing | null {
  const passage = nodeOf(scene, doorId, 'door') ?? nodeOf(scene, doorId, 'opening')
  if (!passage || passage.sill > STEP_OVER_M) return null
  const wall = nodeOf(scene, passage.parent ?? '', 'wall')
  if (!wall) return null
  const known = swings.get(passage)
  if (known?.wall === wall) return known.swing
  const swing = makeSwing(scene, passage, wall)
  swings.set(passage, { wall, swing })
  return swing
}

function makeSwing(scene: Scene, passage: Passage, wall: NodeOf<'wall'>): DoorSwing {
  const path = wallPath(wall)
  const middle = path.at(passage.offset)
  const along = path.direction(passage.offset)
  const left = leftOf(along)
  const half = passage.width / 2
  /** `s` metres along the wall from the door's middle, `t` out of the wall's face on one side. */
  const at = (s: number, t: number, side: number): Point =>
    add(middle, add(scale(along, s), scale(left, side * (wall.thickness / 2 + t))))
  const box = (side: number): Polygon =>
    counterClockwise([
      at(-half, 0, side),
      at(half, 0, side),
      at(half, KEEP_OUT_M, side),
      at(-half, KEEP_OUT_M, side),
    ])
  const leaf = passage.kind === 'door' ? sweptBy(scene, passage) : []
  return { leaf, keepOut: [box(1), box(-1)] }
}

/** Leaves hang on the flat frame, which stands within a curved wall and not on its faces. */
function sweptBy(scene: Scene, door: NodeOf<'door'>): Polygon[] {
  const { plane, depth, width } = openingPlace(scene, door)!
  const side = door.swing === 'right' ? -1 : 1
  const left = scale(leftOf(plane.along), side)
  const at = ([s, t]: Point): Point =>
    add(plane.origin, add(scale(plane.along, s), scale(left, depth / 2 + t)))
  return leavesOf(door, width).map((ring) => counterClockwise(ring.map(at)))
}

/** The swept areas as `[s, t]`: along the frame from its middle, and out of its face. */
function leavesOf({ doorType, hinge, width: nominal }: NodeOf<'door'>, width: number): Polygon[] {
  const half = width / 2
  const towards = hinge === 'start' ? 1 : -1
  switch (doorType) {
    case 'hinged':
      return [sector(-half * towards, towards, width, 0)]
    case 'double':
      return [sector(-half, 1, half, 0), sector(half, -1, half, 0)]
    case 'folding': {
      // Two halves: the jamb's half sweeps a quarter circle, the other one stays under the tangent
      // to it from the far jamb, which touches it at 60 degrees. Of four panels the joint before
      // the last sweeps an ellipse, which the tangent touches where its cosine is 3 / 4.
      const isWide = foldingPanels(nominal) === 4
      const from = isWide ? ELLIPSE_FROM_DEGREES : 60
      const [, ...arc] = sector(0, 1, width / (isWide ? 4 : 2), from)
      const start = -half * towards
      const stretched = arc.map(([s, t]): Point => [start + towards * s * (isWide ? 3 : 1), t])
      return [[[start, 0], [half * towards, 0], ...stretched]]
    }
    case 'sliding':
    case 'pocket':
    case 'garage':
      return []
  }
}

/** A slice of a circle from `fromDegrees` to a right angle with the wall, about a pivot at `s`. */
function sector(s: number, towards: number, radius: number, fromDegrees: number): Polygon {
  const from = (fromDegrees * Math.PI) / 180
  const step = (Math.PI / 2 - from) / ARC_CHORDS
  const ring: Point[] = [[s, 0]]
  ring.push([s + towards * radius * Math.cos(from), radius * Math.sin(from)])
  for (let i = 0; i < ARC_CHORDS; i++) {
    const angle = from + step * (i + 0.5)
    const outside = radius / Math.cos(step / 2)
    ring.push([s + towards * outside * Math.cos(angle), outside * Math.sin(angle)])
  }
  ring.push([s, radius])
  return ring
}
