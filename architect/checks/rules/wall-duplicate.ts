import { distance, dot, type Point, subtract } from '../../geometry/point.ts'
import { boxOf } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf } from '../../scene/scene.ts'
import { nearPairs } from '../near-pairs.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Walls that overlap by less than this only touch, in metres: it is rounding. */
const TOUCH_M = 0.001
/** Walls share this much at an ordinary corner, in metres. */
const SHARED_MIN_M = 0.05
/**
 * A wall that runs along the other except for less than this at its ends is wholly along it, in
 * metres.
 */
const ENDS_M = 0.1
/** Points nearer than this are of the same arc, in metres. */
const SAME_ARC_M = 0.05

export const wallDuplicate: Rule = {
  codes: { 'wall.duplicate': 'error' },
  about:
    'Two walls along one line: their volumes count twice, and a door in one is shut by the other.',
  *run(scene, levels) {
    for (const level of levels) {
      const walls = childrenOf(scene, level.id, 'wall')
      const boxes = walls.map((wall) =>
        boxOf(
          wallPath(wall)
            .corners()
            .map(({ at }) => at),
        ),
      )
      const reach = Math.max(0, ...walls.map(({ thickness }) => thickness))
      for (const [a, b] of nearPairs(boxes, reach)) {
        const shared = sharedStretch(walls[a], walls[b])
        if (!shared || shared.length < SHARED_MIN_M) continue
        // The spare wall is the one wholly along the other, the later of equals.
        const [main, spare] = isWhole(shared, walls[b]) ? [a, b] : [b, a]
        const canGo =
          isWhole(shared, walls[spare]) && childrenOf(scene, walls[spare].id).length === 0
        yield {
          code: 'wall.duplicate',
          nodeIds: [walls[spare].id, walls[main].id],
          message: `${walls[spare].id} and ${walls[main].id} run along one another for ${shared.length.toFixed(2)} m.`,
          at: inSpace(shared.middle, level.elevation),
          ...(canGo && { fix: { tool: 'delete_node', arguments: { ids: [walls[spare].id] } } }),
        }
      }
    }
  },
}

interface Shared {
  length: number
  middle: Point
}

const isWhole = ({ length }: Shared, wall: NodeOf<'wall'>) =>
  length > wallPath(wall).length - ENDS_M

/** The stretch that two straight walls on one line, or two equal arcs, share. */
function sharedStretch(a: NodeOf<'wall'>, b: NodeOf<'wall'>): Shared | null {
  const path = wallPath(a)
  if (a.sagitta !== 0 || b.sagitta !== 0) {
    const other = wallPath(b)
    const isSame =
      [0, 0.5, 1].every(
        (t) => distance(path.at(path.length * t), other.at(other.length * t)) < SAME_ARC_M,
      ) ||
      [0, 0.5, 1].every(
        (t) => distance(path.at(path.length * t), other.at(other.length * (1 - t))) < SAME_ARC_M,
      )
    return isSame ? { length: path.length, middle: path.at(path.length / 2) } : null
  }
  const along = path.direction(0)
  const clear = (a.thickness + b.thickness) / 2 - TOUCH_M
  const aside = (point: Point) => Math.abs(dot(subtract(point, a.start), [along[1], -along[0]]))
  if (Math.max(aside(b.start), aside(b.end)) > clear) return null
  const reach = [b.start, b.end].map((point) => dot(subtract(point, a.start), along))
  const from = Math.max(0, Math.min(...reach))
  const to = Math.min(path.length, Math.max(...reach))
  return { length: to - from, middle: path.at((from + to) / 2) }
}
