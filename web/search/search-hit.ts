import type { SearchResults } from '../../serve/schemas/search.ts'
import type { LocationRef } from '../location-ref.ts'

type Hit = SearchResults['data'][number]

const TYPES: Record<Exclude<Hit['type'], 'address'>, string> = {
  place: 'place',
  county: 'county',
  zip: 'ZIP code',
  parcel: 'parcel',
}
/** Names of addresses by precision; a whole street is an address of precision `place`. */
const ADDRESS_PRECISIONS: Record<Hit['precision'], string> = {
  rooftop: 'exact address',
  street: 'address along the street',
  place: 'street',
}

/** Describes the kind of a hit and its distance: "exact address, 1.2 km away". */
export function describeHit({ type, precision, distance_m }: Hit): string {
  const what =
    type === 'address' ? (ADDRESS_PRECISIONS[precision] ?? 'address') : (TYPES[type] ?? type)
  const away = distance_m === undefined ? null : `${formatDistance(distance_m)} away`
  return away === null ? what : `${what}, ${away}`
}

export function formatDistance(distance_m: number): string {
  if (distance_m < 1_000) return `${Math.round(distance_m)} m`
  const km = distance_m / 1_000
  return `${km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString('en-US')} km`
}

/** The location of a hit. */
export function locationRefOf({ query, point }: Hit): LocationRef {
  if ('parcel' in query) return { parcel: query.parcel }
  if ('address' in query) return { address: query.address }
  return { at: point }
}

/** Reports the number of hits. */
export function formatHitCount(count: number): string {
  if (count === 0) return 'No matches.'
  return count === 1 ? '1 result. Arrow keys choose.' : `${count} results. Arrow keys choose.`
}
