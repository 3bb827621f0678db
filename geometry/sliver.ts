import { clipExactly } from './exact-clip.ts'
import { gridUnitAt } from './geodesic-area.ts'
import { geos, read } from './geos-shapes.ts'
import { lengthInside } from './length-inside.ts'
import { boxOf, type CellOverlap, type Subject } from './overlap.ts'
import { type Box, boundsOf, GRID, type Polygons, type Rings } from './polygons.ts'
import { ringsArea } from './rings.ts'

/**
 * Metres: an overlap that is narrower everywhere is a sliver of a shared border. Coordinates snap
 * to steps of 1.1 cm, and two drawings of one border lie a few centimetres apart: 99 % of Bangor's
 * within 2 cm (`shared-border.ts`). A stream, a ditch or a strip of interest is wider.
 */
export const SLIVER_WIDTH_M = 0.1

/** Square metres of a circle of that width: a smaller shape cannot contain one. */
const CIRCLE_M2 = (Math.PI * SLIVER_WIDTH_M ** 2) / 4

/**
 * Metres: a part that is narrower than this on average, a step of the grid, comes from rounding.
 */
const ROUNDING_M = 0.01

/** An area that others are measured against: a parcel, a building. */
export interface MeasuredArea {
  readonly subject: Subject
  readonly polygons: Polygons
  readonly area_m2: number
}

/** Overlap of a shape with an area: in total, and by the parts in which it was measured. */
interface Overlap {
  area_m2: number
  parts: readonly CellOverlap[]
}

/** Separates the overlaps from slivers, whose area is added up in `slivers_m2`. */
export function withoutSlivers<Each extends Overlap>(
  overlaps: readonly Each[],
  area: MeasuredArea,
  polygonsOf: (overlap: Each) => Polygons,
): { found: Each[]; slivers_m2: number } {
  let slivers_m2 = 0
  const found: Each[] = []
  for (const overlap of overlaps) {
    if (isLarge(overlap, area) || !isSliver(overlap, area, () => polygonsOf(overlap)))
      found.push(overlap)
    else slivers_m2 += overlap.area_m2
  }
  return { found, slivers_m2 }
}

/**
 * True if an overlap is half of the area, or larger than a strip of `SLIVER_WIDTH_M` along the
 * border of a cell. Most are, and need no further test.
 */
function isLarge({ area_m2, parts }: Overlap, area: MeasuredArea): boolean {
  if (area_m2 >= area.area_m2 / 2) return true
  for (const part of parts) if (part.area_m2 > SLIVER_WIDTH_M * part.cell.border_m) return true
  return false
}

/**
 * True if an overlap that is not large is thin: no circle of `SLIVER_WIDTH_M` fits into it. Half of
 * the shape is never a sliver, and so a shape that lies wholly inside is not. Large areas are
 * measured in cells, and so are their slivers.
 */
function isSliver(
  { area_m2, parts }: Overlap,
  { subject, polygons }: MeasuredArea,
  shapeOf: () => Polygons,
): boolean {
  // An area below a square unit of the grid, 1 cm2, may come from rounding alone.
  if (parts.length === 0) return true
  const { scale } = parts[0].cell
  if (area_m2 < scale) return true
  const isHalf = (rings: Rings) => area_m2 >= (ringsArea(rings) * scale) / 2
  if (parts.every(({ piece }) => isHalf(piece)) && isHalf(shapeOf())) return false
  const doubtful: CellOverlap[] = []
  for (const part of parts) {
    // Such a part may come from rounding alone and have no border.
    if (part.area_m2 < CIRCLE_M2) continue
    const width_m = meanWidthM(part)
    // A circle with a width of twice the area over the border fits into any shape.
    if (width_m >= SLIVER_WIDTH_M) return false
    if (width_m >= ROUNDING_M) doubtful.push(part)
  }
  return !doubtful.some(({ cell }) => {
    const shape = clipExactly(shapeOf(), boxPolygon(boxOf(subject, cell)))
    return shape !== null && fitsCircle(clipExactly(shape, polygons))
  })
}

/** Twice the area over the border of an overlap of a cell and a piece. */
function meanWidthM({ cell: { rings }, piece, area_m2 }: CellOverlap): number {
  return (2 * area_m2) / (lengthInside(rings, piece) + lengthInside(piece, rings))
}

function boxPolygon([west, south, east, north]: Box): Polygons {
  return {
    coords: Int32Array.of(west, south, east, south, east, north, west, north),
    ringEnds: Uint32Array.of(4),
    polygonEnds: Uint32Array.of(1),
  }
}

/** Erosion uses tenths of a grid unit. */
const FINER = 10

/** True if a circle of `SLIVER_WIDTH_M` fits into the polygons: erosion leaves something. */
function fitsCircle(polygons: Polygons | null): boolean {
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
