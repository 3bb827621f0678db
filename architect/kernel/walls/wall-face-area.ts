import type { Mesh } from '../../geometry/mesh.ts'
import { dot, leftOf, type Point, subtract, unit } from '../../geometry/point.ts'
import type { WallPath } from './wall-path.ts'

/**
 * Least cosine between the normal of a wall's face and the direction across the wall, for the
 * chords of arcs.
 */
const ACROSS_COSINE = 0.9

/** Square metres of the faces of a mesh that look across the wall, to its left or its right. */
export function wallFacesArea({ positions, indices }: Mesh, path: WallPath): number {
  let total = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]]
    const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az]
    const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const double = Math.hypot(nx, ny, nz)
    const middle: Point = [ax + (ux + vx) / 3, az + (uz + vz) / 3]
    const across = path.arc ? unit(subtract(middle, path.arc.centre)) : leftOf(path.direction(0))
    if (Math.abs(dot([nx, nz], across)) > ACROSS_COSINE * double) total += double / 2
  }
  return total
}
