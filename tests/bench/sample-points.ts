import { boundsOf, GRID } from '../../geometry/polygons.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { giantCount } from './county-flood.ts'

/** How a point was chosen. */
export const POINT_KINDS = ['parcel', 'anywhere', 'giant'] as const
export type PointKind = (typeof POINT_KINDS)[number]

/** A question of the bench, on the grid and in the degrees that mean exactly that. */
export interface SamplePoint {
  kind: PointKind
  x: number
  y: number
  lng: number
  lat: number
  /** Row of the parcel whose overlaps are requested; null where no parcel is drawn. */
  parcelRow: number | null
  /** Vertices of the largest polygon at the point in the tables that are queried, 0 without one. */
  largestPoints: number
}

/**
 * Chooses points: of every 15, 7 are in the middle of a parcel, 4 anywhere, 4 inside a giant flood
 * polygon. `overlays` are the packs that `largestPoints` is taken from: flood alone when absent.
 */
export function choosePoints(
  plan: CountyPlan,
  parcels: Pack,
  flood: Pack,
  count: number,
  overlays: readonly Pack[] = [flood],
): SamplePoint[] {
  const random = seededRandom(plan.seed, 'spots')
  const [west, south, east, north] = countyBox(plan)
  const giants = giantCount(plan)
  return Array.from({ length: count }, (_, i): SamplePoint => {
    const kind: PointKind = i % 15 < 7 ? 'parcel' : i % 15 < 11 ? 'anywhere' : 'giant'
    let x = Math.round(west + (east - west) * random())
    let y = Math.round(south + (north - south) * random())
    if (kind === 'parcel') {
      const box = boundsOf(parcels.polygons(Math.floor(random() * parcels.rows)))
      x = Math.round((box[0] + box[2]) / 2)
      y = Math.round((box[1] + box[3]) / 2)
    } else if (kind === 'giant') {
      // Bank to bank at one place of the river: the middle is inside.
      const { coords } = flood.polygons(Math.floor(random() * giants))
      const k = Math.floor(random() * (coords.length / 4)) * 2
      x = Math.round((coords[k] + coords[coords.length - 2 - k]) / 2)
      y = Math.round((coords[k + 1] + coords[coords.length - 1 - k]) / 2)
    }
    const sizes = overlays.flatMap((pack) =>
      pack.rowsAt(x, y).map((row) => pack.polygons(row).coords.length / 2),
    )
    return {
      kind,
      x,
      y,
      lng: x / GRID,
      lat: y / GRID,
      parcelRow: parcels.rowsAt(x, y)[0] ?? null,
      largestPoints: Math.max(0, ...sizes),
    }
  })
}

/** Classes of the largest polygon at a point, for "flat in polygon size". */
export const SIZE_CLASSES = [
  { name: 'no such polygon', from: 0, to: 0 },
  { name: 'to 256 points', from: 1, to: 256 },
  { name: '257 to 600 points', from: 257, to: 600 },
  { name: '601 to 19,999 points', from: 601, to: 19_999 },
  { name: '20,000 to 60,000 points', from: 20_000, to: 60_000 },
  { name: 'over 60,000 points', from: 60_001, to: Infinity },
]

export function sizeClassOf({ largestPoints }: SamplePoint): string {
  return SIZE_CLASSES.find(({ from, to }) => largestPoints >= from && largestPoints <= to)!.name
}
