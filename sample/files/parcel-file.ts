import type { County } from '../county.ts'
import { COUNTY_NUMBER, ROLL_YEAR } from '../land/roll.ts'
import { PROJECTED_WKT, project } from '../plan/transverse-mercator.ts'
import { type DbfField, number, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** As in Florida's statewide parcel layer: the id and little else. The rest is on the roll. */
export const PARCEL_FIELDS: DbfField[] = [
  text('PARCELNO', 26),
  number('CO_NO', 3),
  number('ASMNT_YR', 4),
  text('NOTICE', 20),
]

/** The parcel fabric as a shapefile in the county's own projected metres. */
export function writeParcels({ parcels }: County): ArchiveEntry[] {
  const records = parcels.map(({ id, rings }) => ({
    rings: rings.map((ring) => ring.map(project)),
    row: { PARCELNO: id, CO_NO: COUNTY_NUMBER, ASMNT_YR: ROLL_YEAR, NOTICE: 'FICTIONAL' },
  }))
  return writeShapefile('sample_parcels_2025', PROJECTED_WKT, PARCEL_FIELDS, records)
}
