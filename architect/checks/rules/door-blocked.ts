import { overlapDepth } from '../../geometry/convex.ts'
import { boxOf, centroid } from '../../geometry/polygon.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { doorSwing, KEEP_OUT_M } from '../../kernel/openings/door-swing.ts'
import { IS_PASSAGE } from '../../kernel/openings/openings.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { nearObstacles } from '../near-obstacles.ts'
import { OBSTACLE_TRAITS, type Obstacle } from '../obstacles.ts'
import { inSpace, metres } from '../places.ts'
import type { Finding, Rule } from '../rule.ts'

/** Things block by more than this only, in metres: a plinth or a skirting does not. */
const IN_WAY_MIN_M = 0.02
/** A wall narrows the way to a door by this before it blocks it, in metres. */
const WALL_IN_WAY_MIN_M = 0.1
/** People step over lower things and walk under higher ones, in metres. */
const STEP_M = 0.1
const HEAD_M = 1.9

export const doorBlocked: Rule = {
  codes: { 'door.blocked': 'error' },
  about: `Doors whose leaf strikes something, or before which, within ${KEEP_OUT_M} m on either side, something stands.`,
  *run(scene, levels) {
    for (const { id } of levels)
      for (const wall of childrenOf(scene, id, 'wall'))
        for (const { id: doorId, kind } of openingsOf(scene, wall.id))
          if (IS_PASSAGE[kind]) yield* blocked(scene, id, wall.id, doorId)
  },
}

function* blocked(
  scene: Scene,
  levelId: string,
  wallId: string,
  doorId: string,
): Generator<Finding> {
  const swing = doorSwing(scene, doorId)
  if (!swing) return
  const around = boxOf([...swing.leaf, ...swing.keepOut].flat())
  for (const other of nearObstacles(scene, levelId, around)) {
    if (other.id === wallId || !OBSTACLE_TRAITS[other.kind].isSolid || other.isWalkable) continue
    // One finding a pair, the leaf first, whichever overlap is deeper.
    const struck = deepest(swing.leaf, other, 0.02)
    const before = deepest(swing.keepOut, other, STEP_M)
    const least = other.kind === 'wall' ? WALL_IN_WAY_MIN_M : IN_WAY_MIN_M
    const worst = struck && struck.depth > least ? struck : before
    if (!worst || worst.depth <= least) continue
    yield {
      code: 'door.blocked',
      // A thing is easier to move than the door; a wall is not.
      nodeIds: other.kind === 'item' ? [other.id, doorId] : [doorId, other.id],
      message:
        worst === struck
          ? `The leaf of ${doorId} strikes ${other.id}, which stands in its swing by ${metres(worst.depth)}.`
          : `${other.id} stands ${metres(worst.depth)} into the ${KEEP_OUT_M} m that must stay free before ${doorId}.`,
      at: inSpace(centroid(worst.area), levelFrames(scene).get(levelId)!.elevation),
    }
  }
}

function deepest(areas: Obstacle['pieces'][0]['outline'][], { pieces }: Obstacle, step: number) {
  let worst: { depth: number; area: Obstacle['pieces'][0]['outline'] } | undefined
  for (const area of areas)
    for (const { outline, bottom, top } of pieces) {
      if (top <= step || bottom >= HEAD_M) continue
      const depth = overlapDepth(area, outline)
      if (depth > (worst?.depth ?? 0)) worst = { depth, area }
    }
  return worst
}
