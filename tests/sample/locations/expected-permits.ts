import { RADIUS_M } from '../../../layers/permits/data.ts'
import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Permit } from '../../../sample/permits/permits.ts'
import { settledValue } from '../../../sample/plan/grid-cover.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'

/** Expected permits section of a location, by the plan. */
export interface ExpectedPermits {
  /** Permits within the radius or on the parcel, and their distances, right to a metre. */
  permits: { permit: Permit; distance: number; isOnParcel: boolean }[]
  /** True inside the town's limits, where one feed could not be read. */
  isInTown: boolean
}

/** A distance by the plan's metres in a degree is right to 0.1 % over the county. */
const UNSETTLED_M = 1

/** undefined: a permit or the town's limits are too near to a line. */
export function permitsAt(
  { permits, terrain, zoning }: County,
  at: LngLat,
  lots: readonly Lot[],
): ExpectedPermits | undefined {
  const point = terrain.ground.undo(fromLngLat(at))
  const limits = settledValue(zoning.limits, point, 3)
  if (limits === undefined) return undefined
  const [x, y] = fromLngLat(at)
  const found: ExpectedPermits['permits'] = []
  for (const permit of permits) {
    if (permit.at === null) continue
    const [u, v] = fromLngLat(permit.at)
    const distance = Math.hypot(u - x, v - y)
    const isOnParcel = lots.includes(permit.lot)
    if (!isOnParcel && Math.abs(distance - RADIUS_M) < UNSETTLED_M) return undefined
    if (isOnParcel || distance < RADIUS_M) found.push({ permit, distance, isOnParcel })
  }
  return { permits: found, isInTown: limits !== null }
}
