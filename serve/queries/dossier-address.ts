import type { Dossier, Packs } from '../../dossier/dossier.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import { Geocoder } from '../../geocoder/matching/geocoder.ts'
import { addressAt } from '../../geocoder/matching/reverse.ts'
import { GRID } from '../../geometry/polygons.ts'
import { round } from '../../values/round.ts'
import type { LocationDossier } from '../schemas/dossier.ts'

type DossierAddress = NonNullable<LocationDossier['address']>

/** One for each build: it remembers the addresses that it has looked up. */
const geocoders = new WeakMap<Packs, Geocoder>()

/** The address by which a location was found, as the dossier returns it. */
export function searchedAddress(found: GeocodedAddress): DossierAddress {
  const { formatted, precision, position, note } = found
  return {
    formatted,
    precision,
    ...(position && { position }),
    ...(note !== undefined && { note }),
  }
}

/** The address nearest to a point; null where none is near. */
export function nearestAddress(
  packs: Packs,
  { lat, lng }: Pick<Dossier['point'], 'lat' | 'lng'>,
  parcel_key: string | null,
): DossierAddress | null {
  if (!packs.has('streets')) return null
  const point = [Math.round(lng * GRID), Math.round(lat * GRID)] as const
  const geocoder = geocoders.get(packs) ?? new Geocoder(packs)
  geocoders.set(packs, geocoder)
  const near = addressAt(packs, geocoder, point, parcel_key)
  if (!near) return null
  const { formatted, precision, distance_m } = near
  return { formatted, precision, distance_m: round(distance_m, 1) }
}
