import type { SearchResults } from '../../serve/schemas/search.ts'
import type { LocationRef } from '../location-ref.ts'

type Hit = SearchResults['data'][number]

const TYPES: Record<string, string> = {
  address: 'address',
  place: 'place',
  county: 'county',
  zip: 'ZIP code',
  parcel: 'parcel',
}
const PRECISIONS: Record<string, string> = {
  rooftop: 'at the house',
  street: 'along the street',
  place: 'its middle',
}

/** What a hit is and how well its point is known: "address, at the house, 1.2 km away". */
export function describeHit({ type, precision, distance_m }: Hit): string {
  // A whole street is told as an address of precision `place`.
  const what = type === 'address' && precision === 'place' ? 'street' : (TYPES[type] ?? type)
  const away = distance_m === undefined ? null : `${formatDistance(distance_m)} away`
  return [what, PRECISIONS[precision] ?? precision, away].filter((part) => part !== null).join(', ')
}

export function formatDistance(distance_m: number): string {
  if (distance_m < 1_000) return `${Math.round(distance_m)} m`
  const km = distance_m / 1_000
  return `${km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString('en-US')} km`
}

/** The spot that a hit stands for. */
export function locationRefOf({ query, point }: Hit): LocationRef {
  if ('parcel' in query) return { parcel: query.parcel }
  if ('address' in query) return { address: query.address }
  return { at: point }
}

/** What is said of so many hits. */
export function formatHitCount(count: number): string {
  if (count === 0) return 'Nothing of that name is known to this build.'
  return count === 1 ? '1 result. Arrow keys choose.' : `${count} results. Arrow keys choose.`
}
