import { z } from 'zod'
import { type MappingEdition, readMapping } from '../../layers/column-mapping.ts'
import { FOUNDATIONS } from '../../layers/structures/foundations.ts'
import { FOOTPRINT_KINDS } from '../../layers/structures/tables.ts'

const ColumnName = z.string().min(1)

/** How a source of outlines maps onto `building_footprints`. */
export const FootprintMapping = z.strictObject({
  title: z.string(),
  product: z.literal('footprints'),
  kind: z.enum(FOOTPRINT_KINDS),
  /** Column that names a building for ever; null: a geometry hash. */
  id: ColumnName.nullable(),
  occupancy: ColumnName.nullable(),
  primary_occupancy: ColumnName.nullable(),
  source_class: ColumnName.nullable(),
  height_m: ColumnName.nullable(),
  /** The source's own figure for the area, for audit. */
  source_area: z.strictObject({ column: ColumnName, square_metres: z.number() }).nullable(),
  image_date: ColumnName.nullable(),
  production_date: ColumnName.nullable(),
  method: ColumnName.nullable(),
  /** Words that stand for "not known" in its text columns, beside blanks. */
  no_text: z.array(z.string()),
  /** Columns that some editions lack. */
  optional: z.array(ColumnName),
})
export type FootprintMapping = z.infer<typeof FootprintMapping>

/** How an edition of the structure inventory maps onto `structure_inventory`. */
export const InventoryMapping = z.strictObject({
  title: z.string(),
  product: z.literal('inventory'),
  id: ColumnName,
  occupancy_type: ColumnName,
  stories: ColumnName,
  foundation: z.strictObject({
    code: ColumnName,
    height_ft: ColumnName,
    codes: z.record(z.string(), z.enum(FOUNDATIONS)),
  }),
  /** Editions name the column in metres differently, and one has metres under the name of feet. */
  ground_elevation: z.strictObject({
    feet: ColumnName.nullable(),
    /** The first that the file has. */
    metres: z.array(ColumnName),
    evidence: z.string().min(20),
  }),
  /** The structure's own year, in an edition that has it; 0 is none. */
  year_built: ColumnName.nullable(),
  /** Filled with `year_built` where that is known, in an edition that has both. */
  block_median_year_built: ColumnName,
  sqft: ColumnName,
  damage_category: ColumnName,
  census_block: ColumnName,
  location_source: ColumnName,
  /** Columns of the edition that are not read. Any other column stops the run: units may have changed. */
  unread: z.array(ColumnName),
})
export type InventoryMapping = z.infer<typeof InventoryMapping>

const StructureMapping = z.discriminatedUnion('product', [FootprintMapping, InventoryMapping])

/** Reads `pipelines/structures/mappings/<id>.json`, with the changes of an edition. */
export async function readStructureMapping(
  edition: MappingEdition,
): Promise<z.infer<typeof StructureMapping>> {
  return await readMapping('structures', edition, StructureMapping)
}
