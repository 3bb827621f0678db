import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { HouseNumber } from '../parsing/house-number.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import { type AddressParts, formatAddress } from './formatted-address.ts'
import type { GeocodedAddress } from './geocoded.ts'
import { SAME_PLACE_M } from './house-search.ts'
import type { KnownStreet } from './known-street.ts'
import { isShort } from './short-street.ts'

/** Result for a whole street, for an address without a number. */
export function middleOf(street: KnownStreet): GeocodedAddress {
  const { record, point } = street
  const radius = record.radius_m as number
  const reach = Math.round(radius).toLocaleString('en-US')
  return {
    formatted: formatAddress(partsOf(street)),
    precision: isShort(record) ? 'street' : 'place',
    point,
    note: `The middle of the known part of the street, which reaches ${reach} m from there.`,
  }
}

/** Result for a number that no source has, at a point on the street. */
export function onStreet(
  street: KnownStreet,
  number: HouseNumber,
  point: GridPoint,
  note: string,
): GeocodedAddress {
  const formatted = formatAddress({ ...partsOf(street), number: number.text })
  return { formatted, precision: 'street', point, note }
}

/** Describes a street by its name and place and the known numbers on it. */
export function knownNumbers(street: KnownStreet): string {
  const { lowest_number, highest_number } = street.record
  const numbers =
    lowest_number === null
      ? 'without house numbers'
      : `with numbers from ${lowest_number} to ${highest_number}`
  return `${formatAddress(partsOf(street))}, ${numbers}`
}

function partsOf({ record }: KnownStreet): AddressParts {
  return {
    street: record.name as string,
    ...writtenPlaceOf(record),
  }
}

/**
 * Merges answers at one place into the most precise one: an address point before a lot of a roll,
 * then the first. Two houses are two places however near they are: 106 E and 106 W Main St of
 * Forest City are 67 m apart.
 */
export function differentPlaces(found: readonly GeocodedAddress[]): GeocodedAddress[] {
  const order = { rooftop: 0, street: 1, place: 2 }
  const places: GeocodedAddress[] = []
  const isOfRoll = ({ parcel_key }: GeocodedAddress) => Number(parcel_key !== undefined)
  const sorted = [...found].sort(
    (a, b) => order[a.precision] - order[b.precision] || isOfRoll(a) - isOfRoll(b),
  )
  for (const each of sorted) {
    const isKnown = places.some(
      ({ point, house }) =>
        distanceM(point, each.point) <= SAME_PLACE_M &&
        (!house || !each.house || house === each.house),
    )
    if (!isKnown) places.push(each)
  }
  return places
}

/** Puts notes before the note of an answer. */
export function withNotes(
  found: GeocodedAddress,
  more: readonly (string | null)[],
): GeocodedAddress {
  const notes = [...more, found.note].filter(Boolean)
  return notes.length > 0 ? { ...found, note: notes.join(' ') } : found
}
