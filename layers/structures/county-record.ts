import type { LocatedParcel } from '../location.ts'
import type { CountyRecord } from './data.ts'

/** The assessment roll's record of the buildings; null without a parcel or without a roll row. */
export function countyRecordOf(parcel: LocatedParcel | null): CountyRecord | null {
  if (!parcel?.row.has_roll) return null
  const { row } = parcel
  const number = (name: keyof CountyRecord) => row[name] as number | null
  const text = (name: keyof CountyRecord) => row[name] as string | null
  return {
    year_built_actual: number('year_built_actual'),
    year_built_effective: number('year_built_effective'),
    living_area_sqft: number('living_area_sqft'),
    building_count: number('building_count'),
    residential_units: number('residential_units'),
    construction_class_code: text('construction_class_code'),
    improvement_quality_code: text('improvement_quality_code'),
  }
}

/** True when the roll records a building: a count or an area of 0 records none. */
export function recordsBuilding(record: CountyRecord | null): boolean {
  if (!record) return false
  // The codes alone do not prove a building: rolls carry them over onto cleared land.
  const { year_built_actual, year_built_effective, living_area_sqft, building_count } = record
  const numbers = [year_built_actual, year_built_effective, living_area_sqft, building_count]
  return [...numbers, record.residential_units].some((number) => number !== null && number > 0)
}
