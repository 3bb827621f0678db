import { copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { elevationRasters } from '../../layers/elevation/tables.ts'
import type { Row } from '../../layers/location.ts'
import type { ElevationPartition } from '../../pipelines/elevation/partition-file.ts'
import { elevation } from '../../pipelines/elevation/pipeline.ts'
import type { PartitionTable } from '../../pipelines/pipeline.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { forPoints, inLonLat, rasterRefs } from '../../rasters/raster-ref.ts'
import type { PublishedHeights } from '../fixtures/elevation/published-heights.ts'
import { parquetRows, runFixture } from '../fixtures/partition-run.ts'

/** A built partition of heights, read as the service reads it. */
export interface ServedHeights {
  table: PartitionTable
  /** Reads the raster in longitude and latitude, or all rasters. */
  row: Row
  rows: Row[]
  heightAt(lng: number, lat: number): Promise<number | null>
  /** Reads only the raster in longitude and latitude. */
  warpedAt(lng: number, lat: number): Promise<number | null>
  close(): Promise<void>
}

/** Runs a partition of the layer elevation and opens its rasters. The caller closes them. */
export async function serveHeights(
  folder: string,
  partition: string,
  assets: Record<string, string>,
  definition?: ElevationPartition,
): Promise<ServedHeights> {
  const described = definition ?? (await elevation.partitions()).get(partition)!
  const tables = await runFixture(elevation, described, { folder, partition, assets })
  const table = tables.get(elevationRasters.name)!
  const rows = (await parquetRows(elevationRasters, table.file)).map(({ values }) => values)
  const build = await mkdtemp(join(folder, 'build-'))
  await mkdir(join(build, 'rasters'))
  for (const { file } of table.rasters!)
    await copyFile(file, join(build, 'rasters', basename(file)))
  const rasters = new OpenRasters(build)
  const refs = rasterRefs(rows.map((row) => ({ row }) as never))
  const at = async (among: typeof refs, lng: number, lat: number) =>
    (await rasters.heightAt(among, lng, lat))?.height_m ?? null
  return {
    table,
    row: rows[0],
    rows,
    heightAt: (lng, lat) => at(forPoints(refs), lng, lat),
    warpedAt: (lng, lat) => at(inLonLat(refs), lng, lat),
    close: () => rasters.close(),
  }
}

/** Error of a height against the published ones at a point, and the spread of those around it. */
export interface HeightError {
  off: number
  /** Error of the raster in longitude and latitude only. */
  warpedOff: number
  spread: number
}

/**
 * Compares heights at random points in the box of the partition's coverage, where all four
 * published cells around the point have a height. A point without a served height has an infinite
 * error.
 */
export async function heightErrors(
  served: ServedHeights,
  published: PublishedHeights,
  { seed, places }: { seed: number; places: number },
): Promise<HeightError[]> {
  const bounds = boundsOf(served.table.coverage.polygons!)
  const [west, south, east, north] = bounds.map((side) => side / GRID)
  const random = seededRandom(seed)
  const errors: HeightError[] = []
  for (let i = 0; i < places; i++) {
    const [lng, lat] = [west + random() * (east - west), south + random() * (north - south)]
    const theirs = published.at(lng, lat)
    if (!theirs) continue
    const [ours, warped] = [await served.heightAt(lng, lat), await served.warpedAt(lng, lat)]
    const offOf = (height: number | null) =>
      height === null ? Number.POSITIVE_INFINITY : Math.abs(height - theirs.height)
    errors.push({ off: offOf(ours), warpedOff: offOf(warped), spread: theirs.spread })
  }
  return errors
}
