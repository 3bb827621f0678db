import type { SearchHit } from '../../geocoder/search/search.ts'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { round } from '../../values/round.ts'
import { addressesOf } from '../build/build-addresses.ts'
import { parseSearchQuery, SearchQuery } from '../queries/search-query.ts'
import type { SearchResults } from '../schemas/search.ts'
import { noBuild } from './location.ts'
import type { RouteContext, RouteExample, ServiceRoute } from './route.ts'

export function searchRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Addresses, places, counties, ZIP codes and parcels, as one types',
    description:
      'What a text means that may be half typed or misspelled. Each result says how to ask for its ' +
      'dossier. An empty list means that the build knows nothing of that name.',
    query: SearchQuery,
    answer: { description: 'The results, the best first.', schema: 'SearchResults' },
    failures: [503],
    cacheControl: 'no-cache',
    examples({ address, spot }): RouteExample[] {
      if (address === null || !spot) return []
      // As somebody types: the house and the street, without the town.
      const [begun] = address.split(',')
      const near = `${spot.lat},${spot.lng}`
      return [
        { title: 'What is meant by a text', query: { q: begun, limit: '1' } },
        { title: 'Addresses only, near a point', query: { q: begun, types: 'address', near } },
      ]
    },
    handle(request): SearchResults {
      const question = parseSearchQuery(request.query)
      const lease = builds.acquire()
      if (!lease) throw noBuild()
      try {
        const addresses = addressesOf(lease.build, request.log)
        const hits = addresses?.search(question) ?? []
        const data = hits.map((hit) => resultOf(hit, question.near))
        return { object: 'list', data, limit: question.limit }
      } finally {
        lease.release()
      }
    },
  }
}

function resultOf(hit: SearchHit, near: GridPoint | null): SearchResults['data'][number] {
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
    links: { dossier: `/v1/location?${name}=${encodeURIComponent(value)}` },
  }
}

/** A county and a street as a whole are no address: their point is asked about, as that of one of two houses of one address. */
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
