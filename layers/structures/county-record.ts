import { z } from 'zod'
import type { LocatedParcel } from '../location.ts'

export const CountyRecord = z.object({
  year_built_actual: z.number().nullable().describe('as the roll records it'),
  year_built_effective: z.number().nullable().describe('as the appraiser counts it after renewals'),
  living_area_sqft: z.number().nullable().describe('heated or living area, as the roll counts it'),
  building_count: z
    .number()
    .nullable()
    .describe('buildings on the roll, which may differ from footprints'),
  residential_units: z.number().nullable().describe('dwellings on the roll'),
  construction_class_code: z.string().nullable().describe('state code, verbatim'),
  improvement_quality_code: z.string().nullable().describe('state code, verbatim'),
})
export type CountyRecord = z.infer<typeof CountyRecord>

/** What the county roll records of the buildings; null without a parcel or without a roll row. */
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

/** Whether the roll says that there is a building: a count or an area of 0 says that there is none. */
export function recordsBuilding(record: CountyRecord | null): boolean {
  if (!record) return false
  // The codes alone are no building: rolls carry them over onto cleared land.
  const { year_built_actual, year_built_effective, living_area_sqft, building_count } = record
  const facts = [year_built_actual, year_built_effective, living_area_sqft, building_count]
  return [...facts, record.residential_units].some((fact) => fact !== null && fact > 0)
}
