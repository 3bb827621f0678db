import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { PolygonsBuilder } from '../../geometry/polygons-builder.ts'
import { collect, forEachRing } from '../../geometry/rings.ts'
import { RowError } from '../../values/row-error.ts'
import { gdal } from './gdal.ts'
import type { Tally } from './tally.ts'

const HALF_TURN = 180 * GRID

type Ring = [x: number, y: number][]

/**
 * Cuts rings that cross 180 degrees without changing the area: an island drawn from 179 E to 179 W
 * reads as a band around the globe. Polygons under half a turn wide are left as they are; a wider
 * one is unrolled, cut at 180, and counted. Throws `RowError` for one that goes around a pole.
 */
export function splitAtAntimeridian(polygons: Polygons, tally: Tally): Polygons {
  const all = ringsOf(polygons)
  if (!all.some(isWide)) return polygons
  const cut = all.flatMap((rings) => (isWide(rings) ? split(rings) : [toPolygons(rings)]))
  tally.add('geometry.split_at_antimeridian')
  return collect(cut)
}

/** The rings of each polygon, the shell first. */
function ringsOf(polygons: Polygons): Ring[][] {
  const all: Ring[][] = Array.from(polygons.polygonEnds, () => [])
  forEachRing(polygons, (start, end, _isShell, polygon) => {
    const ring: Ring = []
    for (let i = start; i < end; i++)
      ring.push([polygons.coords[i * 2], polygons.coords[i * 2 + 1]])
    all[polygon].push(ring)
  })
  return all
}

function toPolygons(rings: Ring[]): Polygons {
  const builder = new PolygonsBuilder()
  for (const ring of rings) {
    for (const [x, y] of ring) builder.gridPoint(x, y)
    builder.endRing()
  }
  builder.endPolygon()
  return builder.finish()
}

function isWide([shell]: Ring[]): boolean {
  const xs = shell.map(([x]) => x)
  return Math.max(...xs) - Math.min(...xs) > HALF_TURN
}

function split(rings: Ring[]): Polygons[] {
  const [shell, ...holes] = rings.map(unroll)
  const unrolled = [shell, ...holes.map((hole) => alignHole(shell, hole))]
  if (isWide(unrolled))
    throw new RowError(
      'geometry.crosses_antimeridian',
      'it is more than half a turn wide: split it at 180',
    )
  const shape = new gdal.Polygon()
  for (const ring of unrolled) {
    const line = new gdal.LinearRing()
    for (const [x, y] of [...ring, ring[0]]) line.points.add(x / GRID, y / GRID)
    shape.rings.add(line)
  }
  return [-360, 0, 360].flatMap((shift) => {
    const part = shape.intersection(box(shift - 180, shift + 180))
    return part.isEmpty() ? [] : [shifted(partsOf(part), shift)]
  })
}

/** Longitudes run on past 180 instead of jumping back. */
function unroll(ring: Ring): Ring {
  let turn = 0
  let before = ring[0][0]
  const unrolled = ring.map(([x, y]): [number, number] => {
    if (x - before > HALF_TURN) turn -= 2 * HALF_TURN
    if (before - x > HALF_TURN) turn += 2 * HALF_TURN
    before = x
    return [x + turn, y]
  })
  const step = ring[0][0] - before
  if (step > HALF_TURN) turn -= 2 * HALF_TURN
  if (-step > HALF_TURN) turn += 2 * HALF_TURN
  if (turn !== 0) throw new RowError('geometry.crosses_antimeridian', 'it goes around a pole')
  return unrolled
}

/** Moves a hole that lies wholly beyond 180 to where its shell is. */
function alignHole(shell: Ring, hole: Ring): Ring {
  const west = Math.min(...shell.map(([x]) => x))
  const east = Math.max(...shell.map(([x]) => x))
  const turn = hole[0][0] < west ? 1 : hole[0][0] > east ? -1 : 0
  return hole.map(([x, y]) => [x + turn * 2 * HALF_TURN, y])
}

function box(west: number, east: number) {
  const [w, e] = [west, east].map((side) => side.toFixed(1))
  return gdal.Geometry.fromWKT(`POLYGON ((${w} -90, ${e} -90, ${e} 90, ${w} 90, ${w} -90))`)
}

/** Coordinates in degrees of the polygons of a result, a ring a list. */
function partsOf(geometry: { toJSON(): string }): number[][][][] {
  const { type, coordinates } = JSON.parse(geometry.toJSON())
  if (type === 'Polygon') return [coordinates]
  if (type === 'MultiPolygon') return coordinates
  throw new RowError('geometry.crosses_antimeridian', `it cannot be cut at 180: ${type}`)
}

function shifted(parts: number[][][][], shift: number): Polygons {
  const builder = new PolygonsBuilder()
  for (const rings of parts) {
    for (const ring of rings) {
      for (const [lng, lat] of ring) builder.point(lng - shift, lat)
      builder.endRing()
    }
    builder.endPolygon()
  }
  return builder.finish()
}
