import type { PlanPoint } from '../../../sample/plan/plan.ts'
import type { MapUnit } from '../../../sample/soils/map-units.ts'
import { type SoilPlan, soilAt } from '../../../sample/soils/soil-plan.ts'
import { type LotCell, sharesOf } from './lot-cells.ts'

/** Expected soils section of a location, by the inequalities of the plan. */
export interface ExpectedSoils {
  /** The map unit at the location; null outside the survey area. */
  here: MapUnit | null
  /**
   * Map units on the parcel, largest first, each with its share of the parcel (0 to 1, right to
   * `SHARE_TOLERANCE`); a share below that may be missing. null without a parcel.
   */
  onParcel: { unit: MapUnit; share: number }[] | null
}

/** undefined within 3 m of a soil line, where nothing is expected. */
export function soilsAt(
  plan: SoilPlan,
  point: PlanPoint,
  cells: LotCell[] | null,
): ExpectedSoils | undefined {
  const here = soilAt(plan, point)
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const near: PlanPoint = [point[0] + 3 * Math.cos(angle), point[1] + 3 * Math.sin(angle)]
    if (soilAt(plan, near) !== here) return undefined
  }
  const unitsAt = (middle: PlanPoint): MapUnit[] => {
    const unit = soilAt(plan, middle)
    return unit === null ? [] : [unit]
  }
  return {
    here,
    onParcel: cells && sharesOf(cells, unitsAt).map(({ value, share }) => ({ unit: value, share })),
  }
}
