import type { FastifyBaseLogger } from 'fastify'
import { anchorOf } from '../../geometry/anchor.ts'
import { type GridPoint, toGridPoint } from '../../geometry/grid-point.ts'
import { ApiError } from '../../http/error-codes.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { LocationRef } from '../queries/location-query.ts'
import { type ResolvedLocation, resolveLocation } from '../queries/resolved-location.ts'
import { type DemoArea, isInDemo, notInDemo } from './demo-area.ts'

/**
 * Resolves a location of a demo visit, without live geocoders. Throws `ApiError` 403 for one
 * outside of the area, and the same error for an unknown one: whether the build has an address or a
 * parcel elsewhere, and which, stays unknown. An address is looked for in the area alone, so that
 * one of the same text in a real county makes none of the demo ambiguous.
 */
export async function resolveInDemo(
  area: DemoArea,
  build: ServedBuild,
  ref: LocationRef,
  log: FastifyBaseLogger,
): Promise<ResolvedLocation> {
  const isSearched = (point: GridPoint) => isOwnPoint(area, build, point)
  const resolved = await resolveLocation(build, ref, null, log, isSearched).catch(
    (error: unknown) => {
      throw error instanceof ApiError && error.status === 404 ? notInDemo(area) : error
    },
  )
  const { input } = resolved
  const isInside =
    'parcelRow' in input
      ? isOwnParcel(area, build, input.parcelRow)
      : isOwnPoint(area, build, toGridPoint(input))
  if (!isInside) throw notInDemo(area)
  return resolved
}

/** The row of a parcel of the area. Throws `ApiError` 403 for any other key. */
export function parcelRowInDemo(area: DemoArea, build: ServedBuild, key: string): number {
  const row = build.packs.get('parcels')?.rowOfKey(key) ?? null
  if (row === null || !isOwnParcel(area, build, row)) throw notInDemo(area)
  return row
}

/** True for a point in the box of the county where no other source has parcels. */
function isOwnPoint(area: DemoArea, { packs }: Pick<ServedBuild, 'packs'>, point: GridPoint) {
  const coverage = packs.get('coverage')
  const own = area.partitions.get('parcels')
  const isForeign = (row: number) =>
    coverage!.value(row, 'table_name') === 'parcels' &&
    own?.has(`${coverage!.value(row, 'partition')}`) !== true
  return isInDemo(area, point) && !coverage?.rowsAt(...point).some(isForeign)
}

/** True for a parcel of the county of a demo. */
function isOwnParcel(area: DemoArea, { packs }: Pick<ServedBuild, 'packs'>, row: number): boolean {
  const pack = packs.get('parcels')!
  const isOwn = area.partitions.get('parcels')?.has(`${pack.value(row, 'partition')}`) === true
  return isOwn && isInDemo(area, anchorOf(pack.polygons(row)))
}
