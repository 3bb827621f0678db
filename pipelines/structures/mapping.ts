import { z } from 'zod'
import { Column, ColumnOrNone, mappingReader } from '../../layers/column-mapping.ts'
import { FOUNDATIONS } from '../../layers/structures/foundations.ts'
import { FOOTPRINT_KINDS } from '../../layers/structures/tables.ts'

/** How a source of outlines maps onto `building_footprints`. */
export const FootprintMapping = z.strictObject({
  title: z.string(),
  product: z.literal('footprints'),
  kind: z.enum(FOOTPRINT_KINDS),
  /** Column with a lasting id of the building; null: a geometry hash. */
  id: ColumnOrNone,
  occupancy: ColumnOrNone,
  primary_occupancy: ColumnOrNone,
  source_class: ColumnOrNone,
  height_m: ColumnOrNone,
  /** The source's own figure for the area, for audit. */
  source_area: z
    .strictObject({ column: Column, square_metres: z.number() })
    .nullable()
    .default(null),
  image_date: ColumnOrNone,
  production_date: ColumnOrNone,
  method: ColumnOrNone,
  /** Words that mean "not known" in its text columns, besides blanks. */
  null_if: z.array(z.string()),
})
export type FootprintMapping = z.infer<typeof FootprintMapping>

/** How an edition of the structure inventory maps onto `structure_inventory`. */
export const InventoryMapping = z.strictObject({
  title: z.string(),
  product: z.literal('inventory'),
  id: Column,
  occupancy_type: Column,
  stories: Column,
  foundation: z.strictObject({
    code: Column,
    height_ft: Column,
    codes: z.record(z.string(), z.enum(FOUNDATIONS)),
  }),
  /** Editions name the column in metres differently, and one has metres under the name of feet. */
  ground_elevation: z.strictObject({
    feet: ColumnOrNone,
    /** The first name that the file has. */
    metres: ColumnOrNone,
    evidence: z.string().min(20),
  }),
  /** The structure's own year, in an edition that has it; 0 means none. */
  year_built: ColumnOrNone,
  /** Filled with `year_built` where that is known, in an edition that has both. */
  block_median_year_built: Column,
  sqft: Column,
  damage_category: Column,
  census_block: Column,
  location_source: Column,
  /**
   * Columns of the edition that are not read. Any other column stops the run: units may have
   * changed.
   */
  unread: z.array(z.string().min(1)),
})
export type InventoryMapping = z.infer<typeof InventoryMapping>

const StructureMapping = z.discriminatedUnion('product', [FootprintMapping, InventoryMapping])

/** Reads `pipelines/structures/mappings/<id>.json`, with the changes of an edition. */
export const readStructureMapping = mappingReader('structures', import.meta.url, StructureMapping)
