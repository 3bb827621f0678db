import { COLUMNS, ROWS } from '../land/sections.ts'
import { type GridCover, gridCover } from '../plan/grid-cover.ts'
import { HALF_HEIGHT, type PlanPoint, within } from '../plan/plan.ts'
import { SHORE } from '../plan/terrain.ts'
import {
  COUNTY_DISTRICTS as COUNTY,
  type District,
  LAND_USE_DESIGNATIONS as FUTURE,
  type LandUseDesignation,
  TOWN_DISTRICTS as TOWN,
} from './districts.ts'

/** The zoning maps as covers of the plan; `files/zoning-file.ts` makes polygons of them. */
export interface ZoningPlan {
  county: GridCover<District>
  futureLandUse: GridCover<LandUseDesignation>
  town: GridCover<District>
  /** The town's limits. */
  limits: GridCover<'SAMPLETON (FICTIONAL)'>
}

/** Along the main road at this u, inside its right of way, runs a strip that no district covers. */
export const UNZONED_ROAD = { west: 7792, east: 7808, south: 1400, north: 6700 } as const

/** North of the town, a commercial strip as deep as one row of lots. */
const STRIP = { from: 1400, to: 1560 } as const

/** One grid for all maps, so that they share exact vertices where a line is on several. */
const LINES = {
  us: [
    ...[0, ...COLUMNS.filter((u) => u < 15400), SHORE],
    ...[UNZONED_ROAD.west, UNZONED_ROAD.east],
    ...[10700, 11300, 11700],
  ],
  vs: [
    ...[-HALF_HEIGHT, 0, HALF_HEIGHT, STRIP.to],
    ...[160, 1000, ...ROWS].flatMap((v) => [-v, v]),
  ],
}

export function buildZoningPlan(): ZoningPlan {
  const cover = <T>(valueIn: (middle: PlanPoint) => T | null): GridCover<T> =>
    gridCover(LINES.us, LINES.vs, valueIn)
  return {
    county: cover(countyDistrict),
    futureLandUse: cover(designationAt),
    town: cover(townDistrict),
    limits: cover((at) => (isInTown(at) ? 'SAMPLETON (FICTIONAL)' : null)),
  }
}

/** The town and its suburbs: a cross of sections around the town hall. */
export const isInTown = ([u, v]: PlanPoint): boolean =>
  (within(u, 9500, 13500) && Math.abs(v) < 620) || (within(u, 10300, 12700) && Math.abs(v) < 1400)

/** Annexed by the town, and still on the county's map: both zone it. */
const isAnnexed = ([u, v]: PlanPoint): boolean => within(u, 12700, 13500) && within(v, 0, 620)

function countyDistrict(at: PlanPoint): District | null {
  const [u, v] = at
  const off = Math.abs(v)
  if (isAnnexed(at)) return COUNTY.commercial
  if (isInTown(at)) return null
  const { west, east, south, north } = UNZONED_ROAD
  if (within(u, west, east) && within(v, south, north)) return null
  if (u > 15000) {
    if (within(v, 620, 1400)) return COUNTY.mixed
    if (off < 2200) return COUNTY.multiFamily
    return v > 6700 ? COUNTY.underReview : COUNTY.publicLand
  }
  if (within(u, 2800, 5300) && off < 620) return COUNTY.publicLand
  if (within(u, 11900, 13500) && within(v, 2200, 3000)) return COUNTY.planned
  if (within(u, 9500, 10300) && within(v, -2200, -1400)) return COUNTY.industrial
  if (within(u, 10300, 12700) && within(v, STRIP.from, STRIP.to)) return COUNTY.commercial
  if (within(u, 8700, 14300) && off < 2200) return COUNTY.singleFamily
  if (within(u, 6600, 15000) && off < 3000) return COUNTY.ruralResidential
  if (within(u, 8700, 13500) && within(v, 3000, 4200)) return COUNTY.ruralResidential
  return COUNTY.agriculture
}

/** Drawn on coarser lines than the districts, and not everywhere where there is a district. */
function designationAt(at: PlanPoint): LandUseDesignation | null {
  const [u, v] = at
  const off = Math.abs(v)
  if (isInTown(at)) return null
  if (u > 15000) return v > 6700 ? null : off < 2200 ? FUTURE.mixedUse : FUTURE.conservation
  // The amendment of this section was rejected.
  if (within(u, 13500, 14300) && within(v, 3000, 4200)) return null
  if (within(u, 1500, 6600) && off < 620) return FUTURE.conservation
  if (within(u, 8700, 10300) && within(v, -3000, -1400)) return FUTURE.industrial
  if (within(u, 9500, 13500) && off < 3000) return v > 1400 ? FUTURE.medium : FUTURE.low
  if (within(u, 7800, 15000) && off < 4200) return FUTURE.rural
  return FUTURE.agriculture
}

function townDistrict(at: PlanPoint): District | null {
  const [u, v] = at
  const off = Math.abs(v)
  if (!isInTown(at)) return null
  if (off < 160) return TOWN.waterfront
  if (isAnnexed(at)) return TOWN.transitional
  if (within(u, 11100, 11900) && off < 620) return TOWN.centre
  if (within(u, 11300, 11700) && within(off, 620, 1000)) return TOWN.corner
  if (within(u, 10300, 10700) && v > 1000) return TOWN.park
  return within(u, 10300, 12700) && off < 620 ? TOWN.twoFamily : TOWN.oneFamily
}
