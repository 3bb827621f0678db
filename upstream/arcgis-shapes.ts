import { INSIDE, locateInPiece, NEAR_EDGE } from '../geometry/contains.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import { mended } from '../geometry/mended.ts'
import { boundsOf, GRID, type Polygons } from '../geometry/polygons.ts'
import { PolygonsBuilder } from '../geometry/polygons-builder.ts'
import { signedRingArea } from '../geometry/rings.ts'
import { InvalidResponse } from './failure.ts'

/**
 * Geometries of ArcGIS REST: JSON in degrees
 * (https://developers.arcgis.com/rest/services-reference/enterprise/geometry-objects/).
 */
type EsriGeometry = Record<string, unknown>

/** Points of one ring: the largest flood zone in the builds has 22,715. */
const SHAPE_POINTS_MAX = 400_000
/**
 * Larger shapes are not checked: a test of one of 100,000 points for crossing itself took 0.6 s of
 * the answering thread (measured once by hand), and overlaps are summed over edges in any case.
 */
const CHECKED_POINTS_MAX = 10_000

/** The point of a geometry on the grid; null for an empty one, which Esri writes as `"x":"NaN"`. */
export function esriPoint(geometry: unknown): GridPoint | null {
  const { x, y } = objectOf(geometry)
  const [lng, lat] = [numberIn(x), numberIn(y)]
  return isLonLat(lng, lat) ? [Math.round(lng * GRID), Math.round(lat * GRID)] : null
}

/**
 * The polygons of a geometry on the grid. Outer rings run clockwise and holes the other way, in any
 * order: a hole belongs to the smallest outer ring around it, and a ring that runs like a hole but
 * lies in no outer ring counts as an outer ring, as in Esri's own converters. Null if nothing is
 * left on the grid. Throws `InvalidResponse` for curves, for coordinates that are not degrees, and
 * for a shape that crosses itself beyond mending.
 */
export function esriPolygons(geometry: unknown): Polygons | null {
  const of = objectOf(geometry)
  if (Array.isArray(of.curveRings))
    throw new InvalidResponse('answered with curves in place of rings')
  if (!Array.isArray(of.rings)) throw new InvalidResponse('left out the shape of a feature')
  const drawn = assembled(of.rings.map(ringOf).filter((ring) => ring !== null))
  if (!drawn || drawn.coords.length > CHECKED_POINTS_MAX * 2) return drawn
  const polygons = mended(drawn)
  if (!polygons) throw new InvalidResponse('drew a shape that crosses itself beyond mending')
  return polygons
}

interface Ring {
  /** Open, in grid units. */
  coords: Int32Array
  /** Twice its area; positive if it runs counter-clockwise. */
  area: number
}

/** One ring on the grid; null if it has no area there. */
function ringOf(points: unknown): Ring | null {
  if (!Array.isArray(points))
    throw new InvalidResponse('answered with a ring that is not a list of points')
  if (points.length > SHAPE_POINTS_MAX)
    throw new InvalidResponse(`answered with a ring of more than ${SHAPE_POINTS_MAX} points`)
  const builder = new PolygonsBuilder()
  let twice = 0
  let [firstX, firstY, lastX, lastY] = [0, 0, 0, 0]
  for (const [i, point] of points.entries()) {
    // Z and M may follow, even if the layer states that it has none.
    const [x, y] = Array.isArray(point) ? [numberIn(point[0]), numberIn(point[1])] : [NaN, NaN]
    if (!isLonLat(x, y)) throw new InvalidResponse('answered with points that are not lon/lat')
    builder.point(x, y)
    if (i === 0) [firstX, firstY] = [x, y]
    else twice += (lastX - firstX) * (y - firstY) - (x - firstX) * (lastY - firstY)
    ;[lastX, lastY] = [x, y]
  }
  builder.endRing()
  builder.endPolygon()
  const { coords } = builder.finish()
  if (coords.length === 0) return null
  // The builder winds every shell one way, so the drawn direction comes from the points.
  return { coords, area: Math.sign(twice) * Math.abs(signedRingArea(coords, 0, coords.length)) }
}

function assembled(rings: readonly Ring[]): Polygons | null {
  const outers = rings.filter(({ area }) => area < 0)
  const holes = new Map<Ring, Ring[]>(outers.map((outer) => [outer, []]))
  for (const ring of rings) {
    if (ring.area < 0) continue
    const around = outers.filter((outer) => containsRing(outer, ring))
    const [smallest] = around.sort((a, b) => b.area - a.area)
    if (smallest) holes.get(smallest)!.push(ring)
    else holes.set(ring, [])
  }
  if (holes.size === 0) return null
  const builder = new PolygonsBuilder()
  for (const [outer, inner] of holes) {
    for (const { coords } of [outer, ...inner]) {
      for (let i = 0; i < coords.length; i += 2) builder.gridPoint(coords[i], coords[i + 1])
      builder.endRing()
    }
    builder.endPolygon()
  }
  return builder.finish()
}

/** Snapping to the grid moves a point by at most half a unit in x and y. */
const SNAP_MARGIN = 2

/** A hole may touch its shell in points: the first point off the edge decides. */
function containsRing(outer: Ring, { coords, area }: Ring): boolean {
  if (Math.abs(area) >= Math.abs(outer.area)) return false
  const shell = { coords: outer.coords, ringEnds: Uint32Array.of(outer.coords.length / 2) }
  const [west, south, east, north] = boundsOf(shell)
  const [left, bottom, right, top] = boundsOf({ coords })
  if (left < west || bottom < south || right > east || top > north) return false
  for (let i = 0; i < coords.length; i += 2) {
    const position = locateInPiece(shell, coords[i], coords[i + 1], SNAP_MARGIN)
    if (position !== NEAR_EDGE) return position === INSIDE
  }
  return true
}

function objectOf(geometry: unknown): EsriGeometry {
  return (geometry ?? {}) as EsriGeometry
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

/** False for NaN too. */
function isLonLat(x: number, y: number): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90
}
