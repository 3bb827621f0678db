import type { Mesh } from '../geometry/mesh.ts'
import { dot, type Point, rotate, turn } from '../geometry/point.ts'
import { cross, dot3, type Point3, unit3 } from '../geometry/vector.ts'
import type { Part } from './body.ts'

/**
 * Texture coordinates in metres of the points of a flat face: `u` to the right and `v` upward, as
 * seen from outside. Both axes lie in the face and have length 1, so that nothing is stretched.
 */
export interface TextureFrame {
  u: Point3
  v: Point3
  /** Coordinates of the origin of the world. */
  u0: number
  v0: number
}

export interface TextureFrames {
  frames: TextureFrame[]
  /** Index into `frames`, one a triangle. */
  ofTriangle: Uint32Array
}

/** A mesh with texture coordinates: corners with two of them are stored twice. */
export interface TexturedMesh {
  positions: Float64Array
  normals: Float64Array
  /** u and v of each corner, in metres. */
  coordinates: Float64Array
  indices: Uint32Array
}

export const textureU = ({ u, u0 }: TextureFrame, point: Point3): number => dot3(u, point) + u0
export const textureV = ({ v, v0 }: TextureFrame, point: Point3): number => dot3(v, point) + v0

/**
 * Normals that are alike to this share of 1 are of one face: an error of 1 mm at 100 m from the
 * origin. Three of them fit into the whole numbers that are exact.
 */
const SAME_NORMAL = 1e5
const NORMALS = 2 * SAME_NORMAL + 1
/** A face is level where its normal is within half a degree of upright. */
const LEVEL_COSINE = 0.99996
/** An axis is followed on faces that it meets at more than 17 degrees. */
const FOLLOWED_FROM = 0.3

/**
 * The frames of a part's faces. All triangles of one direction share a frame: there is no seam in a
 * face, nor between faces in one plane. Upright and sloping faces have `u` level; on level ones `u`
 * goes east, or as the floor is laid. Grain follows the longest side of its piece.
 */
export function textureFrames(part: Part): TextureFrames {
  const { positions, normals, indices } = part.mesh
  const ofTriangle = new Uint32Array(indices.length / 3)
  const frames: TextureFrame[] = []
  const known = new Map<number, number>()
  let [lastX, lastY, lastZ, last] = [0, 0, 0, 0]
  const long = part.material.texture === 'grain' ? longestAxis(part) : null
  for (let t = 0; t < ofTriangle.length; t++) {
    const [i, j, k] = [indices[t * 3], indices[t * 3 + 1], indices[t * 3 + 2]]
    const isFlat =
      isSame(normals, i, j) &&
      isSame(normals, i, k) &&
      isAcross(part.mesh, i, j) &&
      isAcross(part.mesh, i, k)
    // Triangles of one face come one after another out of a mesh.
    const [x, y, z] = [normals[i * 3], normals[i * 3 + 1], normals[i * 3 + 2]]
    if (isFlat && t > 0 && x === lastX && y === lastY && z === lastZ) {
      ofTriangle[t] = last
      continue
    }
    const corner = pointAt(positions, i)
    const normal = isFlat
      ? ([x, y, z] as const)
      : geometricNormal(corner, pointAt(positions, j), pointAt(positions, k), [x, y, z])
    const key = keyOf(normal)
    let index = known.get(key)
    if (index === undefined) {
      index = frames.push(frameOf(part, normal, long, corner)) - 1
      known.set(key, index)
    }
    ofTriangle[t] = index
    ;[lastX, lastY, lastZ] = isFlat ? normal : [0, 0, 0]
    last = index
  }
  if (part.laid?.kind === 'slope') beginAtLowest(part, frames, ofTriangle)
  return { frames, ofTriangle }
}

/** The mesh of a part with its texture coordinates. */
export function texturedMesh(part: Part): TexturedMesh {
  const { positions, normals, indices } = part.mesh
  const { frames, ofTriangle } = textureFrames(part)
  const known = new Map<string, number>()
  const answer = { positions: [], normals: [], coordinates: [] } as Record<string, number[]>
  const own = indices.map((corner, index) => {
    const frame = ofTriangle[Math.floor(index / 3)]
    const key = `${corner} ${frame}`
    const found = known.get(key)
    if (found !== undefined) return found
    const point = pointAt(positions, corner)
    answer.positions.push(...point)
    answer.normals.push(...pointAt(normals, corner))
    answer.coordinates.push(textureU(frames[frame], point), textureV(frames[frame], point))
    known.set(key, known.size)
    return known.size - 1
  })
  return {
    positions: Float64Array.from(answer.positions),
    normals: Float64Array.from(answer.normals),
    coordinates: Float64Array.from(answer.coordinates),
    indices: own,
  }
}

function keyOf([x, y, z]: Point3): number {
  const [a, b, c] = [x, y, z].map((value) => Math.round(value * SAME_NORMAL) + SAME_NORMAL)
  return (a * NORMALS + b) * NORMALS + c
}

const isSame = (normals: Float64Array, a: number, b: number): boolean =>
  normals[a * 3] === normals[b * 3] &&
  normals[a * 3 + 1] === normals[b * 3 + 1] &&
  normals[a * 3 + 2] === normals[b * 3 + 2]

