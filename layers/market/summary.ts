import { formatAge } from './age.ts'
import type { Choice, Seen } from './choice.ts'

const DOLLARS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** One sentence: what was seen, how long ago, and that an estimate is no appraisal. */
export function summarise({ seen, sharedBy, distance_m }: Choice): string {
  const [latest] = seen
  if (!latest) return 'The listing provider covers this spot and has no observation here.'
  const what = whatIsSeen(latest, sharedBy, distance_m)
  const day = `${latest.row.as_of}`.slice(0, 10)
  const age =
    latest.age_days === null
      ? 'which is after our copy was taken and cannot be'
      : formatAge(latest.age_days)
  return `A listing provider last saw ${what} on ${day}, ${age}${factsOf(latest)}.`
}

function whatIsSeen({ matched_by }: Seen, sharedBy: number | null, distance_m: number | null) {
  if (sharedBy !== null) return `a home among the ${sharedBy} parcels of this spot`
  if (matched_by === 'near_point') return `a home ${Math.round(distance_m ?? 0)} m from this spot`
  return matched_by === 'parcel' ? 'this property' : 'a home on this parcel'
}

function factsOf({ row }: Seen): string {
  const facts: string[] = []
  const status = formatStatus(row.home_status as string | null)
  if (status) facts.push(status)
  if (row.estimated_value !== null)
    facts.push(`its own estimate, not an appraisal, is ${usd(row.estimated_value)}`)
  else if (row.last_sold_price !== null) facts.push(`last sold for ${usd(row.last_sold_price)}`)
  return facts.length > 0 ? `: ${facts.join(', ')}` : ', and tells neither status nor value'
}

/** `FOR_SALE` and `ForSale` as words. Marks that end a sentence are left out of the middle of one. */
function formatStatus(status: string | null): string {
  return (status ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s.!?]+/g, ' ')
    .trim()
    .toLowerCase()
}

function usd(value: unknown): string {
  return `$${DOLLARS.format(Number(value))}`
}
