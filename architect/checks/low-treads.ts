import type { Polygon } from '../geometry/polygon.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'

/** No guard of 1 m stands under a lower tread, which is some 0.25 m with its support, in metres. */
const LOW_M = 1.25

/**
 * The treads of stairs that start on a level under which there is no space for a guard: they close
 * the edge of a hole below them, as where stairs lie over one another.
 */
export function lowTreads(scene: Scene, levelId: string): Polygon[] {
  return nodesOf(scene, 'stair')
    .filter(({ parent }) => parent === levelId)
    .flatMap(({ id }) => stairShape(scene, id)?.treads ?? [])
    .filter(({ top }) => top < LOW_M)
    .map(({ outline }) => outline)
}
