import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../../catalog/json-file.ts'
import nfhl from './mappings/nfhl.json' with { type: 'json' }

const ColumnName = z.string().min(1)

/** How a publisher's flood mapping maps onto ours. A new mapping is a new JSON file, no code. */
export const FloodMapping = z.strictObject({
  title: z.string(),
  zones: z.strictObject({
    /** Columns whose values together name a polygon within the study; empty: a geometry hash. */
    id: z.array(ColumnName),
    zone: ColumnName,
    zone_subtype: ColumnName.nullable(),
    is_sfha: ColumnName.nullable(),
    base_flood_elevation: ColumnName.nullable(),
    /** Absent from editions before 2013: then the datum is not stated. */
    vertical_datum: ColumnName.nullable(),
    depth: ColumnName.nullable(),
    length_unit: ColumnName.nullable(),
    velocity: ColumnName.nullable(),
    panel: ColumnName.nullable(),
    study_id: ColumnName.nullable(),
    study_version: ColumnName.nullable(),
  }),
  /** Columns that some editions of the mapping lack. */
  optional: z.array(ColumnName),
  /** Codes of this mapping that NFHL spells otherwise. Others must be NFHL codes. */
  zone_codes: z.record(
    z.string(),
    z.strictObject({ zone: z.string(), zone_subtype: z.string().nullable() }),
  ),
  sfha_codes: z.record(z.string(), z.boolean().nullable()),
  panels: z
    .strictObject({
      panel: ColumnName,
      effective_date: ColumnName,
      panel_type: ColumnName,
      not_printed_reason: ColumnName.nullable(),
    })
    .nullable(),
})
export type FloodMapping = z.infer<typeof FloodMapping>

/** FEMA's own columns, which its map service has too. */
export const NFHL = FloodMapping.parse(nfhl)

/** Reads `layers/flood/mappings/<id>.json`. */
export async function readFloodMapping(id: string): Promise<FloodMapping> {
  const path = fileURLToPath(new URL(`./mappings/${id}.json`, import.meta.url))
  const remedy = 'Correct the mapping: CONTRIBUTING.md, "Add a flood study".'
  return readJsonFile({ path, step: 'read the flood mapping', remedy }, FloodMapping)
}
