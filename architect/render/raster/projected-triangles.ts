import type { Lens } from './camera.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import { type DepthPlane, fillTriangle } from './fill-triangle.ts'

/** The plane of nearness of each triangle, a x + b y + c in pixels. */
export interface NearnessPlanes {
  a: Float64Array
  b: Float64Array
  c: Float64Array
}

interface Passes {
  /** Which triangles are drawn, by the node that they are of and their look. */
  isDrawn(node: number, look: number): boolean
  /**
   * Triangles that face away from the eye instead of those towards it: cut solids show their
   * inside.
   */
  isBacks?: boolean
}

/** At most a quadrilateral remains of a triangle that the near plane cuts. */
const clipped = new Float64Array(4 * 3)

/** Draws all triangles that pass into the planes, and stores their planes in `nearness`. */
export function projectTriangles(
  drawn: DrawnTriangles,
  lens: Lens,
  into: readonly DepthPlane[],
  offsets: readonly (readonly [x: number, y: number])[],
  { isDrawn, isBacks = false }: Passes,
  nearness?: NearnessPlanes,
): void {
  const { corners, normals, count, node, look } = drawn
  const { eye, right, up, forward, isPerspective, scale, near, far, width, height } = lens
  const [ex, ey, ez] = eye
  const middleX = width / 2
  const middleY = height / 2
  const v = new Float64Array(9)
  for (let t = 0; t < count; t++) {
    if (!isDrawn(node[t], look[t])) continue
    const at = t * 9
    const nx = normals[t * 3]
    const ny = normals[t * 3 + 1]
    const nz = normals[t * 3 + 2]
    const dx = corners[at] - ex
    const dy = corners[at + 1] - ey
    const dz = corners[at + 2] - ez
    // How far the eye is behind the face: of parallel rays, the sine of the angle.
    const behind = isPerspective
      ? nx * dx + ny * dy + nz * dz
      : nx * forward[0] + ny * forward[1] + nz * forward[2]
    if (isBacks ? behind <= 0 : behind >= 0) continue
    let nearest = Infinity
    let farthest = -Infinity
    for (let k = 0; k < 9; k += 3) {
      const x = corners[at + k] - ex
      const y = corners[at + k + 1] - ey
      const z = corners[at + k + 2] - ez
      v[k] = x * right[0] + y * right[1] + z * right[2]
      v[k + 1] = x * up[0] + y * up[1] + z * up[2]
      const ahead = x * forward[0] + y * forward[1] + z * forward[2]
      v[k + 2] = ahead
      if (ahead < nearest) nearest = ahead
      if (ahead > farthest) farthest = ahead
    }
    if (farthest <= near || (!isPerspective && nearest >= far)) continue
    const nr = nx * right[0] + ny * right[1] + nz * right[2]
    const nu = nx * up[0] + ny * up[1] + nz * up[2]
    const nf = nx * forward[0] + ny * forward[1] + nz * forward[2]
    const offset = nx * dx + ny * dy + nz * dz
    // A ray meets the face's plane where normal * way = offset: a fraction linear in the picture.
    const share = isPerspective ? 1 / offset : 1 / (far * nf)
    const a = (nr / scale) * share
    const b = (-nu / scale) * share
    const c = (isPerspective ? nf * share : 1 - offset * share) - a * middleX - b * middleY
    if (nearness) {
      nearness.a[t] = a
      nearness.b[t] = b
      nearness.c[t] = c
    }
    const corner = nearest < near ? clipAtNear(v, near) : v
    const number = nearest < near ? clippedCount : 3
    for (let k = 1; k + 1 < number; k++) {
      const [i, j] = [k * 3, k * 3 + 3]
      const s0 = isPerspective ? scale / corner[2] : scale
      const s1 = isPerspective ? scale / corner[i + 2] : scale
      const s2 = isPerspective ? scale / corner[j + 2] : scale
      fillTriangle(
        into,
        offsets,
        middleX + corner[0] * s0,
        middleY - corner[1] * s0,
        middleX + corner[i] * s1,
        middleY - corner[i + 1] * s1,
        middleX + corner[j] * s2,
        middleY - corner[j + 1] * s2,
        a,
        b,
        c,
        t + 1,
      )
    }
  }
}

let clippedCount = 0

/** The part of a triangle that is farther than `near`, into `clipped`. */
function clipAtNear(v: Float64Array, near: number): Float64Array {
  clippedCount = 0
  for (let k = 0; k < 9; k += 3) {
    const next = k === 6 ? 0 : k + 3
    const isIn = v[k + 2] >= near
    if (isIn) put(v[k], v[k + 1], v[k + 2])
    if (isIn !== v[next + 2] >= near) {
      const share = (near - v[k + 2]) / (v[next + 2] - v[k + 2])
      put(v[k] + (v[next] - v[k]) * share, v[k + 1] + (v[next + 1] - v[k + 1]) * share, near)
    }
  }
  return clipped
}

function put(x: number, y: number, z: number): void {
  clipped.set([x, y, z], clippedCount * 3)
  clippedCount++
}
