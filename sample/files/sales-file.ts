import type { County } from '../county.ts'
import { COUNTY_NUMBER, ROLL_YEAR } from '../land/roll.ts'
import { writeCsv } from './csv.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/**
 * The 23 columns of Florida's sales file (SDF) for 2025, in order. Florida Department of Revenue,
 * NAL/SDF/NAP users' guide 2025.
 */
export const SDF_COLUMNS = `
  CO_NO PARCEL_ID ASMNT_YR ATV_STRT GRP_NO DOR_UC NBRHD_CD MKT_AR CENSUS_BK SALE_ID_CD SAL_CHG_CD
  VI_CD OR_BOOK OR_PAGE CLERK_NO QUAL_CD SALE_YR SALE_MO SALE_PRC MULTI_PAR_SAL RS_ID MP_ID
  STATE_PARCEL_ID
`
  .trim()
  .split(/\s+/)

/** As in the real file: numbers and the multi-parcel flag bare, everything else in quotes. */
const BARE = ['CO_NO', 'ASMNT_YR', 'ATV_STRT', 'GRP_NO', 'SALE_YR', 'SALE_PRC', 'MULTI_PAR_SAL']
const QUOTED = new Set(SDF_COLUMNS.filter((column) => !BARE.includes(column)))

/** The sales as Florida's counties send them. */
export function writeSales({ sales }: County): ArchiveEntry[] {
  const rows = sales.map((sale) => ({
    CO_NO: COUNTY_NUMBER,
    PARCEL_ID: sale.parcelId,
    ASMNT_YR: ROLL_YEAR,
    ATV_STRT: sale.roll === null ? null : 1,
    GRP_NO: sale.roll === null ? null : 1,
    DOR_UC: sale.roll?.DOR_UC ?? '000',
    NBRHD_CD: sale.roll?.NBRHD_CD,
    MKT_AR: 'F1',
    SALE_ID_CD: `99000${sale.deed}`,
    SAL_CHG_CD: sale.change,
    VI_CD: sale.isVacant ? 'V' : 'I',
    CLERK_NO: sale.deed,
    QUAL_CD: sale.qualification,
    SALE_YR: sale.year,
    SALE_MO: String(sale.month).padStart(2, '0'),
    SALE_PRC: sale.price,
    MULTI_PAR_SAL: sale.isOfSeveral ? 'C' : null,
    RS_ID: 'FICT',
    MP_ID: sale.roll && Number(sale.roll.SEQ_NO).toString(16).toUpperCase().padStart(8, '0'),
    STATE_PARCEL_ID: sale.roll?.STATE_PAR_ID,
  }))
  const content = writeCsv(SDF_COLUMNS, rows, { quoted: QUOTED, lineEnd: '\r\n' })
  return [{ name: 'SDF99F202501.csv', content }]
}
