import type { BorderLine } from '../../geometry/border-line.ts'
import { cellsOf } from '../../geometry/open-border.ts'
import type { Stretches } from '../../geometry/shared-border.ts'
import type { Coverage, LocatedRow, SectionRows, TableRows } from '../location.ts'

/**
 * Metres beyond a frontage within which water and the end of the fabric are searched. As wide as
 * half a street, so that a street with water behind it stays a street, and a county line in the
 * middle of one is found; a wetland map of 1:24,000 is good to 12 m.
 */
export const BEYOND_M = 10
const REACHES_M = [BEYOND_M / 4, BEYOND_M / 2, BEYOND_M]

/** Metres between the sampled points, and the most of them along one frontage. */
const STEP_M = 1
const SAMPLES_MAX = 300

/** The ground beyond a frontage, as the build has it. */
export interface BeyondFrontage {
  /** Metres along mapped open water; null where nothing in the build maps water there. */
  along_water_m: number | null
  /**
   * Metres, of those not along water, where no parcel fabric covers what is beyond; null where the
   * parcel's own source declares no coverage.
   */
  along_edge_m: number | null
  /** Sources of the mapped water. */
  sources: Coverage[]
}

/**
 * Measures the ground that a frontage faces, at points beyond it, from the rows of other layers.
 * `samples` limits their number.
 */
export function beyondFrontage(
  border: BorderLine,
  frontage: Stretches,
  partition: unknown,
  { parcels, wetlands, flood_zones: zones }: SectionRows,
  samples = SAMPLES_MAX,
): BeyondFrontage {
  const isDeclared = parcels.elsewhere.declares(partition)
  let water_m = 0
  let edge_m = 0
  let isMapped = false
  const waterMaps = [
    {
      rows: wetlands,
      isWater: ({ row }: LocatedRow) => row.is_open_water === true,
      names: new Set(),
    },
    { rows: zones, isWater: ({ row }: LocatedRow) => row.risk === 'water', names: new Set() },
  ]
  for (const { ring, span, middle_m } of cellsOf(frontage, STEP_M, samples)) {
    const points = REACHES_M.map((beyond_m) => border.placeAt(ring, middle_m, beyond_m))
    const far = points[points.length - 1]
    let isOnWater = false
    for (const { rows, isWater, names } of waterMaps) {
      const water = points.flatMap((point) => rows.elsewhere.holding(point)).filter(isWater)
      for (const { row } of water) names.add(row.partition)
      if (water.length > 0) isOnWater = true
    }
    // A flood study draws zones over water: its absence there does not prove land.
    isMapped ||= isOnWater || isCovered(wetlands, far)
    if (isOnWater) water_m += span[1] - span[0]
    else if (isDeclared && !isCovered(parcels, far)) edge_m += span[1] - span[0]
  }
  return {
    along_water_m: isMapped ? water_m : null,
    along_edge_m: isDeclared ? edge_m : null,
    sources: waterMaps.flatMap(({ rows, names }) => rows.elsewhere.partitions(names)),
  }
}

function isCovered({ elsewhere }: TableRows, point: readonly [number, number]): boolean {
  return elsewhere.covering(point).length > 0
}
