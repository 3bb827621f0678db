import { z } from 'zod'
import { Column, mappingReader } from '../column-mapping.ts'
import nwi from './mappings/nwi.json' with { type: 'json' }

/**
 * Mapping of a publisher's wetland files to our tables. A new mapping is a new JSON file, no code.
 */
export const WetlandMapping = z.strictObject({
  title: z.string(),
  wetlands: z.strictObject({
    /** Permanent id of a polygon; files without it are keyed by geometry. */
    id: Column,
    code: Column,
    label: Column,
    area_acres: Column,
  }),
  projects: z.strictObject({
    project: Column,
    status: Column,
    image_year: Column,
    image_date: Column,
    image_scale: Column,
    image_type: Column,
    data_source: Column,
    supplement: Column,
  }),
  /** True for a status whose land has its wetlands in the data. */
  status_codes: z.record(z.string(), z.boolean()),
})
export type WetlandMapping = z.infer<typeof WetlandMapping>

/** The inventory's own columns, which its map service has too. */
export const NWI = WetlandMapping.parse(nwi)

/** Reads `layers/wetlands/mappings/<id>.json`, with the changes of an edition. */
export const readWetlandMapping = mappingReader('wetlands', import.meta.url, WetlandMapping)
