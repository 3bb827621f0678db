import { clearGap } from '../geometry/convex.ts'
import type { Point } from '../geometry/point.ts'
import { centroid } from '../geometry/polygon.ts'
import { intersection } from '../geometry/regions.ts'
import { prismOverlap } from '../kernel/prism.ts'
import { OBSTACLE_TRAITS, type Obstacle, type ObstacleKind } from './obstacles.ts'

/** Kind of the second of two; `gap` where the two are only nearer than the clearance. */
export type MeetingKind = ObstacleKind | 'gap'

interface Meeting {
  kind: MeetingKind
  depth: number
  at: Point
  /** Above the level's floor. */
  height: number
}

/** How an item overlaps another thing, or a column a leaf; null where they are clear. */
export function meeting(a: Obstacle, b: Obstacle, clearance = 0): Meeting | null {
  if (!canMeet(a, b)) return null
  let worst: { depth: number; pieces: [Obstacle['pieces'][0], Obstacle['pieces'][0]] } | undefined
  let least = Infinity
  for (const pieceA of a.pieces) {
    for (const pieceB of b.pieces) {
      const depth = prismOverlap(pieceA, pieceB)
      if (depth > (worst?.depth ?? 0)) worst = { depth, pieces: [pieceA, pieceB] }
      if (clearance > 0 && pieceA.top > pieceB.bottom && pieceB.top > pieceA.bottom)
        least = Math.min(least, clearGap(pieceA.outline, pieceB.outline))
    }
  }
  if (worst) {
    const [pieceA, pieceB] = worst.pieces
    const [shared] = intersection([pieceA.outline], [pieceB.outline])
    const at = centroid(shared ? shared.outer : pieceA.outline)
    return { kind: b.kind, depth: worst.depth, at, height: Math.max(pieceA.bottom, pieceB.bottom) }
  }
  if (least >= clearance || !OBSTACLE_TRAITS[b.kind].needsClearance) return null
  const at = centroid(a.pieces[0].outline)
  return { kind: 'gap', depth: clearance - least, at, height: a.pieces[0].bottom }
}

function canMeet(a: Obstacle, b: Obstacle): boolean {
  if (a.kind !== 'item') return b.kind === 'swing' && OBSTACLE_TRAITS[a.kind].strikesLeaf
  if (a.host === b.id || b.host === a.id) return b.kind === 'wall'
  const isOverRug = !OBSTACLE_TRAITS[b.kind].piercesRugs && (a.isWalkable || b.isWalkable)
  return !isOverRug
}