/** Whether the edge to `b` is at a right angle to the normal of `a`, which then is the face's. */
function isAcross({ positions, normals }: Mesh, a: number, b: number): boolean {
  let out = 0
  for (let k = 0; k < 3; k++)
    out += (positions[b * 3 + k] - positions[a * 3 + k]) * normals[a * 3 + k]
  return Math.abs(out) < 1e-7
}

const pointAt = (values: Float64Array, corner: number): Point3 => [
  values[corner * 3],
  values[corner * 3 + 1],
  values[corner * 3 + 2],
]

function geometricNormal(a: Point3, b: Point3, c: Point3, otherwise: Point3): Point3 {
  return unit3(
    cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]),
    otherwise,
  )
}

function frameOf(part: Part, normal: Point3, long: Point3 | null, corner: Point3): TextureFrame {
  const { laid } = part
  switch (laid?.kind) {
    case 'floor': {
      const [x, z] = laid.along
      const frame = anchored(axesOf(normal, long, [x, 0, z]), [laid.origin[0], 0, laid.origin[1]])
      // Heights of upright sides stay those of the world.
      return Math.abs(normal[1]) > LEVEL_COSINE ? frame : { ...frame, v0: 0 }
    }
    case 'arc': {
      const axes = axesOf(normal, long, [1, 0, 0])
      const frame = anchored(axes, [0, 0, 0])
      if (Math.abs(normal[1]) > LEVEL_COSINE) return frame
      const { centre, middle } = laid
      const foot = dot3(axes.u, [centre[0], 0, centre[1]])
      return { ...frame, u0: aroundArc(centre, middle, normal, corner) - foot }
    }
    case 'item': {
      const turned = ([x, y, z]: Point3, degrees: number): Point3 => {
        const [east, south] = rotate([x, z], degrees)
        return [east, y, south]
      }
      const { u, v } = axesOf(turned(normal, -laid.rotation), long, [1, 0, 0])
      const [right, up] = [turned(u, laid.rotation), turned(v, laid.rotation)]
      return anchored({ u: right, v: up }, laid.position)
    }
    case 'slope':
    case undefined:
      return anchored(axesOf(normal, long, [1, 0, 0]), [0, 0, 0])
  }
}

/**
 * Metres along an arc to the foot of the perpendicular on a chord: by the angle of its normal, at
 * the chord's own distance from the centre.
 */
function aroundArc(centre: Point, middle: Point, normal: Point3, corner: Point3): number {
  const out = (corner[0] - centre[0]) * normal[0] + (corner[2] - centre[1]) * normal[2]
  const side = out >= 0 ? 1 : -1
  const to: Point = [normal[0] * side, normal[2] * side]
  // Counter-clockwise in plan, as `u` goes on the outer face; on the inner one it goes back.
  return side * Math.atan2(turn(middle, to), dot(middle, to)) * Math.abs(out)
}

interface Axes {
  u: Point3
  v: Point3
}

/** `long` is followed where it lies near the face; `level` is the way of `u` on level faces. */
function axesOf(normal: Point3, long: Point3 | null, level: Point3): Axes {
  if (long) {
    const along = within(normal, long)
    if (Math.hypot(...along) > FOLLOWED_FROM) return axesFrom(normal, unit3(along, level))
  }
  const u: Point3 =
    Math.abs(normal[1]) > LEVEL_COSINE
      ? unit3(within(normal, level), level)
      : unit3([normal[2], 0, -normal[0]], level)
  return axesFrom(normal, u)
}

const axesFrom = (normal: Point3, u: Point3): Axes => ({ u, v: cross(normal, u) })

/** The part of a vector that lies in the plane of a normal. */
function within(normal: Point3, [x, y, z]: Point3): Point3 {
  const out = dot3(normal, [x, y, z])
  return [x - normal[0] * out, y - normal[1] * out, z - normal[2] * out]
}

const anchored = ({ u, v }: Axes, origin: Point3): TextureFrame => ({
  u,
  v,
  u0: -dot3(u, origin),
  v0: -dot3(v, origin),
})

/** The longest side of a part's box along the axes, of items in their own frame. */
function longestAxis({ mesh: { positions }, laid }: Part): Point3 {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 3) {
    const [x, z] =
      laid?.kind === 'item'
        ? rotate([positions[i], positions[i + 2]], -laid.rotation)
        : [positions[i], positions[i + 2]]
    for (const [axis, value] of [x, positions[i + 1], z].entries()) {
      if (value < low[axis]) low[axis] = value
      if (value > high[axis]) high[axis] = value
    }
  }
  const [x, y, z] = high.map((value, axis) => value - low[axis])
  if (y > x && y > z) return [0, 1, 0]
  return x >= z ? [1, 0, 0] : [0, 0, 1]
}

/** Moves the frames so that `v` is 0 at the lowest corner of each. */
function beginAtLowest({ mesh }: Part, frames: TextureFrame[], ofTriangle: Uint32Array): void {
  const lowest = frames.map(() => Infinity)
  for (const [index, corner] of mesh.indices.entries()) {
    const frame = ofTriangle[Math.floor(index / 3)]
    lowest[frame] = Math.min(lowest[frame], dot3(frames[frame].v, pointAt(mesh.positions, corner)))
  }
  for (const [index, frame] of frames.entries()) frame.v0 = -lowest[index]
}
