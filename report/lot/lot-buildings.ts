import type { MultiPolygon, Polygon } from 'geojson'
import type { LotSide } from '../../layers/parcel/data.ts'
import { isWithin, metresBetween, type Plane, type PlanePoint } from './plane.ts'

/** Buildings of a lot that are measured, the largest. */
const BUILDINGS_MAX = 6
/** Corners of a building that is measured against all sides: an outline of a house has 4 to 40. */
const CORNERS_MAX = 400

/** A side of a lot in a plane. */
export interface PlaneSide extends Pick<LotSide, 'role'> {
  line: PlanePoint[]
}

/** A line of a lot as people name it: `null` is any of its lines. */
export type LotLine = Exclude<LotSide['role'], null> | null

/** How far a building is from the lines of its lot. */
export interface BuildingDistances {
  footprint_m2: number | null
  /** Metres to the nearest line of each kind, in the order front, side, rear. */
  lines: { line: LotLine; metres: number }[]
  /** True where it reaches over a line, as both are drawn. */
  isOverLine: boolean
}

/** The order of lines in a sentence. */
const ORDER: readonly LotLine[] = ['front', 'street', 'side', 'rear', null]

/** Measures the largest buildings of a lot that lie on it by most of their corners. */
export function measureBuildings(
  buildings: readonly { shape: Polygon | MultiPolygon; footprint_m2: number | null }[],
  lot: readonly (readonly PlanePoint[])[],
  sides: readonly PlaneSide[],
  plane: Plane,
): BuildingDistances[] {
  return buildings
    .map(({ shape, footprint_m2 }) => ({ rings: plane.rings(shape), footprint_m2 }))
    .map((building) => ({ ...building, shareOn: shareWithin(building.rings, lot) }))
    .filter(({ rings, shareOn }) => shareOn >= 0.5 && rings.flat().length <= CORNERS_MAX)
    .toSorted((a, b) => (b.footprint_m2 ?? 0) - (a.footprint_m2 ?? 0))
    .slice(0, BUILDINGS_MAX)
    .map(({ rings, footprint_m2, shareOn }) => ({
      footprint_m2,
      lines: linesOf(rings, sides),
      isOverLine: shareOn < 1,
    }))
}

function shareWithin(
  rings: readonly (readonly PlanePoint[])[],
  lot: readonly (readonly PlanePoint[])[],
): number {
  const corners = rings.flat()
  return corners.filter((corner) => isWithin(corner, lot)).length / corners.length
}

function linesOf(
  rings: readonly (readonly PlanePoint[])[],
  sides: readonly PlaneSide[],
): BuildingDistances['lines'] {
  const least = new Map<LotLine, number>()
  for (const { role, line } of sides)
    for (const ring of rings) {
      const metres = metresBetween(ring, line)
      if (metres < (least.get(role) ?? Infinity)) least.set(role, metres)
    }
  return ORDER.flatMap((line) => {
    const metres = least.get(line)
    return metres === undefined ? [] : [{ line, metres }]
  })
}
