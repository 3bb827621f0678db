import { convexPieces, overlapDepth } from '../geometry/convex.ts'
import { add, leftOf, type Point, rotate, scale } from '../geometry/point.ts'
import { counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { difference, offset, ringsOf } from '../geometry/regions.ts'
import { columnOutline } from '../kernel/column-body.ts'
import { type StairShape, stairOpening, stairShape } from '../kernel/stairs/stair-shape.ts'
import { WINDS_ABOUT_POLE } from '../kernel/stairs/stair-treads.ts'
import type { NodeOf, SceneNode } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { obstaclesOf } from './obstacles.ts'

/** A hole in the floors of a level, with the stair or the slab that it belongs to. */
export interface FloorHole {
  id: string
  /** Convex. */
  pieces: Polygon[]
}

/** People step onto a stair from this much floor before it, in metres. */
const STEP_ON_M = 0.3
/** Gaps that people step over, and what of a column may be past an edge, in metres. */
export const PAST_EDGE_M = 0.05

/** The holes of a level: of stairs that arrive there or pass it, and those cut by hand. */
export function floorHoles(scene: Scene, levelId: string): FloorHole[] {
  const ofStairs = nodesOf(scene, 'stair').flatMap((stair) => {
    const opening = stair.parent === levelId ? [] : stairOpening(scene, stair, levelId)
    return opening.length === 0 ? [] : [stairHole(stair.id, stairShape(scene, stair.id)!, opening)]
  })
  const byHand = obstaclesOf(scene, levelId)
    .filter(({ kind }) => kind === 'hole')
    .map(({ id, pieces }) => ({ id, pieces: pieces.map(({ outline }) => outline) }))
  return [...ofStairs, ...byHand]
}

/** The hole of a stair, without its landing at the height of the floor, which a spiral has. */
export function stairHole(id: string, shape: StairShape, opening: Polygon): FloorHole {
  const landings = shape.treads.filter(({ top }) => top > shape.rise - 1e-6)
  // Wider than the margin of the hole around them, so that they cut it open.
  const wider = offset(
    landings.map(({ outline }) => outline),
    PAST_EDGE_M,
  )
  const open = difference([opening], ringsOf(wider))
  return { id, pieces: open.flatMap(({ outer }) => convexPieces(outer)) }
}

/** The floor from which people step onto a stair. */
export function stepOnOf(stair: NodeOf<'stair'>, { walkline, treads }: StairShape): Polygon {
  const along = treads[0]?.direction ?? rotate([1, 0], stair.direction)
  const half = stair.width / (WINDS_ABOUT_POLE[stair.shape] ? 3 : 2)
  return strip(walkline[0] ?? stair.position, scale(along, -1), STEP_ON_M, half)
}

/** A rectangle in a direction from a point, `half` to each side of it, counter-clockwise. */
export function strip(from: Point, along: Point, length: number, half: number): Polygon {
  const aside = scale(leftOf(along), half)
  const to = add(from, scale(along, length))
  const back = scale(aside, -1)
  return counterClockwise([add(from, aside), add(from, back), add(to, back), add(to, aside)])
}

/** How deep a part of the floor is over a hole, in metres; 0 where it is not. */
export function depthOver(part: Polygon, { pieces }: FloorHole): number {
  const own = convexPieces(part)
  return Math.max(0, ...own.flatMap((a) => pieces.map((b) => overlapDepth(a, b))))
}

/** The floor that a node needs; null for what needs none of its own. */
export function standOf(scene: Scene, node: SceneNode): Polygon | null {
  if (node.kind === 'column') return counterClockwise(columnOutline(node))
  if (node.kind !== 'stair') return null
  const shape = stairShape(scene, node.id)
  return shape && stepOnOf(node, shape)
}
