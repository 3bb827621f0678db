import type { ParcelData } from './data.ts'

/** One sentence: what it is, area, address, county and the number of stacked parcels. */
export function summarise(data: ParcelData): string {
  const where = data.situs_address ? ` at ${data.situs_address.line1}` : ''
  const size = `${(data.area_acres ?? 0).toFixed(2)} acres`
  const stacked =
    data.parcel_count_here > 1 ? `, one of ${data.parcel_count_here} parcels stacked here` : ''
  const county = data.county.name ? ` in ${data.county.name}` : ''
  if (data.is_street_shaped)
    return `Probably right-of-way of a street, or a stream, ${size}${county}: long, narrow and not on the assessment roll${stacked}.`
  return `A parcel of ${size}${where}${county}${stacked}.`
}
