import { volumeOf } from '../geometry/mesh-measure.ts'
import { bodyOf } from '../kernel/bodies.ts'
import type { Scene } from '../scene/scene.ts'

/** Cubic metres of all parts of a node together: some bodies are closed only as a whole. */
export function solidVolume(scene: Scene, id: string): number {
  const positions: number[] = []
  const indices: number[] = []
  for (const { mesh } of bodyOf(scene, id)?.parts ?? []) {
    const first = positions.length / 3
    for (const value of mesh.positions) positions.push(value)
    for (const index of mesh.indices) indices.push(first + index)
  }
  return volumeOf({
    positions: Float64Array.from(positions),
    normals: new Float64Array(positions.length),
    indices: Uint32Array.from(indices),
  })
}
