import { stairObstacle } from '../../checks/obstacles.ts'
import { convexPieces, overlapDepth } from '../../geometry/convex.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { doorSwing, KEEP_OUT_M } from '../../kernel/openings/door-swing.ts'
import type { SceneNode } from '../../scene/nodes.ts'
import { childrenOf, levelIdOf, nodesOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { isChangedStair } from '../fit/changed-stair.ts'
import { Refusal } from '../refusal.ts'

/** A stair or a hole reaches before a door by more than this, in metres, as in `door.blocked`. */
const IN_WAY_MIN_M = 0.02
/** People step over lower treads and walk under higher ones, in metres. */
const STEP_M = 0.1
const HEAD_M = 1.9

/** Where a door or passage is blocked: in the swing of its leaves, or in the floor before it. */
type Around = 'leaf' | 'keepOut'

/**
 * Ids of the stairs that stand or open the floor around a door or a passage, and of the slabs
 * that have a hole there which was cut by hand. Empty for any other node.
 */
export function stairsAround(scene: Scene, openingId: string, around: Around): string[] {
  const areas = doorSwing(scene, openingId)?.[around] ?? []
  const level = areas.length > 0 ? levelIdOf(scene, scene.nodes[openingId]) : null
  if (!level) return []
  const isIn = (outline: Polygon) =>
    areas.some((area) => overlapDepth(area, outline) > IN_WAY_MIN_M)
  const stairs = nodesOf(scene, 'stair').filter((stair) =>
    stairObstacle(scene, stair, level).some(({ pieces }) =>
      pieces.some(({ outline, bottom, top }) => top > STEP_M && bottom < HEAD_M && isIn(outline)),
    ),
  )
  const slabs = childrenOf(scene, level, 'slab').filter(({ holes }) =>
    holes.some((hole) => convexPieces(hole).some(isIn)),
  )
  return [...stairs, ...slabs].map(({ id }) => id)
}

/** Refuses a door or a passage before which a stair or a hole in the floor would be. */
export function refuseStairBefore(scene: Scene, openingId: string): void {
  const ids = stairsAround(scene, openingId, 'keepOut')
  if (ids.length === 0) return
  const what = ids.map((id) => (id.startsWith('slab') ? `a hole in ${id}` : `${id} or its hole`))
  throw new Refusal(
    'blocks_door',
    `${what.join(' and ')} would be within ${KEEP_OUT_M} m before ${openingId}, where people step out of it.`,
    { nodeIds: [openingId, ...ids], details: { blockedBy: ids, isStair: true } },
  )
}

const isWayThrough = ({ kind }: SceneNode): boolean => kind === 'door' || kind === 'opening'

/**
 * Refuses an edit after which a door or a passage is before a stair or a hole, where it was not.
 */
export function refuseStairsBefore(before: Scene, after: Scene, changed: SceneNode[]): void {
  const isMoved =
    nodesOf(after, 'stair').some((stair) => isChangedStair(before, after, stair)) ||
    changed.some((node) => node.kind === 'slab' && node.holes.length > 0)
  const doors = isMoved
    ? [...nodesOf(after, 'door'), ...nodesOf(after, 'opening')]
    : changed.flatMap((node) =>
        node.kind === 'wall' ? openingsOf(after, node.id) : isWayThrough(node) ? [node] : [],
      )
  for (const { id } of doors) {
    const known = before.nodes[id] ? stairsAround(before, id, 'keepOut') : []
    if (stairsAround(after, id, 'keepOut').some((other) => !known.includes(other)))
      refuseStairBefore(after, id)
  }
}
