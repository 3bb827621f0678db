import { round } from '../../values/round.ts'
import type { County } from '../county.ts'
import type { Row } from '../location.ts'
import type { SitusAddress } from './data.ts'

const M2_PER_ACRE = 4046.8564224

/** The county of a parcel's row, as every answer shows it. */
export function countyOf(row: Row): County {
  return {
    name: row.county_name as string,
    fips: row.county_fips as string,
    local_code: row.county_local_code as number | null,
  }
}

/** The roll's address of the property; null where the roll gives no street. */
export function situsAddressOfRow(row: Row): SitusAddress | null {
  const line1 = row.situs_line1 as string | null
  if (!line1) return null
  return { line1, city: row.situs_city as string | null, zip: row.situs_zip as string | null }
}

/** An area in square metres as answers show it. */
export function roundArea(area_m2: number) {
  return { area_m2: round(area_m2, 2), area_acres: round(area_m2 / M2_PER_ACRE, 4) }
}
