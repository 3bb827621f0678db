import { z } from 'zod'
import { answerSections, askOutside } from '../dossier/dossier.ts'
import { factColumns, factsOf } from '../layers/fact-columns.ts'
import { SECTION_NAMES } from '../layers/index.ts'
import type { Row } from '../layers/location.ts'
import type { Outside } from '../layers/outside.ts'
import type { Place } from '../lookup/place.ts'
import type { Table } from '../packs/table.ts'

/**
 * One row a parcel with the main facts of every section. The function that answers the service
 * makes it, so that a table and an answer cannot disagree.
 */
export const parcelFactsTable: Table = {
  name: 'parcel_facts',
  grain:
    'One parcel with the status of every section and its main facts, as the service answers for the parcel; facts are null unless the section is available.',
  key: 'parcel_key',
  geometry: 'none',
  row: z.object({
    parcel_key: z.string().describe('Parcel: joins with parcels'),
    ...factColumns(SECTION_NAMES).shape,
  }),
}

/**
 * The row of a place that is a parcel. `outside` is the rasters of the build and no live service: a
 * table is of its build alone. `onFailure` hears of a section that throws.
 */
export async function parcelFacts(
  place: Place,
  outside: Outside,
  onFailure: (section: string, error: unknown) => void,
): Promise<Row> {
  const asked = await askOutside(place, SECTION_NAMES, outside)
  const answers = answerSections(place, SECTION_NAMES, onFailure, undefined, asked)
  const row = factsOf(SECTION_NAMES, answers)
  row.parcel_key = place.location.parcel!.parcel_key
  return row
}
