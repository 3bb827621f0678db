import { DamagedFile } from '../../catalog/damaged-file.ts'
import { buildDossier, type Dossier } from '../../dossier/dossier.ts'
import { LAYERS } from '../../layers/index.ts'
import { outsideOf } from '../build/build-rasters.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { notAvailable } from '../http/error-codes.ts'
import { runInSlices } from '../http/time-slice.ts'
import { nearestAddress, searchedAddress } from '../queries/dossier-address.ts'
import { LocationQuery, parseLocationQuery } from '../queries/location-query.ts'
import { resolveLocation } from '../queries/resolved-location.ts'
import type { RouteContext, RouteExample, RouteRequest, ServiceRoute } from './route.ts'

export function locationRoute({ builds, now, upstreams, terrain }: RouteContext): ServiceRoute {
  return {
    path: '/v1/location',
    operationId: 'getLocation',
    tag: 'Spots',
    summary: 'What is known at one spot',
    description:
      'The dossier of a spot. Give it in exactly one way: lat and lng, ll, address or parcel. ' +
      'A section that cannot answer says so in its status and reason; that is no error of the request.',
    query: LocationQuery,
    answer: { description: 'The dossier.', schema: 'LocationDossier' },
    failures: [404, 501, 503],
    cacheControl: 'no-store',
    examples({ spot, address, parcel }) {
      const layers = 'parcel,flood'
      const ll = spot && `${spot.lat},${spot.lng}`
      const shown: RouteExample[] = []
      if (ll) shown.push({ title: 'By coordinates', query: { ll, layers } })
      if (address) shown.push({ title: 'By address', query: { address, layers } })
      if (parcel) shown.push({ title: 'By parcel key', query: { parcel: parcel.key, layers } })
      if (spot) shown.push({ title: 'A spot in the open ocean', query: { ll: '0,-30', layers } })
      return shown
    },
    async handle(request, _reply, slice) {
      const { way, layers, includeGeometry, includeAdjacent } = parseLocationQuery(request.query)
      const lease = builds.acquire()
      if (!lease) throw noBuild()
      try {
        const { packs } = lease.build
        const { spot, address } = await resolveLocation(lease.build, way, upstreams, request.log)
        const dossier = await buildDossier(
          packs,
          { ...spot, layers, includeGeometry, includeAdjacent },
          outsideOf(lease.build, { upstreams, terrain }),
          (section, error) => {
            // What is damaged is reported once, by who looks at the files.
            const level = error instanceof DamagedFile ? 'warn' : 'error'
            request.log[level]({ err: error, section, build: lease.build.id }, 'a section failed')
          },
          LAYERS,
          (steps) => runInSlices(steps, slice),
        )
        return {
          object: 'location',
          as_of: now().toISOString(),
          query: way,
          point: dossier.point,
          address: address ? searchedAddress(address) : addressNear(request, lease.build, dossier),
          ...(dossier.warnings && { warnings: dossier.warnings }),
          layers: dossier.layers,
          request_id: request.id,
        }
      } finally {
        lease.release()
      }
    },
  }
}

/**
 * An address that cannot be found out takes nothing else down: it is left out. Of a damaged file that
 * would look as if there were none.
 */
function addressNear(request: RouteRequest, { id, packs }: ServedBuild, dossier: Dossier) {
  try {
    return nearestAddress(packs, dossier.point, dossier.parcel_key)
  } catch (error) {
    if (error instanceof DamagedFile) throw error
    request.log.error({ err: error, build: id }, 'the address of a spot failed')
    return undefined
  }
}

/** 503: nothing is pinned, or nothing pinned could be opened. */
export function noBuild() {
  return notAvailable(
    'No build is being served.',
    'Ask again shortly; the operator makes one with `plat build` and `plat pin`.',
  )
}
