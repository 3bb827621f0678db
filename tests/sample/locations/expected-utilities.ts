import type { County } from '../../../sample/county.ts'
import { settledValue } from '../../../sample/plan/grid-cover.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'
import type { UtilityRecord } from '../../../sample/utilities/inventory-records.ts'
import type { ElectricUtility, WaterSystem } from '../../../sample/utilities/service-plan.ts'
import { UNSETTLED } from './expected-zoning.ts'

/** Rows of the three sources at a location, by the plan. */
export interface ExpectedUtilities {
  /** Different records of the parcel: none, one, or two that contradict each other. */
  records: UtilityRecord[]
  electric: ElectricUtility[]
  water: WaterSystem[]
}

/** undefined: near a line of the plan, or a stack, where the answer depends on the unit. */
export function utilitiesAt(
  { services, utilityRecords, terrain }: County,
  at: LngLat,
  parcel: { ids: (string | null)[] } | null,
): ExpectedUtilities | undefined {
  const point = terrain.ground.undo(fromLngLat(at))
  const ids = parcel?.ids ?? []
  if (ids.length > 1) return undefined
  const covers = [...services.electric, ...services.water].map(({ cover }) => cover)
  if (covers.some((cover) => settledValue(cover, point, UNSETTLED) === undefined)) return undefined
  const isHere = ({ cover }: (typeof services.electric)[0] | (typeof services.water)[0]) =>
    settledValue(cover, point, UNSETTLED) === true
  const records = utilityRecords.filter(({ parcelId }) => parcelId === ids[0])
  return {
    records: [...new Map(records.map((record) => [record.wastewater, record])).values()],
    electric: services.electric.filter(isHere).map(({ utility }) => utility),
    water: services.water.filter(isHere).map(({ system }) => system),
  }
}
