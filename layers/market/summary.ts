import { formatUsd } from '../../values/us-dollars.ts'
import { formatAge } from './age.ts'
import type { Choice, Seen } from './choice.ts'

/** One sentence: the observation, its age, and that an estimate is not an appraisal. */
export function summarise({ seen, sharedBy, distance_m }: Choice): string {
  const [latest] = seen
  if (!latest) return 'The listing provider covers this location and has no observation here.'
  const home = describeHome(latest, sharedBy, distance_m)
  const day = `${latest.row.as_of}`.slice(0, 10)
  const age =
    latest.age_days === null
      ? 'which is after our copy was taken and cannot be'
      : formatAge(latest.age_days)
  return `A listing provider last saw ${home} on ${day}, ${age}${formatValues(latest)}.`
}

function describeHome({ matched_by }: Seen, sharedBy: number | null, distance_m: number | null) {
  if (sharedBy !== null) return `a home among the ${sharedBy} parcels of this location`
  if (matched_by === 'near_point')
    return `a home ${Math.round(distance_m ?? 0)} m from this location`
  return matched_by === 'parcel' ? 'this property' : 'a home on this parcel'
}

function formatValues({ row }: Seen): string {
  const parts: string[] = []
  const status = formatStatus(row.home_status as string | null)
  if (status) parts.push(status)
  if (row.estimated_value !== null)
    parts.push(`its own estimate, not an appraisal, is ${formatUsd(Number(row.estimated_value))}`)
  else if (row.last_sold_price !== null)
    parts.push(`last sold for ${formatUsd(Number(row.last_sold_price))}`)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ', and reports neither status nor value'
}

/** `FOR_SALE` and `ForSale` as lower-case text without marks that end a sentence. */
function formatStatus(status: string | null): string {
  return (status ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s.!?]+/g, ' ')
    .trim()
    .toLowerCase()
}
