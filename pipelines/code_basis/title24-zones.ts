import { z } from 'zod'
import type { Row } from '../../layers/location.ts'
import { RowError } from '../../values/row-error.ts'
import type { Tally } from '../stages/tally.ts'

/** ZIP codes by zone; the keys of other states are DOE's zones (`4|A|Mixed-Humid`). */
export const ZipsByZone = z.record(z.string(), z.array(z.string()))

/** The rows of California's zones without their keys: zone 3 is `CA_03` in the file. */
export function title24Rows(
  zips: z.infer<typeof ZipsByZone>,
  edition: string,
  tally: Tally,
): { zip: string; zone: string; edition: string }[] {
  return Object.entries(zips).flatMap(([key, codes]) => {
    const zone = /^CA_(\d{2})$/.exec(key)
    if (!zone) {
      tally.add('code_basis.zip_of_another_state', codes.length)
      return []
    }
    return codes.map((zip) => ({ zip, zone: `${Number(zone[1])}`, edition }))
  })
}

/** A row whose texts are a ZIP code and one of the 16 zones. */
export function checkedTitle24Row(row: { zip: string; zone: string; edition: string }): Row {
  if (!/^\d{5}$/.test(row.zip))
    throw new RowError('code_basis.unreadable_zip', JSON.stringify(row.zip))
  if (Number(row.zone) < 1 || Number(row.zone) > 16)
    throw new RowError('code_basis.unknown_title24_zone', `zone ${row.zone}`)
  return row
}
