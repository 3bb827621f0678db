import { z } from 'zod'
import { Column, mappingReader } from '../../layers/column-mapping.ts'

/** Confidence of an inventory's code, the surest first; `none` names no supply at all. */
export const GRADES = ['known', 'likely', 'somewhat_likely', 'none'] as const

const Code = z.strictObject({
  grade: z.enum(GRADES),
  /** The publisher's own words for the code. */
  words: z.string().min(1),
})

const WastewaterCode = Code.extend({ system: z.enum(['sewer', 'septic']).nullable() })

/** How a state's inventory maps onto `wastewater_parcels`. Codes are looked up in any case. */
export const InventoryMapping = z.strictObject({
  title: z.string(),
  table: z.literal('wastewater_parcels'),
  columns: z.strictObject({
    parcel_id: Column,
    /** The state's own number of the county: rows of another are refused. A file may lack it. */
    county_code: Column,
    wastewater: Column,
    wastewater_updated: Column,
    wastewater_source_type: Column,
    wastewater_source_name: Column,
    drinking_water: Column,
    drinking_water_updated: Column,
    drinking_water_source_type: Column,
  }),
  wastewater_codes: z.record(z.string(), WastewaterCode),
  drinking_water_codes: z.record(z.string(), Code),
})
export type InventoryMapping = z.infer<typeof InventoryMapping>

/** How a file of electric territories maps onto `electric_territories`. */
export const ElectricMapping = z.strictObject({
  title: z.string(),
  table: z.literal('electric_territories'),
  columns: z.strictObject({
    utility_id: Column,
    name: Column,
    type: Column,
    office_state: Column,
    holding_company: Column,
    tagged_as: Column,
  }),
  /** Words that mean "not known", besides blanks. */
  null_if: z.array(z.string()),
  /** Known kinds of ownership; another one stays verbatim, and is counted. */
  types: z.array(z.string()),
})
export type ElectricMapping = z.infer<typeof ElectricMapping>

/** How a file of water service areas maps onto `water_service_areas`. */
export const WaterMapping = z.strictObject({
  title: z.string(),
  table: z.literal('water_service_areas'),
  columns: z.strictObject({
    pwsid: Column,
    name: Column,
    /** Column that states whether the outline is a model's. */
    basis: Column,
    method: Column,
    population_served: Column,
    service_connections: Column,
  }),
  null_if: z.array(z.string()),
  /** Whether an outline of such a basis is modelled; another basis is null, and counted. */
  modeled: z.record(z.string(), z.boolean()),
})
export type WaterMapping = z.infer<typeof WaterMapping>

const UtilityMapping = z.discriminatedUnion('table', [
  InventoryMapping,
  ElectricMapping,
  WaterMapping,
])
export type UtilityMapping = z.infer<typeof UtilityMapping>

/** Reads `pipelines/utilities/mappings/<id>.json`, with the changes of an edition. */
export const readUtilityMapping = mappingReader('utilities', import.meta.url, UtilityMapping)
