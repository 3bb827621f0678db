import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { buildDossier, type Dossier } from '../../dossier/dossier.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import { LAYERS } from '../../layers/index.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { outsideOf } from '../build/build-rasters.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { demoAreaFor } from '../demo/demo-area.ts'
import { resolveInDemo } from '../demo/demo-location.ts'
import { nearestAddress, searchedAddress } from '../queries/dossier-address.ts'
import {
  LocationQuery,
  type LocationRequest,
  parseLocationQuery,
} from '../queries/location-query.ts'
import { nearestCoverage } from '../queries/nearest-coverage.ts'
import { resolveLocation } from '../queries/resolved-location.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, RouteExample, RouteRequest, ServiceRoute } from './route.ts'

export function locationRoute(context: RouteContext): ServiceRoute {
  const { builds } = context
  return {
    path: '/v1/location',
    operationId: 'getLocation',
    tag: 'Location',
    summary: 'Property and land facts for one point',
    description:
      'The dossier of one location, given in exactly one way: lat and lng, ll, address or parcel. ' +
      'A section without an answer states why in its status and reason; the request still succeeds.',
    query: LocationQuery,
    answer: { description: 'The dossier.', schema: 'LocationDossier' },
    failures: [404, 501, 503],
    cacheControl: 'no-store',
    entityTag: 'weak',
    ofMoment: ['as_of', 'request_id'],
    isInDemo: true,
    examples({ point, address, parcel }) {
      const layers = 'parcel,flood'
      const ll = point && `${point.lat},${point.lng}`
      const shown: RouteExample[] = []
      if (ll) shown.push({ title: 'By coordinates', query: { ll, layers } })
      if (address) shown.push({ title: 'By address', query: { address, layers } })
      if (parcel) shown.push({ title: 'By parcel key', query: { parcel: parcel.key, layers } })
      if (point) shown.push({ title: 'A point in the open ocean', query: { ll: '0,-30', layers } })
      return shown
    },
    async handle(request, _reply, slice) {
      const wanted = parseLocationQuery(request.query)
      const lease = requireBuild(builds)
      try {
        return await answerLocation(context, lease.build, wanted, request, slice)
      } finally {
        lease.release()
      }
    },
  }
}

/** The dossier of a location, from a build that its caller holds. */
export async function answerLocation(
  { now, upstreams, terrain }: Pick<RouteContext, 'now' | 'upstreams' | 'terrain'>,
  build: ServedBuild,
  { ref, ...wanted }: LocationRequest,
  request: RouteRequest,
  slice: TimeSlice,
) {
  const { input, address } = await resolveIn(build, ref, upstreams, request)
  const dossier = await buildDossier(
    build.packs,
    { ...input, ...wanted },
    outsideOf(build, { upstreams, terrain }),
    (section, error) => {
      // The watch on the files of the build reports damage as an error, once.
      const level = error instanceof UnavailableFile ? 'warn' : 'error'
      request.log[level]({ err: error, section, build: build.id }, 'a section failed')
    },
    LAYERS,
    (steps) => runInSlices(steps, slice),
  )
  const near = address ? searchedAddress(address) : addressNear(request, build, dossier)
  const nearest = nearestCoverage(build.packs, dossier.point)
  return {
    object: 'location' as const,
    as_of: now().toISOString(),
    query: ref,
    point: dossier.point,
    ...(near && { address: near }),
    ...(nearest && { nearest_coverage: nearest }),
    ...(dossier.warnings && { warnings: dossier.warnings }),
    layers: dossier.layers,
    request_id: request.id,
  }
}

/** Resolves the location of a request; a demo visit's only in its county. */
async function resolveIn(
  build: ServedBuild,
  ref: LocationRequest['ref'],
  upstreams: UpstreamClient | null,
  request: RouteRequest,
) {
  const area = demoAreaFor(request, build)
  if (!area) return await resolveLocation(build, ref, upstreams, request.log)
  return await resolveInDemo(area, build, ref, request.log)
}

/**
 * The address nearest to the point of a dossier; null where none is near or the search fails.
 * Throws `UnavailableFile`: without an address the answer would look as if there were none.
 */
function addressNear(request: RouteRequest, { id, packs }: ServedBuild, dossier: Dossier) {
  try {
    return nearestAddress(packs, dossier.point, dossier.parcel_key)
  } catch (error) {
    if (error instanceof UnavailableFile) throw error
    request.log.error({ err: error, build: id }, 'the nearest address failed')
    return null
  }
}
