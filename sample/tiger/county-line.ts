import { seededRandom } from '../../random/seeded-random.ts'
import { HALF_HEIGHT, type LngLat, MAPPED, type PlanPoint, roundDegrees } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import { wiggle } from '../plan/wiggle.ts'

/**
 * Where the generalised shore runs in the plan, on average: 200 m inland of the last lots. It
 * strays from here by less than `STRAY`, so parcels along the beach lie outside their county.
 */
export const GENERALISED_SHORE = 15210
export const STRAY = 100

/** Rows of the plan at which the generalised shore has its few vertices. */
export const SHORE_ROWS = [
  -HALF_HEIGHT,
  -7800,
  -6700,
  -5600,
  -4500,
  -3400,
  -2200,
  -1100,
  0,
  1100,
  2200,
  3400,
  4500,
  5600,
  6700,
  7800,
  HALF_HEIGHT,
] as const

/** How far beyond the mapped rectangle the line runs on its other sides, in degrees. */
export const LINE_MARGIN = 0.0055

/** The Census Bureau's lines of a county as drawn for small scales. */
export interface CountyLine {
  /** Plan u of the shore at plan v: exact at `SHORE_ROWS`, straight on the map between. */
  shoreAt(v: number): number
  /** One open ring, counter-clockwise. */
  ring: LngLat[]
}

export function buildCountyLine(seed: number, terrain: Terrain): CountyLine {
  const wander = wiggle(seededRandom(seed, 'generalised shore'), [
    [22, 5200],
    [12, 3100],
  ])
  const shoreAt = (v: number): number => GENERALISED_SHORE + wander(v)
  const shore = SHORE_ROWS.map((v) => terrain.place([shoreAt(v), v] satisfies PlanPoint))
  const [south, north] = [MAPPED.south - LINE_MARGIN, MAPPED.north + LINE_MARGIN].map(roundDegrees)
  const west = roundDegrees(MAPPED.west - LINE_MARGIN)
  const middle = roundDegrees((MAPPED.west + MAPPED.east) / 2)
  const ring: LngLat[] = [
    [west, south],
    [middle, roundDegrees(south + 0.0008)],
    [shore[0][0], south],
    ...shore,
    [shore[shore.length - 1][0], north],
    [middle, roundDegrees(north - 0.0008)],
    [west, north],
    [roundDegrees(west + 0.0008), roundDegrees((south + north) / 2)],
  ]
  return { shoreAt, ring }
}
