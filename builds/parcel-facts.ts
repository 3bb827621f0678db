import { z } from 'zod'
import { answerSections } from '../layers/dossier.ts'
import { factColumns, factsOf } from '../layers/fact-columns.ts'
import { SECTION_NAMES } from '../layers/index.ts'
import type { Row } from '../layers/location.ts'
import type { Place } from '../layers/place.ts'
import type { Table } from '../layers/table.ts'

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

/** The row of a place that is a parcel. `onFailure` hears of a section that throws. */
export function parcelFacts(
  place: Place,
  onFailure: (section: string, error: unknown) => void,
): Row {
  const row = factsOf(SECTION_NAMES, answerSections(place, SECTION_NAMES, onFailure))
  row.parcel_key = place.location.parcel!.parcel_key
  return row
}
