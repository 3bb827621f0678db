import { GRID } from '../geometry/polygons.ts'
import type { Spot } from '../place.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { AddressSearch } from './address-search.ts'
import { askCensus, isCensusQuestion } from './census-match.ts'
import type { GeocodeAnswer, GeocodedAddress } from './geocoded.ts'
import { censusGeocoder } from './upstream.ts'

export type AddressAnswer =
  | { found: GeocodedAddress; spot: Spot }
  | Exclude<GeocodeAnswer, { found: GeocodedAddress }>

const CENSUS_HAS_NONE = "The US Census Bureau's geocoder was asked too and has no match."

/**
 * What a text means: by the build, and where the build does not know it, by the Census geocoder, if
 * that is switched on. What the build knows is never overridden, be it several places or one that is
 * near. Null where there is nothing to look it up in. Throws `UpstreamFailure`: that an address is
 * nowhere cannot be said then.
 */
export async function lookUpAddress(
  addresses: Pick<AddressSearch, 'geocoder' | 'spotOf'> | null,
  text: string,
  upstreams: UpstreamClient | null,
): Promise<AddressAnswer | null> {
  const known = addresses?.geocoder.resolve(text) ?? null
  if (known && 'found' in known) return { found: known.found, spot: addresses!.spotOf(known.found) }
  if (known && 'candidates' in known) return known
  if (!upstreams?.isOn(censusGeocoder) || !isCensusQuestion(text)) return known
  const places = await askCensus(upstreams, text)
  const [first, another] = places
  if (another) return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
  if (first) return { found: first, spot: spotAt(first) }
  return {
    missing: known?.missing ?? 'The build has no addresses.',
    hint: [known?.hint ?? 'Or give coordinates: ll=lat,lng.', CENSUS_HAS_NONE].join(' '),
  }
}

/** Candidates that are told of an ambiguous address. */
const CANDIDATES_MAX = 5

function spotAt({ point: [x, y] }: GeocodedAddress): Spot {
  return { lat: y / GRID, lng: x / GRID, source: 'geocoded' }
}
