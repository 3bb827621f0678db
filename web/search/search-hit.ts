import type { UnitSystem } from '../../report/units.ts'
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

const M_A_FT = 0.3048
const M_A_MILE = 1_609.344
/** Feet from which a distance is in miles: a fifth of a mile. */
const MILES_FROM_FT = 1_000

/** Describes the kind of a hit and its distance: "exact address, 1.2 mi away". */
export function describeHit({ type, precision, distance_m }: Hit, system: UnitSystem): string {
  const what =
    type === 'address' ? (ADDRESS_PRECISIONS[precision] ?? 'address') : (TYPES[type] ?? type)
  const away = distance_m === undefined ? null : `${formatDistance(distance_m, system)} away`
  return away === null ? what : `${what}, ${away}`
}

/** A distance in the small or the large unit of a system: `480 ft`, `1.2 mi`, `12 km`. */
export function formatDistance(distance_m: number, system: UnitSystem): string {
  if (system === 'metric')
    return distance_m < 1_000
      ? `${Math.round(distance_m)} m`
      : `${formatLarge(distance_m / 1_000)} km`
  const feet = distance_m / M_A_FT
  return feet < MILES_FROM_FT
    ? `${Math.round(feet)} ft`
    : `${formatLarge(distance_m / M_A_MILE)} mi`
}

function formatLarge(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')
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
