import { distanceM } from '../geometry/distance.ts'
import { GRID } from '../geometry/polygons.ts'
import { censusGeocoder } from '../layers/addresses/upstream.ts'
import type { LocationInput } from '../lookup/location-lookup.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { isCensusQuery, requestCensusMatches } from './census-match.ts'
import type { GeocodedAddress, GeocodeResult, Within } from './matching/geocoded.ts'
import { placePenalty } from './matching/penalties.ts'
import { parseAddress } from './parsing/address-reading.ts'
import type { AddressSearch } from './search/address-search.ts'

export type AddressAnswer =
  | { found: GeocodedAddress; input: LocationInput }
  | Exclude<GeocodeResult, { found: GeocodedAddress }>

type Addresses = Pick<AddressSearch, 'geocoder' | 'positioned' | 'inputOf'>

/** Most candidates that are returned for an ambiguous address. */
const CANDIDATES_MAX = 5
/** A house farther than this from the requested place is in another town. */
const PLACE_REACH_M = 30_000

const CENSUS_HAS_NONE = "The US Census Bureau's geocoder was also queried and has no match."
const CENSUS_HAS_NONE_THERE =
  "The US Census Bureau's geocoder was also queried and has no single match there."

/**
 * Looks an address up in the build and, where the build does not know it, in the Census geocoder,
 * if that is switched on. The geocoder never overrides the build, even where the build has several
 * candidates. Only a place that stands in for an unknown street gives way to a house in that place.
 * `isSearched` narrows the build to an area, for calls without the geocoder.
 * Null where there is nothing to look the address up in. Throws `UpstreamFailure` where only the
 * geocoder could decide whether the address exists, and it failed.
 */
export async function lookUpAddress(
  addresses: Addresses | null,
  text: string,
  upstreams: UpstreamClient | null,
  isSearched?: Within,
): Promise<AddressAnswer | null> {
  const known = addresses?.geocoder.resolve(text, isSearched) ?? null
  const census = upstreams?.isOn(censusGeocoder) && isCensusQuery(text) ? upstreams : null
  if (known && 'found' in known) {
    const place = known.found
    const found = addresses!.positioned(
      census && place.isStandIn ? await houseIn(place, text, census) : place,
    )
    return { found, input: addresses!.inputOf(found) }
  }
  if (!census || (known && 'candidates' in known)) return known
  const places = await requestedHouses(census, text)
  const [found, another] = places
  if (another) return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
  if (found) return { found: { ...found, position: 'street' }, input: streetInput(found) }
  return {
    missing: known?.missing ?? 'The build has no addresses.',
    hint: [known?.hint ?? 'Or give coordinates: ll=lat,lng.', CENSUS_HAS_NONE].join(' '),
  }
}

/**
 * Finds the one house of the text in a place that stands in for its street; else returns the place.
 */
async function houseIn(
  place: GeocodedAddress,
  text: string,
  upstreams: UpstreamClient,
): Promise<GeocodedAddress> {
  const noted = (more: string) => ({ ...place, note: `${place.note} ${more}` })
  try {
    const houses = await requestedHouses(upstreams, text)
    const [house, another] = houses.filter(
      ({ point }) => distanceM(point, place.point) <= PLACE_REACH_M,
    )
    return house && !another ? house : noted(CENSUS_HAS_NONE_THERE)
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return noted(failure.reason)
    throw failure
  }
}

/** Requests houses from the Census geocoder and drops those outside of the requested place. */
async function requestedHouses(upstreams: UpstreamClient, text: string) {
  const readings = parseAddress(text).filter(({ street }) => street !== null)
  return (await requestCensusMatches(upstreams, text)).filter(({ formatted }) => {
    const [{ city, state, zip }] = parseAddress(formatted)
    const known = { cities: city === null ? null : [city], state, zip, zcta: null }
    return readings.some((reading) => placePenalty(reading, known) !== null)
  })
}

function streetInput({ point: [x, y] }: GeocodedAddress): LocationInput {
  return { lat: y / GRID, lng: x / GRID, source: 'geocoded', position: 'street' }
}
