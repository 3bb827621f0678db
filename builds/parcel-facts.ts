import { z } from 'zod'
import { answerSections, requestSectionData } from '../dossier/dossier.ts'
import { dossierColumns, dossierRow } from '../layers/dossier-columns.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { SECTION_NAMES } from '../layers/index.ts'
import type { Row } from '../layers/location.ts'
import type { LocationLookup } from '../lookup/location-lookup.ts'
import type { Table } from '../packs/table.ts'

/**
 * One row a parcel with the main values of every section. The functions that answer for the service
 * make it, so that the table and the answers agree.
 */
export const parcelFactsTable: Table = {
  name: 'parcel_facts',
  grain:
    'One parcel with the status of every section and its main facts, as the service answers for the parcel; facts are null unless the section is available.',
  key: 'parcel_key',
  geometry: 'none',
  row: z.object({
    parcel_key: z.string().describe('Parcel: joins with parcels'),
    ...dossierColumns(SECTION_NAMES).shape,
  }),
}

/**
 * Builds the row of the parcel of a location. `outside` has the rasters of the build and no live
 * service: a table depends on its build only. `onFailure` is called for a section that throws.
 */
export async function parcelFacts(
  lookup: LocationLookup,
  outside: ExternalSources,
  onFailure: (section: string, error: unknown) => void,
): Promise<Row> {
  const requested = await requestSectionData(lookup, SECTION_NAMES, outside)
  const answers = answerSections(lookup, SECTION_NAMES, onFailure, undefined, requested)
  const row = dossierRow(SECTION_NAMES, answers)
  row.parcel_key = lookup.location.parcel!.parcel_key
  return row
}
