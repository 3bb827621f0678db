import type { ZoningData } from './data.ts'
import { listCodes } from './district-order.ts'

/**
 * One sentence: district and authority, overlays, other districts of the parcel, future land use.
 */
export function summarise(data: ZoningData): string {
  const { district, jurisdiction, overlays, districts_on_parcel, future_land_use: plan } = data
  const over = overlays.length > 0 ? ` under the overlay ${listCodes(overlays)}` : ''
  const others = (districts_on_parcel ?? []).filter(
    (each) =>
      !each.is_overlay && (each.district !== district || each.jurisdiction !== jurisdiction),
  )
  const parcel = others.length > 0 ? `; the parcel is also in ${listCodes(others)}` : ''
  const future = plan ? `; future land use ${plan.code}${inSentence(plan.description)}` : ''
  const zoned = `Zoned ${district}${inSentence(data.district_description)} by ${jurisdiction}`
  return `${zoned}${over}${parcel}${future}.`
}

/** A description in brackets; left out where it would end the sentence. */
function inSentence(description: string | null): string {
  return description === null || /[.!?]/.test(description) ? '' : ` (${description})`
}
