import { convexPieces, overlapDepth } from '../../geometry/convex.ts'
import { boxOf, type Polygon } from '../../geometry/polygon.ts'
import { TOUCH_M } from '../../kernel/prism.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'

/** An earlier overlap that grew by less is rounding, in metres. */
const DEEPER_M = 0.002

/**
 * Refuses an edit after which a wall stands in a stair or in its hole in the floor above, or deeper
 * in it than before. Only walls and stairs that the edit changed are checked.
 */
export function refuseWallsInStairs(before: Scene, after: Scene): void {
  for (const stair of nodesOf(after, 'stair')) {
    const isMoved = before.nodes[stair.id] !== stair
    for (const [levelId, part] of placesOf(stair))
      for (const wallId of wallShapes(after, levelId).keys()) {
        if (!isMoved && before.nodes[wallId] === after.nodes[wallId]) continue
        const depth = depthIn(after, stair.id, wallId, levelId, part)
        if (depth <= TOUCH_M) continue
        const was = depthIn(before, stair.id, wallId, levelId, part)
        if (was > TOUCH_M && depth <= was + DEEPER_M) continue
        const what = part === 'outline' ? stair.id : `the hole of ${stair.id} in the floor`
        throw new Refusal(
          'collides',
          `${wallId} would stand in ${what} by ${depth.toFixed(2)} m.`,
          { nodeIds: [wallId, stair.id], details: { depth } },
        )
      }
  }
}

/** The stair itself on its own level, its hole on the level where it arrives. */
type Part = 'outline' | 'opening'

const placesOf = ({ parent, toLevel }: NodeOf<'stair'>): [levelId: string, part: Part][] => [
  [parent!, 'outline'],
  [toLevel, 'opening'],
]

/** How deep a wall stands in a part of a stair, in metres; 0 where it does not. */
function depthIn(scene: Scene, stairId: string, wallId: string, levelId: string, part: Part) {
  if (!scene.nodes[stairId] || !scene.nodes[wallId]) return 0
  const area = stairShape(scene, stairId)?.[part] ?? []
  const wall = wallShapes(scene, levelId).get(wallId)
  if (!wall || area.length === 0 || isFar(area, wall.footprint)) return 0
  const pieces = convexPieces(area)
  return Math.max(
    0,
    ...wall.pieces.flatMap((one) => pieces.map((other) => overlapDepth(one, other))),
  )
}

function isFar(area: Polygon, other: Polygon): boolean {
  const [a, b] = [boxOf(area), boxOf(other)]
  return a.maxX <= b.minX || b.maxX <= a.minX || a.maxZ <= b.minZ || b.maxZ <= a.minZ
}
