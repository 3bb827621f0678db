import type { County } from '../county.ts'
import { GEOGRAPHIC_WKT } from '../plan/transverse-mercator.ts'
import { type DbfField, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

export const COUNTY_FIELDS: DbfField[] = [
  text('STATEFP', 2),
  text('COUNTYFP', 3),
  text('GEOID', 5),
  text('NAME', 100),
  text('NAMELSAD', 100),
]

/** The county polygon with the first columns of Census TIGER's county file. */
export function writeCounty({ boundary }: County): ArchiveEntry[] {
  const row = {
    STATEFP: '99',
    COUNTYFP: '001',
    GEOID: '99001',
    NAME: 'Sample',
    NAMELSAD: 'Sample County (fictional)',
  }
  return writeShapefile('sample_county', GEOGRAPHIC_WKT, COUNTY_FIELDS, [
    { rings: [boundary], row },
  ])
}
