import { z } from 'zod'
import { type MappingEdition, readMapping } from '../../layers/column-mapping.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'

/**
 * Spellings of one column, the first that a file has speaks: a shapefile cuts names at ten
 * characters (`WW_SRC_NAM`), a service keeps them (`WW_SRC_NAME`).
 */
const Spellings = z.array(z.string().min(1)).min(1)

/** How sure an inventory is, the surest first; `none` names no supply at all. */
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
    parcel_id: Spellings,
    /** The state's own number of the county: rows of another are refused. A file may lack it. */
    county_code: Spellings,
    wastewater: Spellings,
    wastewater_updated: Spellings,
    wastewater_source_type: Spellings,
    wastewater_source_name: Spellings,
    drinking_water: Spellings,
    drinking_water_updated: Spellings,
    drinking_water_source_type: Spellings,
  }),
  /** Columns that every file has, under their first spelling; a file without one is refused. */
  required: z.array(z.string()),
  wastewater_codes: z.record(z.string(), WastewaterCode),
  drinking_water_codes: z.record(z.string(), Code),
})
export type InventoryMapping = z.infer<typeof InventoryMapping>

/** How a file of electric territories maps onto `electric_territories`. */
export const ElectricMapping = z.strictObject({
  title: z.string(),
  table: z.literal('electric_territories'),
  columns: z.strictObject({
    utility_id: Spellings,
    name: Spellings,
    type: Spellings,
    office_state: Spellings,
    holding_company: Spellings,
    tagged_as: Spellings,
  }),
  required: z.array(z.string()),
  /** Words that stand for "not known", beside blanks. */
  no_text: z.array(z.string()),
  /** Kinds of ownership that are known; another is kept, and counted. */
  types: z.array(z.string()),
})
export type ElectricMapping = z.infer<typeof ElectricMapping>

/** How a file of water service areas maps onto `water_service_areas`. */
export const WaterMapping = z.strictObject({
  title: z.string(),
  table: z.literal('water_service_areas'),
  columns: z.strictObject({
    pwsid: Spellings,
    name: Spellings,
    /** Says whether the outline is a model's. */
    basis: Spellings,
    method: Spellings,
    population_served: Spellings,
    service_connections: Spellings,
  }),
  required: z.array(z.string()),
  no_text: z.array(z.string()),
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
export async function readUtilityMapping(edition: MappingEdition): Promise<UtilityMapping> {
  return await readMapping('utilities', edition, UtilityMapping)
}

/** The columns of a mapping as `openLayerFile` takes them. */
export function columnsToRead({ columns, required }: UtilityMapping) {
  const entries = Object.entries(columns) as [string, string[]][]
  const isRequired = (name: string) => required.includes(name)
  return {
    columns: entries.filter(([name]) => isRequired(name)).map(([, [first]]) => first),
    optionalColumns: entries.flatMap(([name, spellings]) =>
      isRequired(name) ? spellings.slice(1) : spellings,
    ),
  }
}

/** The value under the first spelling that has one. */
export function readValue(
  { attributes }: SourceFeature,
  spellings: readonly string[],
): AttributeValue {
  for (const name of spellings) {
    const value = attributes[name] ?? null
    if (value !== null) return value
  }
  return null
}
