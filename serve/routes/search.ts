import type { AddressSearch } from '../../geocoder/search/address-search.ts'
import type { SearchHit, SearchRequest } from '../../geocoder/search/search.ts'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { round } from '../../values/round.ts'
import { addressesOf } from '../build/build-addresses.ts'
import { type DemoArea, demoAreaFor, isInDemo } from '../demo/demo-area.ts'
import { LIMIT_MAX, parseSearchQuery, SearchQuery } from '../queries/search-query.ts'
import type { SearchResults } from '../schemas/search.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, RouteExample, ServiceRoute } from './route.ts'

export function searchRoute({ builds, baseOf }: RouteContext): ServiceRoute {
  return {
    path: '/v1/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Search for addresses, places, counties, ZIP codes and parcels while typing',
    description:
      'Matches for a text that may be incomplete or misspelled. `query` of each result is the ' +
      'parameter for its dossier. An empty list means that the build has no match.',
    query: SearchQuery,
    answer: { description: 'The results, best first.', schema: 'SearchResults' },
    failures: [503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    examples({ address, point }): RouteExample[] {
      if (address === null || !point) return []
      // As people type: house number and street, without the town.
      const [typed] = address.split(',')
      const near = `${point.lat},${point.lng}`
      return [
        { title: 'The best match for a text', query: { q: typed, limit: '1' } },
        { title: 'Addresses only, near a point', query: { q: typed, types: 'address', near } },
      ]
    },
    isInDemo: true,
    handle(request): SearchResults {
      const params = parseSearchQuery(request.query)
      const lease = requireBuild(builds)
      try {
        const addresses = addressesOf(lease.build, request.log)
        const area = demoAreaFor(request, lease.build)
        const hits = area ? hitsIn(area, params, addresses) : (addresses?.search(params) ?? [])
        const data = hits.map((hit) => resultOf(hit, params.near, baseOf(request)))
        return { object: 'list', data, limit: params.limit }
      } finally {
        lease.release()
      }
    },
  }
}

/** The hits of a demo visit, from the best of the whole build near the middle of its county. */
function hitsIn(
  area: DemoArea,
  params: SearchRequest,
  addresses: Pick<AddressSearch, 'search'> | null,
): SearchHit[] {
  const [west, south, east, north] = area.box
  const near: GridPoint = [Math.round((west + east) / 2), Math.round((south + north) / 2)]
  const hits = addresses?.search({ ...params, near, limit: LIMIT_MAX }) ?? []
  return hits.filter(({ point }) => isInDemo(area, point)).slice(0, params.limit)
}

function resultOf(
  hit: SearchHit,
  near: GridPoint | null,
  base: string,
): SearchResults['data'][number] {
  const { type, label, precision, point } = hit
  const [lng, lat] = point.map((units) => units / GRID)
  const query = queryOf(hit, lat, lng)
  const [[name, value]] = Object.entries(query)
  return {
    object: 'search_result',
    type,
    label,
    precision,
    point: { lat, lng },
    ...(near && { distance_m: round(distanceM(near, point), 1) }),
    query,
    links: { dossier: `${base}/v1/location?${name}=${encodeURIComponent(value)}` },
  }
}

/**
 * The parameter that leads to the dossier of a hit. Counties, whole streets and addresses that two
 * houses share cannot be resolved by name: they are looked up by their point.
 */
function queryOf(
  { type, label, precision, parcel_key, isNamed }: SearchHit,
  lat: number,
  lng: number,
) {
  if (parcel_key !== undefined) return { parcel: parcel_key }
  const isAddress = type === 'address' && precision !== 'place'
  return isNamed && (isAddress || type === 'zip' || type === 'place')
    ? { address: label }
    : { ll: `${lat},${lng}` }
}
