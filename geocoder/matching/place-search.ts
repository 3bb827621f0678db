import { distanceM } from '../../geometry/distance.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { AddressReading } from '../parsing/address-reading.ts'
import { stateOfZip } from '../tables/zip-states.ts'
import { formatLocality } from './formatted-address.ts'
import type { GeocodedAddress } from './geocoded.ts'

/** State of the sample county, whose ZIP codes belong to real states. */
export const FICTIONAL_STATE = 'ZZ'
/** A ZIP code and a city whose points are farther apart than this are two places. */
const ONE_PLACE_M = 100_000

/** Finds the places that a reading names: by its ZIP code where it has one, else by its city. */
export function placesNamed(
  packs: Packs,
  { city, state, zip }: Pick<AddressReading, 'city' | 'state' | 'zip'>,
): GeocodedAddress[] {
  const byZip = zip === null ? [] : named(packs, zip, ['zip'], state)
  const byCity = city === null ? [] : named(packs, city, ['place'], state)
  const [inZip] = byZip
  if (!inZip)
    return byCity.length > 0 || city === null ? byCity : named(packs, city, ['county'], state)
  const ofZip = byCity.find(({ point }) => distanceM(point, inZip.point) < ONE_PLACE_M)
  if (!ofZip && byCity.length > 0) return [inZip, ...byCity]
  // The city as the tables write it, with the ZIP code behind it.
  return [ofZip ? { ...inZip, formatted: withZip(ofZip.formatted, zip!) } : inZip]
}

function withZip(place: string, zip: string): string {
  return `${place}${place.endsWith(zip) ? '' : ` ${zip}`}`
}

function named(
  packs: Packs,
  key: string,
  kinds: readonly string[],
  state: string | null,
): GeocodedAddress[] {
  const pack = packs.get('localities')
  if (!pack) return []
  return pack.rowsOf('name_key', key).flatMap((row) => {
    const record = pack.row(row)
    if (!kinds.includes(record.kind as string)) return []
    if (state !== null && record.state !== null && record.state !== state) return []
    return [
      { formatted: formatLocality(record), precision: 'place' as const, point: pack.point(row) },
    ]
  })
}

/** Describes why state and ZIP code of a request cannot both be right; null where they agree. */
export function stateConflict({
  state,
  zip,
}: Pick<AddressReading, 'state' | 'zip'>): string | null {
  const zipState = zip === null ? null : stateOfZip(zip)
  if (!zipState || state === null || state === FICTIONAL_STATE || state === zipState) return null
  return `${zip} is a ZIP code of ${zipState}, not of ${state}.`
}
