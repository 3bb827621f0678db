import type { Mesh } from './mesh.ts'

/**
 * Cubic metres inside a closed mesh, by the tetrahedra between its triangles and its first corner.
 */
export const volumeOf = (mesh: Mesh): number => volumeOfAll([mesh])

/** Cubic metres inside meshes that are closed together, and not each by itself. */
export function volumeOfAll(meshes: readonly Mesh[]): number {
  const first = meshes.find(({ positions }) => positions.length > 0)
  if (!first) return 0
  const [ox, oy, oz] = first.positions
  return meshes.reduce((sum, mesh) => sum + coneVolume(mesh, ox, oy, oz), 0)
}

function coneVolume({ positions, indices }: Mesh, ox: number, oy: number, oz: number): number {
  let six = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const [ax, ay, az] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz]
    const [bx, by, bz] = [positions[b] - ox, positions[b + 1] - oy, positions[b + 2] - oz]
    const [cx, cy, cz] = [positions[c] - ox, positions[c + 1] - oy, positions[c + 2] - oz]
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}
