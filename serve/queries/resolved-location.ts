import type { FastifyBaseLogger } from 'fastify'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import type { LocationInput } from '../../lookup/location-lookup.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { ApiError } from '../http/error-codes.ts'
import { quote } from '../http/query.ts'
import type { LocationRef } from './location-query.ts'
import { resolveAddress } from './resolved-address.ts'

/** What a build is asked about, and the address that was searched, if it was one. */
export interface ResolvedLocation {
  spot: LocationInput
  address?: GeocodedAddress
}

/**
 * What a build is asked about for a spot that was given in one of the three ways. Throws `ApiError`
 * 404 for a parcel key or an address that the build does not have, 501 for what it cannot look up,
 * 503 for an address that is asked for elsewhere and not answered.
 */
export async function resolveLocation(
  build: ServedBuild,
  way: LocationRef,
  upstreams: UpstreamClient | null,
  log: FastifyBaseLogger,
): Promise<ResolvedLocation> {
  if (way.type === 'coordinates') return { spot: { lat: way.lat, lng: way.lng } }
  if (way.type === 'parcel')
    return { spot: { parcelRow: parcelRowOf(build.packs, way.parcel, 'parcel') } }
  const { found, input: spot } = await resolveAddress(build, way.address, upstreams, log)
  return { spot, address: found }
}

/** The row of a parcel in the pack of its build. `param` is where the key was given. */
export function parcelRowOf(packs: ServedBuild['packs'], key: string, param: string): number {
  const pack = packs.get('parcels')
  if (!pack)
    throw new ApiError(501, 'The served build has no parcels to look a key up in.', {
      param,
      hint: 'Use coordinates: GET /v1/location with lat and lng, or ll=latitude,longitude.',
    })
  const row = pack.rowOfKey(key)
  if (row !== null) return row
  throw new ApiError(404, `There is no parcel ${quote(key)} in the served build.`, {
    param,
    hint: 'Give a parcel_key as the parcel section has it, whole and in its own case. Keys outlive builds of one key secret; a parcel that was split or joined has a new one.',
  })
}
