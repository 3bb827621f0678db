import { faceTriangles, type Mesh, MeshBuilder } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { intersection, type Region, ringsOf } from '../../geometry/regions.ts'
import { type Point3, unit3 } from '../../geometry/vector.ts'
import type { Ground } from './ground.ts'

/** Corners nearer than this are one, in metres: far above the rounding of Clipper. */
const SAME_M = 1e-6
/** Thinner triangles come from rounding, as twice their area in square metres. */
const THIN_M2 = 1e-9
const UP: Point3 = [0, 1, 0]

interface TerrainBounds {
  /** How far below the surveyed ground its upper face is. */
  under: number
  bottom: number
  /** Height that the upper face does not exceed. */
  most?: number
}

/**
 * A closed solid under the surface of the ground, over all regions, down to `bottom`. Its upper
 * face is split along the grid of heights, so that it follows them, and reaches up to `most`.
 */
export function terrainMesh(
  regions: Region[],
  ground: Ground,
  { under, bottom, most = Infinity }: TerrainBounds,
): Mesh {
  const corners = new Map<string, Point>()
  const triangles: [Point, Point, Point][] = []
  /** The same point for corners that are one, so that edges of two pieces meet. */
  const shared = ([x, z]: Point): Point => {
    const key = `${Math.round(x / SAME_M)} ${Math.round(z / SAME_M)}`
    const known = corners.get(key)
    if (known) return known
    corners.set(key, [x, z])
    return corners.get(key)!
  }
  for (const cell of cellsOver(regions, ground))
    for (const { outer, holes } of intersection(ringsOf(regions), [cell])) {
      const ring = [...outer, ...holes.flat()]
      let count: number = outer.length
      const starts = holes.map(({ length }) => {
        count += length
        return count - length
      })
      const flat = ring.map(([x, z]): Point3 => [x, 0, z])
      for (const [a, b, c] of faceTriangles(flat, UP, starts)) {
        const triangle = [shared(ring[a]), shared(ring[b]), shared(ring[c])] as const
        if (twiceArea(...triangle) > THIN_M2) triangles.push([...triangle])
      }
    }
  const heightAt = (point: Point) => Math.min(most, ground.heightAt(point) - under)
  return solidUnder(triangles, heightAt, ground, bottom)
}

const twiceArea = (a: Point, b: Point, c: Point): number =>
  Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))

/** The cells of the grid of heights; those at its border reach on without an end. */
function* cellsOver(regions: Region[], { grid, rows }: Ground): Generator<Polygon> {
  const points = ringsOf(regions).flat()
  const far = points.reduce((most, [x, z]) => Math.max(most, Math.abs(x), Math.abs(z)), 0) + 1
  const lines = (from: number, count: number): number[] => [
    Math.min(-far, from - 1),
    ...Array.from({ length: Math.max(0, count - 2) }, (_, index) => from + (index + 1) * grid.step),
    Math.max(far, from + count * grid.step),
  ]
  const [xs, zs] = [lines(grid.corner[0], grid.columns), lines(grid.corner[1], rows)]
  for (const [row, z] of zs.slice(1).entries())
    for (const [column, x] of xs.slice(1).entries())
      yield [
        [xs[column], z],
        [x, z],
        [x, zs[row]],
        [xs[column], zs[row]],
      ]
}

/** Closed whatever the triangles are: an edge without its counterpart has a side down from it. */
function solidUnder(
  triangles: readonly [Point, Point, Point][],
  heightAt: (point: Point) => number,
  { grid }: Ground,
  bottom: number,
): Mesh {
  const builder = new MeshBuilder()
  const open = new Map<string, [Point, Point]>()
  const ids = new Map<Point, number>()
  const idOf = (point: Point): number => {
    const id = ids.get(point) ?? ids.size
    ids.set(point, id)
    return id
  }
  const normalAt = ([x, z]: Point): Point3 => {
    const reach = grid.step / 2
    const slopeX = (heightAt([x + reach, z]) - heightAt([x - reach, z])) / (2 * reach)
    const slopeZ = (heightAt([x, z + reach]) - heightAt([x, z - reach])) / (2 * reach)
    return unit3([-slopeX, 1, -slopeZ], UP)
  }
  for (const corners of triangles) {
    const [a, b, c] = corners.map((point) =>
      builder.corner([point[0], heightAt(point), point[1]], normalAt(point)),
    )
    builder.triangle(a, b, c)
    builder.face(corners.toReversed().map(([x, z]): Point3 => [x, bottom, z]))
    for (const [index, from] of corners.entries()) {
      const to = corners[(index + 1) % 3]
      const back = `${idOf(to)} ${idOf(from)}`
      if (!open.delete(back)) open.set(`${idOf(from)} ${idOf(to)}`, [from, to])
    }
  }
  for (const [from, to] of open.values())
    builder.face([
      [from[0], heightAt(from), from[1]],
      [from[0], bottom, from[1]],
      [to[0], bottom, to[1]],
      [to[0], heightAt(to), to[1]],
    ])
  return builder.build()
}
