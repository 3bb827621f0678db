import type { FastifyBaseLogger } from 'fastify'
import type { GeocodedAddress, Within } from '../../geocoder/matching/geocoded.ts'
import { ApiError } from '../../http/error-codes.ts'
import { quote } from '../../http/query.ts'
import type { LocationInput } from '../../lookup/location-lookup.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { LocationRef } from './location-query.ts'
import { resolveAddress } from './resolved-address.ts'

/** A location in a build, with the address where the request named one. */
export interface ResolvedLocation {
  input: LocationInput
  address?: GeocodedAddress
}

/**
 * Resolves coordinates, an address or a parcel key to a location in a build. Throws `ApiError` 404
 * for a parcel key or an address that the build does not have, 501 where it has no parcels or
 * addresses at all, 503 for an address that the geocoder did not answer. An address is looked for
 * only where `isSearched` is true.
 */
export async function resolveLocation(
  build: ServedBuild,
  ref: LocationRef,
  upstreams: UpstreamClient | null,
  log: FastifyBaseLogger,
  isSearched?: Within,
): Promise<ResolvedLocation> {
  switch (ref.type) {
    case 'coordinates':
      return { input: { lat: ref.lat, lng: ref.lng } }
    case 'parcel':
      return { input: { parcelRow: parcelRowOf(build.packs, ref.parcel, 'parcel') } }
    case 'address': {
      const { found, input } = await resolveAddress(build, ref.address, upstreams, log, isSearched)
      return { input, address: found }
    }
  }
}

/** The row of a parcel in the pack of a build. `param` is the parameter that holds the key. */
export function parcelRowOf(packs: ServedBuild['packs'], key: string, param: string): number {
  const pack = packs.get('parcels')
  if (!pack)
    throw new ApiError(501, 'The build in service has no parcels.', {
      param,
      hint: 'Use coordinates: GET /v1/location with lat and lng, or ll=latitude,longitude.',
    })
  const row = pack.rowOfKey(key)
  if (row !== null) return row
  throw new ApiError(404, `There is no parcel ${quote(key)} in the build in service.`, {
    param,
    hint: 'Send a parcel_key exactly as the parcel section returns it, upper and lower case included. Keys stay the same from build to build; a parcel that was split or merged has a new key.',
  })
}
