import { type Point3, plus } from '../../geometry/vector.ts'
import { axesOf, type Lens } from './camera.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'
import type { DepthPlane } from './fill-triangle.ts'
import { projectTriangles } from './projected-triangles.ts'
import type { ShadedPoint } from './shading.ts'

/** Pixels of a side of the picture that the sun sees, at most. */
const SHADOW_MAP_PIXELS = 2048

/** Half as wide again as the picture that it is for, in whole squares of `FIELD`. */
export const shadowMapPixels = (width: number): number =>
  Math.min(SHADOW_MAP_PIXELS, Math.max(256, Math.ceil((width * 1.5) / FIELD) * FIELD))

/**
 * A place is looked up this many pixels in front of its face, which would otherwise shade itself.
 */
const LIFT_PIXELS = 1.8
/** Pixels looked at about a place, so that shadows end softly: an even number. */
const KERNEL = 6
/** Side of the squares, in pixels, that decide for most places at once; larger than the kernel. */
const FIELD = 8

export interface ShadowMap {
  plane: DepthPlane
  lens: Lens
  /** Metres of one pixel. */
  pixel: number
  /** The least and the greatest nearness in each square of `FIELD` pixels. */
  least: Float32Array
  most: Float32Array
}

/**
 * Draws the depth of the scene as seen from the sun, which is in the direction `toSun`. Glass casts
 * no shadow.
 */
export function shadowMap(
  drawn: DrawnTriangles,
  toSun: Point3,
  isCasting: (node: number, look: number) => boolean,
  plane: DepthPlane,
): ShadowMap {
  const axes = axesOf([-toSun[0], -toSun[1], -toSun[2]])
  const { right, up, forward } = axes
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let t = 0; t < drawn.count; t++) {
    if (!isCasting(drawn.node[t], drawn.look[t])) continue
    for (let k = t * 9; k < t * 9 + 9; k += 3) {
      const x = drawn.corners[k]
      const y = drawn.corners[k + 1]
      const z = drawn.corners[k + 2]
      const u = x * right[0] + y * right[1] + z * right[2]
      const v = x * up[0] + y * up[1] + z * up[2]
      const w = x * forward[0] + y * forward[1] + z * forward[2]
      if (u < low[0]) low[0] = u
      if (u > high[0]) high[0] = u
      if (v < low[1]) low[1] = v
      if (v > high[1]) high[1] = v
      if (w < low[2]) low[2] = w
      if (w > high[2]) high[2] = w
    }
  }
  if (low[0] === Infinity) {
    low.fill(0)
    high.fill(1)
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], 0.1) * 1.02
  let eye: Point3 = [0, 0, 0]
  eye = plus(eye, axes.right, (low[0] + high[0]) / 2)
  eye = plus(eye, axes.up, (low[1] + high[1]) / 2)
  eye = plus(eye, axes.forward, low[2] - 1)
  const lens: Lens = {
    width: plane.width,
    height: plane.height,
    eye,
    ...axes,
    isPerspective: false,
    scale: plane.height / size,
    near: 0,
    far: high[2] - low[2] + 2,
  }
  plane.nearness.fill(0)
  projectTriangles(drawn, lens, [plane], [[0.5, 0.5]], { isDrawn: isCasting })
  const fields = plane.width / FIELD
  const least = new Float32Array(fields * fields)
  const most = new Float32Array(fields * fields)
  for (let row = 0; row < fields; row++) {
    for (let column = 0; column < fields; column++) {
      let low = 1
      let high = 0
      for (let y = 0; y < FIELD; y++) {
        const at = (row * FIELD + y) * plane.width + column * FIELD
        for (let k = at; k < at + FIELD; k++) {
          const near = plane.nearness[k]
          if (near < low) low = near
          if (near > high) high = near
        }
      }
      least[row * fields + column] = low
      most[row * fields + column] = high
    }
  }
  return { plane, lens, pixel: size / plane.height, least, most }
}

/** Share of the sun that reaches a point: 0 to 1. */
export function sunlight(
  { plane, lens, pixel, least, most }: ShadowMap,
  { place, normal }: ShadedPoint,
): number {
  const lift = LIFT_PIXELS * pixel
  const x = place[0] + normal[0] * lift - lens.eye[0]
  const y = place[1] + normal[1] * lift - lens.eye[1]
  const z = place[2] + normal[2] * lift - lens.eye[2]
  const { right, up, forward, scale, far } = lens
  const { width, height, nearness } = plane
  const u = width / 2 + (x * right[0] + y * right[1] + z * right[2]) * scale - 0.5
  const v = height / 2 - (x * up[0] + y * up[1] + z * up[2]) * scale - 0.5
  // Farther than all that casts a shadow is the ground, and what casts nothing is at nearness 0.
  const depth = x * forward[0] + y * forward[1] + z * forward[2]
  const near = Math.max(0, 1 - depth / far + pixel / far)
  const left = Math.floor(u) - KERNEL / 2 + 1
  const top = Math.floor(v) - KERNEL / 2 + 1
  if (left < 0 || top < 0 || left + KERNEL > width || top + KERNEL > height) return 1
  const fields = width / FIELD
  const near0 = ((top / FIELD) | 0) * fields
  const near1 = (((top + KERNEL - 1) / FIELD) | 0) * fields
  const far0 = (left / FIELD) | 0
  const far1 = ((left + KERNEL - 1) / FIELD) | 0
  const a = near0 + far0
  const b = near0 + far1
  const c = near1 + far0
  const d = near1 + far1
  if (most[a] <= near && most[b] <= near && most[c] <= near && most[d] <= near) return 1
  if (least[a] > near && least[b] > near && least[c] > near && least[d] > near) return 0
  // The pixels at the rim count as far as the place reaches into them: no steps are seen.
  const fu = u - Math.floor(u)
  const fv = v - Math.floor(v)
  let lit = 0
  for (let row = 0; row < KERNEL; row++) {
    const weight = row === 0 ? 1 - fv : row === KERNEL - 1 ? fv : 1
    const at = (top + row) * width + left
    let line = 0
    if (nearness[at] <= near) line += 1 - fu
    for (let k = 1; k < KERNEL - 1; k++) if (nearness[at + k] <= near) line++
    if (nearness[at + KERNEL - 1] <= near) line += fu
    lit += line * weight
  }
  return lit / ((KERNEL - 1) * (KERNEL - 1))
}

/** How far left of the eye's back the sun stands in pictures, in degrees. */
const SUN_LEFT = 28
/** How high: from outside, and where light is to fall into rooms that are open above. */
export const SUN_HEIGHT = 46
export const SUN_HEIGHT_OPEN = 60

/**
 * The direction to the sun of a picture that looks along `forward`: over the left shoulder, so that
 * the two visible faces of a house always differ.
 */
export function sunOver(forward: Point3, degrees: number): Point3 {
  const size = Math.hypot(forward[0], forward[2])
  const [x, z] = size < 1e-6 ? [0.33, 0.94] : [-forward[0] / size, -forward[2] / size]
  const turned = (SUN_LEFT * Math.PI) / 180
  const [c, s] = [Math.cos(turned), Math.sin(turned)]
  const height = (degrees * Math.PI) / 180
  const flat = Math.cos(height)
  // Seen from the house towards the eye, the eye's left is to the right.
  return [(x * c - z * s) * flat, Math.sin(height), (z * c + x * s) * flat]
}
