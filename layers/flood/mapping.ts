import { z } from 'zod'
import { Column, ColumnOrNone, mappingReader } from '../column-mapping.ts'
import nfhl from './mappings/nfhl.json' with { type: 'json' }

/**
 * Mapping of a publisher's flood columns to ours. A new publisher is a new JSON file, no code.
 */
export const FloodMapping = z.strictObject({
  title: z.string(),
  zones: z.strictObject({
    /** Columns whose values together name a polygon within the study; empty: a geometry hash. */
    id: z.array(Column),
    zone: Column,
    zone_subtype: ColumnOrNone,
    is_sfha: ColumnOrNone,
    base_flood_elevation: ColumnOrNone,
    /** Absent from editions before 2013: then the datum is not stated. */
    vertical_datum: ColumnOrNone,
    depth: ColumnOrNone,
    length_unit: ColumnOrNone,
    velocity: ColumnOrNone,
    panel: ColumnOrNone,
    study_id: ColumnOrNone,
    study_version: ColumnOrNone,
  }),
  /** Codes of this mapping that NFHL spells otherwise. Others must be NFHL codes. */
  zone_codes: z.record(
    z.string(),
    z.strictObject({ zone: z.string(), zone_subtype: z.string().nullable() }),
  ),
  sfha_codes: z.record(z.string(), z.boolean().nullable()),
  panels: z
    .strictObject({
      panel: Column,
      effective_date: Column,
      panel_type: Column,
      not_printed_reason: ColumnOrNone,
    })
    .nullable(),
})
export type FloodMapping = z.infer<typeof FloodMapping>

/** FEMA's own columns, which its map service has too. */
export const NFHL = FloodMapping.parse(nfhl)

/** Reads `layers/flood/mappings/<id>.json`, with the changes of an edition. */
export const readFloodMapping = mappingReader('flood', import.meta.url, FloodMapping)
