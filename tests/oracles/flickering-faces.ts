import { type Point, subtract, turn } from '../../architect/geometry/point.ts'
import { area } from '../../architect/geometry/polygon.ts'
import { cross, dot3, minus, type Point3 } from '../../architect/geometry/vector.ts'

/** A solid, and what it looks like. */
interface Look {
  mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> }
  look: string
}

interface Face {
  look: string
  corners: Point3[]
  out: Point3
  /** Distance of its plane from the origin. */
  level: number
}

/** Planes nearer than this are one in single precision and from afar, in metres. */
const NEAR_M = 5e-4
/** Faces that share less than this, in square metres, are not seen to flicker. */
const LEAST_M2 = 3e-5
/** What looks further down is not seen. */
const DOWN = -0.9
/** A ray along no edge that a person would draw. */
const RAY: Point3 = [0.0123, 1, 0.0071]

/**
 * Square metres in which faces of two looks lie on one another, seen from the same side: which of
 * them is drawn changes with every move of the eye. Not counted is what shows down or into a solid.
 */
export function flickering(solids: readonly Look[]): Map<string, number> {
  const faces = solids.flatMap(facesOf).sort((a, b) => a.level - b.level)
  const found = new Map<string, number>()
  for (const [i, one] of faces.entries()) {
    if (one.out[1] < DOWN) continue
    for (let j = i + 1; j < faces.length && faces[j].level - one.level < NEAR_M; j++) {
      const other = faces[j]
      if (one.look === other.look || dot3(one.out, other.out) < 0.99999) continue
      const shared = sharedOf(one, other)
      if (area(shared) < LEAST_M2 || isBuried(faces, one, shared)) continue
      const key = [one.look, other.look].sort().join(' and ')
      found.set(key, (found.get(key) ?? 0) + area(shared))
    }
  }
  return found
}

function facesOf({ mesh: { positions, indices }, look }: Look): Face[] {
  const faces: Face[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [0, 1, 2].map((k): Point3 => {
      const at = indices[t + k] * 3
      return [positions[at], positions[at + 1], positions[at + 2]]
    })
    const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))
    const size = Math.hypot(...normal)
    if (size < 1e-9) continue
    const out = normal.map((part) => part / size) as unknown as Point3
    faces.push({ look, corners, out, level: dot3(out, corners[0]) })
  }
  return faces
}

/** The axis that a face looks along the most, and the two others. */
function axesOf({ out }: Face): [number, number, number] {
  const sizes = out.map(Math.abs)
  const along = sizes.indexOf(Math.max(...sizes))
  return [along, (along + 1) % 3, (along + 2) % 3]
}

/** What two faces in one plane share, along the axis that they look along the most. */
function sharedOf(one: Face, other: Face): Point[] {
  const [, u, v] = axesOf(one)
  const [flat, around] = [one, other].map(({ corners }) =>
    corners.map((at): Point => [at[u], at[v]]),
  )
  const side = Math.sign(turn(subtract(around[1], around[0]), subtract(around[2], around[1])))
  return around.reduce((left: Point[], from, i) => {
    const along = subtract(around[(i + 1) % 3], from)
    const heights = left.map((at) => side * turn(along, subtract(at, from)))
    return left.flatMap((at, k) => {
      const next = (k + 1) % left.length
      const own = heights[k] >= 0 ? [at] : []
      if (heights[k] >= 0 === heights[next] >= 0) return own
      const share = heights[k] / (heights[k] - heights[next])
      const step = subtract(left[next], at)
      return [...own, [at[0] + step[0] * share, at[1] + step[1] * share] as Point]
    })
  }, flat)
}

/** Whether a point before the middle of what is shared is within a solid. */
function isBuried(faces: readonly Face[], face: Face, shared: readonly Point[]): boolean {
  const [along, u, v] = axesOf(face)
  const middle = [0, 1].map((k) => shared.reduce((sum, at) => sum + at[k], 0) / shared.length)
  const at = [0, 0, 0]
  at[u] = middle[0] + 1e-6
  at[v] = middle[1] + 2e-6
  at[along] = (face.level - face.out[u] * at[u] - face.out[v] * at[v]) / face.out[along]
  const eye = at.map((part, k) => part + face.out[k] * 2 * NEAR_M) as unknown as Point3
  return faces.reduce((sum, each) => sum + crossing(each, eye), 0) !== 0
}

/** How the ray from a point goes through a face: 1 out of its solid, -1 into it, 0 past it. */
function crossing({ corners, out }: Face, eye: Point3): number {
  const slope = dot3(out, RAY)
  const way = dot3(out, minus(corners[0], eye)) / slope
  if (!(way > 0)) return 0
  const at = eye.map((part, k) => part + RAY[k] * way) as unknown as Point3
  const isIn = corners.every((corner, i) => {
    const edge = minus(corners[(i + 1) % 3], corner)
    return dot3(cross(edge, minus(at, corner)), out) >= 0
  })
  return isIn ? Math.sign(slope) : 0
}
