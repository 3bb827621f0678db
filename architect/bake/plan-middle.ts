import type { Point } from '../geometry/point.ts'
import { boxOf } from '../geometry/polygon.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'

/** Steps of the middle, in metres: what is built near the origin has it for its middle. */
const STEP_M = 50

const middles = new WeakMap<Scene['nodes'], Point>()

/**
 * The middle of what is built, in plan, to whole steps. Single precision is a micrometre near it,
 * and a millimetre at 10 km: from there thin triangles show to the other side.
 */
export function planMiddle(scene: Scene): Point {
  const known = middles.get(scene.nodes)
  if (known) return known
  const walls = nodesOf(scene, 'wall').flatMap(({ start, end }) => [start, end])
  const rings = [...nodesOf(scene, 'slab'), ...nodesOf(scene, 'zone')]
  const points = walls.length > 0 ? walls : rings.flatMap(({ polygon }) => polygon)
  const { minX, maxX, minZ, maxZ } = boxOf(points)
  const middle: Point =
    points.length === 0 ? [0, 0] : [whole((minX + maxX) / 2), whole((minZ + maxZ) / 2)]
  middles.set(scene.nodes, middle)
  return middle
}

/** Adding 0 makes 0 of -0. */
const whole = (metres: number): number => Math.round(metres / STEP_M) * STEP_M + 0
