import { assembleDossier } from '../../layers/dossier.ts'
import { notAvailable } from '../error-codes.ts'
import type { RouteContext, ServiceRoute } from '../route.ts'
import { LocationQuery, readSpotQuery } from '../spot-query.ts'

export function locationRoute({ builds, now }: RouteContext): ServiceRoute {
  return {
    path: '/v1/location',
    operationId: 'getLocation',
    summary: 'What is known at one spot',
    description:
      'The dossier of a spot. Give it in exactly one way: lat and lng, ll, address or parcel. ' +
      'A section that cannot answer says so in its status and reason; that is no error of the request.',
    query: LocationQuery,
    answer: { description: 'The dossier.', schema: 'LocationDossier' },
    failures: [400, 414, 501, 503],
    cacheControl: 'no-store',
    handle(request) {
      const { lat, lng, layers, includeGeometry, includeAdjacent } = readSpotQuery(request.query)
      const lease = builds.take()
      if (!lease) throw noBuild()
      try {
        const dossier = assembleDossier(
          lease.build.packs,
          { lat, lng, layers, includeGeometry, includeAdjacent },
          (section, error) =>
            request.log.error({ err: error, section, build: lease.build.id }, 'a section failed'),
        )
        return {
          object: 'location',
          as_of: now().toISOString(),
          query: { type: 'coordinates', lat, lng },
          point: dossier.point,
          layers: dossier.layers,
          request_id: request.id,
        }
      } finally {
        lease.release()
      }
    },
  }
}

/** 503: nothing is pinned, or nothing pinned could be opened. */
export function noBuild() {
  return notAvailable(
    'No build is being served.',
    'Ask again shortly; the operator makes one with `plat build` and `plat pin`.',
  )
}
