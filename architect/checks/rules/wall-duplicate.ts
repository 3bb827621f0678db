import { distance, dot, type Point, subtract } from '../../geometry/point.ts'
import { boxOf } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/wall-path.ts'
import { childrenOf } from '../../scene/scene.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nearPairs } from '../near-pairs.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Centrelines nearer than this run on one another, in metres. */
const BESIDE_M = 0.05
/** Walls share this much at an ordinary corner by rounding, in metres. */
const SHARED_MIN_M = 0.05

export const wallDuplicate: Rule = {
  codes: { 'wall.duplicate': 'error' },
  about: 'Two walls along one line: their volumes count twice, and a door in one is shut by the other.',
  *run(scene, levels) {
    for (const level of levels) {
      const walls = childrenOf(scene, level.id, 'wall')
      const boxes = walls.map((wall) => boxOf(wallPath(wall).corners().map(({ at }) => at)))
      for (const [a, b] of nearPairs(boxes, BESIDE_M)) {
        const shared = sharedStretch(walls[a], walls[b])
        if (!shared || shared.length < SHARED_MIN_M) continue
        // The one that is to go is the one that is wholly along the other, the later of equals.
        const [kept, spare] = isWhole(shared, walls[b]) ? [a, b] : [b, a]
        const canGo =
          isWhole(shared, walls[spare]) && childrenOf(scene, walls[spare].id).length === 0
        yield {
          code: 'wall.duplicate',
          nodeIds: [walls[spare].id, walls[kept].id],
          message: `${walls[spare].id} and ${walls[kept].id} run along one another for ${shared.length.toFixed(2)} m.`,
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
  length > wallPath(wall).length - 2 * BESIDE_M

/** Of two straight walls that lie on one line, or of two arcs that are the same. */
function sharedStretch(a: NodeOf<'wall'>, b: NodeOf<'wall'>): Shared | undefined {
  const path = wallPath(a)
  if (a.sagitta !== 0 || b.sagitta !== 0) {
    const other = wallPath(b)
    const isSame =
      [0, 0.5, 1].every((t) => distance(path.at(path.length * t), other.at(other.length * t)) < BESIDE_M) ||
      [0, 0.5, 1].every((t) => distance(path.at(path.length * t), other.at(other.length * (1 - t))) < BESIDE_M)
    return isSame ? { length: path.length, middle: path.at(path.length / 2) } : undefined
  }
  const along = path.direction(0)
  const beside = (point: Point) => Math.abs(dot(subtract(point, a.start), [along[1], -along[0]]))
  if (Math.max(beside(b.start), beside(b.end)) > BESIDE_M) return undefined
  const reach = [b.start, b.end].map((point) => dot(subtract(point, a.start), along))
  const from = Math.max(0, Math.min(...reach))
  const to = Math.min(path.length, Math.max(...reach))
  return { length: to - from, middle: path.at((from + to) / 2) }
}
