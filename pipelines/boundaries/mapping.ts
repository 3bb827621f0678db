import { z } from 'zod'
import { type MappingEdition, readMapping } from '../../layers/column-mapping.ts'

/** Columns of one meaning, by edition: the first one that the file has is read. */
const Columns = z.array(z.string().min(1))
/** The same of what a row cannot be without. */
const Needed = Columns.min(1)

/** How a publisher's boundary files map onto ours. A new mapping is a new JSON file, no code. */
export const BoundariesMapping = z.strictObject({
  title: z.string(),
  states: z.strictObject({ statefp: Needed, state: Columns, name: Needed }).nullable(),
  counties: z
    .strictObject({
      /** State and county code together, 5 digits. */
      geoid: Needed,
      state: Columns,
      name: Needed,
      /** `Penobscot County`; where no column has it, name and code make it. */
      whole_name: Columns,
    })
    .nullable(),
  zctas: z.strictObject({ zcta: Needed, statefp: Columns }).nullable(),
  places: z
    .strictObject({
      /** State and place code together, 7 digits; a town's own file has none. */
      geoid: Columns,
      /** The name alone; where no column has it, `whole_name` is read as `City of Bangor`. */
      name: Columns,
      whole_name: Columns,
      /** The census's code of what the place is: 25 for a city. */
      lsad: Columns,
      /** The state's code; where no column has it, that of the partition's county. */
      statefp: Columns,
    })
    .nullable(),
})
export type BoundariesMapping = z.infer<typeof BoundariesMapping>

/** Reads `pipelines/boundaries/mappings/<id>.json`, with the changes of an edition. */
export async function readBoundariesMapping(edition: MappingEdition): Promise<BoundariesMapping> {
  return await readMapping('boundaries', edition, BoundariesMapping)
}
