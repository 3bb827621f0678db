import { z } from 'zod'
import { Column, ColumnOrNone, mappingReader } from '../../layers/column-mapping.ts'

/**
 * How a publisher's boundary files map onto the tables. A new mapping is a new JSON file, no code.
 */
const BoundariesMapping = z.strictObject({
  title: z.string(),
  states: z.strictObject({ statefp: Column, state: ColumnOrNone, name: Column }).nullable(),
  counties: z
    .strictObject({
      /** State and county code together, 5 digits. */
      geoid: Column,
      state: ColumnOrNone,
      name: Column,
      /** `Penobscot County`; where no column has it, name and code make it. */
      whole_name: ColumnOrNone,
    })
    .nullable(),
  zctas: z.strictObject({ zcta: Column, statefp: ColumnOrNone }).nullable(),
  places: z
    .strictObject({
      /** State and place code together, 7 digits; a town's own file has none. */
      geoid: ColumnOrNone,
      /** The name alone; where no column has it, `whole_name` is read as `City of Bangor`. */
      name: ColumnOrNone,
      whole_name: ColumnOrNone,
      /** The census's code of the kind of place: 25 for a city. */
      lsad: ColumnOrNone,
      /** The state's code; where no column has it, that of the partition's county. */
      statefp: ColumnOrNone,
    })
    .nullable(),
})
export type BoundariesMapping = z.infer<typeof BoundariesMapping>

/** Reads `pipelines/boundaries/mappings/<id>.json`, with the changes of an edition. */
export const readBoundariesMapping = mappingReader('boundaries', import.meta.url, BoundariesMapping)
