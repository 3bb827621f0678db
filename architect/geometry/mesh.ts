import { flatTriangles } from './flat-triangles.ts'
import type { Point } from './point.ts'
import { counterClockwise, type Polygon, signedArea } from './polygon.ts'
import { type Point3, unit3 } from './vector.ts'

/**
 * Triangles with one normal a corner. A corner with two normals is stored twice; a solid is closed
 * when corners at the same point are merged. Triangles are counter-clockwise seen from outside.
 */
export interface Mesh {
  /** x, y, z of each corner, in metres. */
  positions: Float64Array
  /** Unit vectors, one for each position. */
  normals: Float64Array
  indices: Uint32Array
}

/** Collects faces for `build()`. The caller adds all faces that close the solid. */
export class MeshBuilder {
  private readonly positions: number[] = []
  private readonly normals: number[] = []
  private readonly indices: number[] = []

  /** Adds a corner and returns its index, for `triangle`. */
  corner([x, y, z]: Point3, [nx, ny, nz]: Point3): number {
    this.positions.push(x, y, z)
    this.normals.push(nx, ny, nz)
    return this.positions.length / 3 - 1
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c)
  }

  /**
   * A flat face with holes. `outer` goes counter-clockwise seen from the side that the face shows,
   * each hole the other way round.
   */
  face(outer: readonly Point3[], holes: readonly (readonly Point3[])[] = []): void {
    const normal = newellNormal(outer)
    const first = this.positions.length / 3
    const corners = holes.length > 0 ? [outer, ...holes].flat() : outer
    for (const corner of corners) this.corner(corner, normal)
    if (corners.length === 3 || isConvexQuad(corners, normal)) {
      this.triangle(first, first + 1, first + 2)
      if (corners.length === 4) this.triangle(first, first + 2, first + 3)
      return
    }
    const starts: number[] = []
    let count = outer.length
    for (const hole of holes) {
      starts.push(count)
      count += hole.length
    }
    for (const [a, b, c] of faceTriangles(corners, normal, starts))
      this.triangle(first + a, first + b, first + c)
  }

  build(): Mesh {
    return {
      positions: Float64Array.from(this.positions),
      normals: Float64Array.from(this.normals),
      indices: Uint32Array.from(this.indices),
    }
  }
}

/**
 * The triangles of a flat face, counter-clockwise where its normal points, as numbers of its
 * corners; each hole begins with one of `starts`.
 */
export function faceTriangles(
  corners: readonly Point3[],
  normal: Point3,
  starts: number[] = [],
): [number, number, number][] {
  // Seen along the axis in which the face is largest: in the other two its corners stay distinct.
  const [nx, ny, nz] = normal.map(Math.abs)
  const axis = ny >= nx && ny >= nz ? 1 : nx >= nz ? 0 : 2
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
  const isFlipped = normal[axis] < 0
  const flat = corners.flatMap((corner) => [corner[u], corner[v]])
  const found = flatTriangles(flat, starts)
  const triangles: [number, number, number][] = []
  for (let i = 0; i < found.length; i += 3) {
    const [a, b, c] = [found[i], found[i + 1], found[i + 2]]
    const isClockwise = cross2(flat, a, b, c) < 0
    triangles.push(isClockwise !== isFlipped ? [a, c, b] : [a, b, c])
  }
  return triangles
}

/** Most faces of a building, which need no search for their two triangles. */
function isConvexQuad(corners: readonly Point3[], [nx, ny, nz]: Point3): boolean {
  if (corners.length !== 4) return false
  for (let i = 0; i < 4; i++) {
    const [a, b, c] = [corners[i], corners[(i + 1) & 3], corners[(i + 2) & 3]]
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const [vx, vy, vz] = [c[0] - b[0], c[1] - b[1], c[2] - b[2]]
    const turns = (uy * vz - uz * vy) * nx + (uz * vx - ux * vz) * ny + (ux * vy - uy * vx) * nz
    if (turns <= 0) return false
  }
  return true
}

const cross2 = (flat: number[], a: number, b: number, c: number): number =>
  (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
  (flat[2 * c] - flat[2 * a]) * (flat[2 * b + 1] - flat[2 * a + 1])

/** The normal of a flat ring that need not be convex; length 1. */
export function newellNormal(ring: readonly Point3[]): Point3 {
  return unit3(areaVector(ring), [0, 1, 0])
}

/** The normal of a flat ring, as long as twice its area, by Newell's sums. */
export function areaVector(ring: readonly Point3[]): Point3 {
  let x = 0
  let y = 0
  let z = 0
  let p = ring[ring.length - 1]
  for (const q of ring) {
    x += (p[1] - q[1]) * (p[2] + q[2])
    y += (p[2] - q[2]) * (p[0] + q[0])
    z += (p[0] - q[0]) * (p[1] + q[1])
    p = q
  }
  return [x, y, z]
}

/** A closed solid: the polygon with its holes, from `bottom` to `top` in metres of height. */
export function prism(
  polygon: Polygon,
  bottom: number,
  top: number,
  holes: readonly Polygon[] = [],
): Mesh {
  const builder = new MeshBuilder()
  addPrism(builder, polygon, bottom, top, holes)
  return builder.build()
}

export function addPrism(
  builder: MeshBuilder,
  polygon: Polygon,
  bottom: number,
  top: number,
  holes: readonly Polygon[] = [],
): void {
  const outer = counterClockwise(polygon)
  const cut = holes.map((hole) => (signedArea(hole) > 0 ? [...hole].reverse() : hole))
  const at = (ring: Polygon, y: number): Point3[] => ring.map(([x, z]) => [x, y, z])
  const under = (ring: Polygon): Point3[] => at(ring, bottom).reverse()
  builder.face(
    at(outer, top),
    cut.map((ring) => at(ring, top)),
  )
  builder.face(under(outer), cut.map(under))
  for (const ring of [outer, ...cut]) {
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]]
      builder.face([
        [a[0], bottom, a[1]],
        [b[0], bottom, b[1]],
        [b[0], top, b[1]],
        [a[0], top, a[1]],
      ])
    }
  }
}

/**
 * The corners of a rectangle about `centre`, `width` along its own x and `depth` along its own z.
 */
export function rectangle(centre: Point, width: number, depth: number): Polygon {
  const [x, z] = centre
  const [w, d] = [width / 2, depth / 2]
  return [
    [x - w, z + d],
    [x + w, z + d],
    [x + w, z - d],
    [x - w, z - d],
  ]
}
