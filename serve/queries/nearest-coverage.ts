import { boundsOf, GRID } from '../../geometry/polygons.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { listPartitions, partitionsOf } from '../../lookup/partitions.ts'
import { boxDistanceM } from '../../report/box-distance.ts'
import type { NearestCoverage } from '../schemas/nearest-coverage.ts'

type Area = Omit<NearestCoverage, 'distance_m'>

const perBuild = new WeakMap<Packs, Area[]>()

/**
 * The nearest area whose parcels a build declares to cover, by the box around it; null at a point
 * that such an area covers, and in a build without parcels.
 */
export function nearestCoverage(
  packs: Packs,
  point: { lat: number; lng: number },
): NearestCoverage | null {
  const pack = packs.get('coverage')
  if (!pack) return null
  const here = pack.rowsAt(Math.round(point.lng * GRID), Math.round(point.lat * GRID))
  const { byRow } = partitionsOf(pack)
  if (here.some((row) => byRow[row].table === 'parcels')) return null
  const areas = perBuild.get(packs) ?? parcelAreas(packs)
  perBuild.set(packs, areas)
  let nearest: NearestCoverage | null = null
  for (const area of areas) {
    const distance_m = Math.round(boxDistanceM(point, area.bounds))
    if (nearest === null || distance_m < nearest.distance_m) nearest = { ...area, distance_m }
  }
  return nearest
}

/** Areas of the partitions of parcels. Decodes each polygon once: a build has one a county. */
function parcelAreas(packs: Packs): Area[] {
  const pack = packs.get('coverage')!
  const rows = partitionsOf(pack).rowsOf.get('parcels') ?? []
  const partitions = listPartitions(pack, 'parcels')
  return rows.flatMap((row, i) => {
    const box = boundsOf(pack.polygons(row))
    // A source that declares no area has an inverted box.
    if (box[0] > box[2]) return []
    const { area_name: name, county_fips: fips } = partitions[i]
    return [{ name, fips, bounds: box.map((units) => units / GRID) }]
  })
}
