import { clipExactly } from './exact-clip.ts'
import { gridUnitAt } from './geodesic-area.ts'
import { geos, read } from './geos-shapes.ts'
import { lengthInside } from './length-inside.ts'
import { makeSubject, overlapM2, type Subject, uncutSubject } from './overlap.ts'
import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { borderM, ringsArea } from './rings.ts'
import { trimAround } from './trim.ts'

/**
 * Metres: an overlap that is nowhere so wide is a sliver of a shared border. Coordinates snap to
 * steps of 1.1 cm, and two drawings of one border lie a few centimetres apart: of Bangor's 99 % do
 * within 2 cm (`shared-border.ts`). A stream, a ditch or a strip that says something is wider.
 */
export const SLIVER_WIDTH_M = 0.1

/** Square metres of a circle so wide: what is smaller holds none. */
const CIRCLE_M2 = (Math.PI * SLIVER_WIDTH_M ** 2) / 4

/** An area that others are measured against: a parcel, a building. */
export interface MeasuredArea {
  readonly subject: Subject
  readonly polygons: Polygons
  readonly area_m2: number
  /** Of all its rings, metres. */
  readonly border_m: number
}

export function measuredArea(
  polygons: Polygons,
  area_m2: number,
  subject = makeSubject(polygons),
): MeasuredArea {
  return { subject, polygons, area_m2, border_m: borderM(polygons) }
}

/** The overlaps that are no slivers, and how many square metres the slivers add up to. */
export function withoutSlivers<Overlap extends { area_m2: number }>(
  overlaps: readonly Overlap[],
  area: MeasuredArea,
  polygonsOf: (overlap: Overlap) => Polygons,
): { found: Overlap[]; slivers_m2: number } {
  let slivers_m2 = 0
  const found = overlaps.filter((overlap) => {
    if (!isSliver(overlap.area_m2, area, () => polygonsOf(overlap))) return true
    slivers_m2 += overlap.area_m2
    return false
  })
  return { found, slivers_m2 }
}

/**
 * Whether an overlap is thin, not small: a circle of `SLIVER_WIDTH_M` fits nowhere into what a shape
 * shares with the area. Half of the area or of the shape, and so what lies wholly inside, is never a
 * sliver; nor is more than a strip of that width along the whole border would be, which decides
 * most overlaps without a look at the shape.
 */
function isSliver(overlap_m2: number, area: MeasuredArea, shapeOf: () => Polygons): boolean {
  const { polygons, area_m2, border_m } = area
  if (overlap_m2 > SLIVER_WIDTH_M * border_m || overlap_m2 >= area_m2 / 2) return false
  // Below a square unit of the grid, 1 cm2, there is no shape: sums are rounded by as much.
  const shape = shapeOf()
  const { north_m, east_m } = gridUnitAt(shape.coords[1] / GRID)
  const unit_m2 = north_m * east_m
  if (overlap_m2 < unit_m2) return true
  if (overlap_m2 >= (ringsArea(shape) * unit_m2) / 2) return false
  const near = trimAround(shape, boundsOf(polygons))
  const own = trimAround(polygons, boundsOf(shape))
  if (!near || !own) return true
  // Cutting into cells and pieces rounds by a step of the grid along each cut: here nothing is cut.
  const shared_m2 = overlapM2(uncutSubject(own), near)
  if (shared_m2 < CIRCLE_M2) return true
  const around_m = lengthInside(own, near) + lengthInside(near, own)
  // A circle as wide as twice the area over the border fits into any shape.
  return 2 * shared_m2 < SLIVER_WIDTH_M * around_m && !holdsCircle(clipExactly(shape, polygons))
}

/** Decimals of a grid unit that erosion is made with. */
const FINER = 10

/** Whether a circle of `SLIVER_WIDTH_M` fits into the polygons: something is left without a rim. */
function holdsCircle(polygons: Polygons | null): boolean {
  if (!polygons) return false
  const [west, south] = boundsOf(polygons)
  const { north_m, east_m } = gridUnitAt(south / GRID)
  const coords = polygons.coords.map((value, i) =>
    i % 2 === 0 ? ((value - west) * FINER * east_m) / north_m : (value - south) * FINER,
  )
  const rim = ((SLIVER_WIDTH_M / 2 / north_m) * FINER) / GRID
  const shape = read({ ...polygons, coords })
  const core = geos.GEOSBuffer(shape, -rim, 8)
  try {
    return geos.GEOSisEmpty(core) === 0
  } finally {
    geos.GEOSGeom_destroy(core)
    geos.GEOSGeom_destroy(shape)
  }
}
