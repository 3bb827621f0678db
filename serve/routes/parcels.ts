import { type ParcelRecord, parcelRecord } from '../../lookup/parcel-record.ts'
import { DatabaseBusy } from '../build/build-database.ts'
import type { BuildLease, BuildSource, ServedBuild } from '../build/build-source.ts'
import { ApiError, notAvailable } from '../http/error-codes.ts'
import { parseQuery } from '../http/query.ts'
import { runInSlices, type TimeSlice } from '../http/time-slice.ts'
import { decodeCursor, encodeCursor } from '../queries/page-cursor.ts'
import { findParcels, type ParcelPosition } from '../queries/parcel-plane.ts'
import {
  ParcelPath,
  ParcelQuery,
  ParcelsQuery,
  type ParcelsQuestion,
  parseParcelsQuery,
} from '../queries/parcels-query.ts'
import { parcelRowOf } from '../queries/resolved-location.ts'
import type { ParcelList } from '../schemas/parcels.ts'
import { noBuild } from './location.ts'
import type { RouteContext, RouteExample, ServiceRoute } from './route.ts'

/** A page with geometry ends past so many points: some streets have thousands. */
const PAGE_POINTS_MAX = 100_000

export function parcelRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/parcels/{parcel_key}',
    operationId: 'getParcel',
    tag: 'Parcels',
    summary: 'One parcel',
    description:
      'What the fabric and the roll say of one parcel, and where it lies. ' +
      'All that is known there is one request further: links.dossier.',
    query: ParcelQuery,
    params: ParcelPath,
    answer: { description: 'The parcel.', schema: 'Parcel' },
    failures: [404, 501, 503],
    cacheControl: 'no-cache',
    examples: ({ parcel }) =>
      parcel ? [{ title: 'A parcel by its key', params: { parcel_key: parcel.key } }] : [],
    handle(request) {
      const { parcel_key } = parseQuery(ParcelPath, request.params)
      const { include_geometry } = parseQuery(ParcelQuery, request.query)
      const lease = leaseOf(builds)
      try {
        const { packs } = lease.build
        const row = parcelRowOf(packs, parcel_key, 'parcel_key')
        return parcelRecord(packs, row, include_geometry === 'true')
      } finally {
        lease.release()
      }
    },
  }
}

export function parcelsRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/parcels',
    operationId: 'listParcels',
    tag: 'Parcels',
    summary: 'Parcels by box, county, ZIP code or land use, page by page',
    description:
      'Parcels for which all given filters hold; without a filter, all of the build. Pages follow ' +
      'the order of the build: with next_cursor each parcel comes once. A cursor ends with its build.',
    query: ParcelsQuery,
    answer: { description: 'A page of parcels.', schema: 'ParcelList' },
    failures: [501, 503],
    cacheControl: 'no-cache',
    examples({ parcel }) {
      if (!parcel) return []
      const { box, county, zip } = parcel
      const bbox = box.join(',')
      const shown: RouteExample[] = [
        { title: 'Parcels in a box, the first', query: { bbox, limit: '1' } },
      ]
      if (county && zip)
        shown.push({ title: 'Those of a ZIP code', query: { county, zip, limit: '2' } })
      return shown
    },
    isBulky: true,
    async handle(request, _reply, slice): Promise<ParcelList> {
      const question = parseParcelsQuery(request.query)
      const lease = leaseOf(builds)
      try {
        return await pageOf(lease.build, question, slice)
      } catch (error) {
        if (!(error instanceof DatabaseBusy)) throw error
        // A full queue is no failure of ours: with a cause it is.
        const level = error.cause === undefined ? 'warn' : 'error'
        request.log[level]({ err: error, build: lease.build.id }, 'parcels could not be listed')
        throw notAvailable(`Parcels cannot be listed now: ${error.message}.`, 'Ask again shortly.')
      } finally {
        lease.release()
      }
    },
  }
}

function leaseOf(builds: BuildSource): BuildLease {
  const lease = builds.acquire()
  if (!lease) throw noBuild()
  return lease
}

async function pageOf(
  build: ServedBuild,
  question: ParcelsQuestion,
  slice: TimeSlice,
): Promise<ParcelList> {
  const { filters, limit, cursor, includeGeometry } = question
  if (!build.packs.has('parcels') || !build.hasDatabase)
    throw new ApiError(501, 'The served build has no table of parcels to list.', {
      hint: 'Ask by place: GET /v1/location with lat and lng, or ll=latitude,longitude.',
    })
  const scope = { build: build.id, filters }
  const after = cursor === undefined ? -1 : decodeCursor(cursor, scope)
  const found = await findParcels(build, filters, after, limit + 1)
  const page = found.slice(0, limit)
  const data = await runInSlices(recordSteps(build, page, includeGeometry), slice)
  const has_more = data.length < found.length
  return {
    object: 'list',
    data,
    limit,
    has_more,
    next_cursor: has_more ? encodeCursor(found[data.length - 1].place, scope) : null,
    ...(data.length === 0 && { hint: NONE }),
  }
}

const NONE =
  'No parcel of the served build meets these filters, which says nothing of land that the build ' +
  'does not cover: GET /v1/coverage?layer=parcel tells its counties.'

/**
 * Records of parcels, yielding after each. With geometry as many, one at least, as have
 * `PAGE_POINTS_MAX` points together.
 */
function* recordSteps(
  { packs }: ServedBuild,
  found: ParcelPosition[],
  includeGeometry: boolean,
): Generator<void, ParcelRecord[]> {
  const pack = packs.get('parcels')!
  const records: ParcelRecord[] = []
  let points = 0
  for (const { row } of found) {
    yield
    if (includeGeometry) points += pack.polygons(row).coords.length / 2
    if (points > PAGE_POINTS_MAX && records.length > 0) break
    records.push(parcelRecord(packs, row, includeGeometry))
  }
  return records
}
