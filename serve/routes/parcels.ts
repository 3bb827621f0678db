import type { Box } from '../../geometry/polygons.ts'
import { ApiError, notAvailable } from '../../http/error-codes.ts'
import { parseQuery } from '../../http/query.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import { type ParcelRecord, parcelRecord } from '../../lookup/parcel-record.ts'
import { DatabaseBusy } from '../build/build-database.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { demoAreaFor, demoCounty } from '../demo/demo-area.ts'
import { parcelRowInDemo } from '../demo/demo-location.ts'
import { hintSwappedBox } from '../queries/box-hint.ts'
import { decodeCursor, encodeCursor } from '../queries/page-cursor.ts'
import { findParcels, type ParcelPosition } from '../queries/parcel-plane.ts'
import {
  ParcelPath,
  ParcelQuery,
  type ParcelsParams,
  ParcelsQuery,
  parseParcelsQuery,
} from '../queries/parcels-query.ts'
import { parcelRowOf } from '../queries/resolved-location.ts'
import type { ParcelList } from '../schemas/parcels.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, RouteExample, ServiceRoute } from './route.ts'

/** Points after which a page with geometry ends: a street parcel may have thousands. */
const PAGE_POINTS_MAX = 100_000

export function parcelRoute({ builds, baseOf }: RouteContext): ServiceRoute {
  return {
    path: '/v1/parcels/{parcel_key}',
    operationId: 'getParcel',
    tag: 'Parcels',
    summary: 'One parcel',
    description:
      'One parcel with its assessment roll and a point inside it. ' +
      '`links.dossier` is the address of the full dossier.',
    query: ParcelQuery,
    params: ParcelPath,
    answer: { description: 'The parcel.', schema: 'Parcel' },
    failures: [404, 501, 503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    examples: ({ parcel }) =>
      parcel ? [{ title: 'A parcel by its key', params: { parcel_key: parcel.key } }] : [],
    isInDemo: true,
    handle(request) {
      const { parcel_key } = parseQuery(ParcelPath, request.params)
      const { include_geometry } = parseQuery(ParcelQuery, request.query)
      const lease = requireBuild(builds)
      try {
        const { packs } = lease.build
        const area = demoAreaFor(request, lease.build)
        const row = area
          ? parcelRowInDemo(area, lease.build, parcel_key)
          : parcelRowOf(packs, parcel_key, 'parcel_key')
        return parcelRecord(packs, row, include_geometry === 'true', baseOf(request))
      } finally {
        lease.release()
      }
    },
  }
}

export function parcelsRoute({ builds, baseOf }: RouteContext): ServiceRoute {
  return {
    path: '/v1/parcels',
    operationId: 'listParcels',
    tag: 'Parcels',
    summary: 'Parcels by box, county, ZIP code or land use, page by page',
    description:
      'Parcels that match all given filters; without a filter, all parcels of the build. Pages follow ' +
      'the order of the build, and next_cursor returns each parcel once. A cursor expires with its build.',
    query: ParcelsQuery,
    answer: { description: 'A page of parcels.', schema: 'ParcelList' },
    failures: [501, 503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    examples({ parcel }) {
      if (!parcel) return []
      const { box, county, zip } = parcel
      const bbox = box.join(',')
      const shown: RouteExample[] = [
        { title: 'The first parcel in a box', query: { bbox, limit: '1' } },
      ]
      if (county && zip)
        shown.push({ title: 'Parcels of a ZIP code', query: { county, zip, limit: '2' } })
      return shown
    },
    isBulky: true,
    isInDemo: true,
    async handle(request, _reply, slice): Promise<ParcelList> {
      const parsed = parseParcelsQuery(request.query)
      const lease = requireBuild(builds)
      try {
        const area = demoAreaFor(request, lease.build)
        const county = area && demoCounty(area, parsed.filters.county)
        const params = county ? { ...parsed, filters: { ...parsed.filters, county } } : parsed
        const page = await pageOf(lease.build, params, baseOf(request), slice)
        // The hint of an empty page looks at the whole build.
        return area && page.hint !== undefined ? { ...page, hint: NONE } : page
      } catch (error) {
        if (!(error instanceof DatabaseBusy)) throw error
        // Only an error with a cause is a fault of the service; a full queue is not.
        const level = error.cause === undefined ? 'warn' : 'error'
        request.log[level]({ err: error, build: lease.build.id }, 'parcels could not be listed')
        throw notAvailable(`Parcels cannot be listed now: ${error.message}.`, 'Try again shortly.')
      } finally {
        lease.release()
      }
    },
  }
}

async function pageOf(
  build: ServedBuild,
  params: ParcelsParams,
  base: string,
  slice: TimeSlice,
): Promise<ParcelList> {
  const { filters, limit, cursor, includeGeometry } = params
  if (!build.packs.has('parcels') || !build.hasDatabase)
    throw new ApiError(501, 'The build in service has no parcels to list.', {
      hint: 'Use coordinates: GET /v1/location with lat and lng, or ll=latitude,longitude.',
    })
  const scope = { build: build.id, filters }
  const after = cursor === undefined ? -1 : decodeCursor(cursor, scope)
  const found = await findParcels(build, filters, after, limit + 1)
  const page = found.slice(0, limit)
  const data = await runInSlices(recordSteps(build, page, includeGeometry, base), slice)
  const has_more = data.length < found.length
  return {
    object: 'list',
    data,
    limit,
    has_more,
    next_cursor: has_more ? encodeCursor(found[data.length - 1].position, scope) : null,
    ...(data.length === 0 && { hint: noneHint(build, filters.bbox) }),
  }
}

const NONE =
  'No parcel of the build in service matches these filters. The build may not cover the area: ' +
  'GET /v1/coverage?layer=parcel lists its counties.'

function noneHint({ packs }: ServedBuild, bbox: Box | undefined): string {
  return (bbox && hintSwappedBox(packs, bbox)) || NONE
}

/**
 * Builds records of parcels and yields before each. With geometry it stops before the points exceed
 * `PAGE_POINTS_MAX`, but not before the first record.
 */
function* recordSteps(
  { packs }: ServedBuild,
  found: ParcelPosition[],
  includeGeometry: boolean,
  base: string,
): Generator<void, ParcelRecord[]> {
  const pack = packs.get('parcels')!
  const records: ParcelRecord[] = []
  let points = 0
  for (const { row } of found) {
    yield
    if (includeGeometry) points += pack.polygons(row).coords.length / 2
    if (points > PAGE_POINTS_MAX && records.length > 0) break
    records.push(parcelRecord(packs, row, includeGeometry, base))
  }
  return records
}
