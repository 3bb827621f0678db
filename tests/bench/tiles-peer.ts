import { statSync } from 'node:fs'
import { GRID } from '../../geometry/polygons.ts'
import { GroundSamples, type ZoomGround } from '../../pipelines/archive/ground-samples.ts'
import { EXTENT, worldSide, worldX, worldY } from '../../pipelines/archive/world-grid.ts'
import { writeTippecanoeArchive } from '../../pipelines/tippecanoe/archive.ts'
import { SILENT } from '../../terminal/progress.ts'
import { featuresOf, openArchive } from '../fixtures/archive/drawn-tiles.ts'
import { peakMegabytesOf } from './peak-memory.ts'
import { rounded } from './results.ts'
import { syntheticParcels } from './tiles-parcels.ts'

const MEMORY_EVERY_MS = 200

/** What a run of Tippecanoe took. */
export interface PeerRun {
  tile_s: number
  peak_rss_mb: number
  archive_mb: number
}

export interface PeerOptions {
  version: string
  count: number
  seed: number
  minZoom: number
  maxZoom: number
  workers: number
}

/**
 * Tiles the parcels of the bench with Tippecanoe as `plat build --tiler` does: small features are
 * coalesced, none dropped. The time has the generation of the parcels, as ours has.
 */
export async function runTippecanoe(
  file: string,
  { count, seed, ...options }: PeerOptions,
): Promise<PeerRun> {
  const began = performance.now()
  let peak = 0
  let timer: NodeJS.Timeout | undefined
  await writeTippecanoeArchive(syntheticParcels(count, seed), {
    ...options,
    file,
    layer: 'parcel',
    kind: 'contiguous',
    metadata: { name: 'bench', description: 'synthetic parcels', attribution: 'fictional' },
    progress: SILENT,
    started: (pid) => {
      timer = setInterval(() => {
        peak = Math.max(peak, peakMegabytesOf(pid) ?? 0)
      }, MEMORY_EVERY_MS)
    },
  }).finally(() => clearInterval(timer))
  return {
    tile_s: rounded((performance.now() - began) / 1000, 2),
    peak_rss_mb: Math.round(peak),
    archive_mb: rounded(statSync(file).size / 1e6, 1),
  }
}

/** What each zoom of any archive of polygons covers, measured as `verifyArchive` does ours. */
export async function groundOf(file: string): Promise<ZoomGround[]> {
  const archive = openArchive(file)
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  const tilesAt = (zoom: number) => {
    const side = worldSide(zoom)
    const column = (longitude: number) => Math.floor(worldX(longitude * GRID, side) / EXTENT)
    const row = (latitude: number) => Math.floor(worldY(latitude * GRID, side) / EXTENT)
    const tiles: [number, number][] = []
    for (let y = row(maxLat); y <= row(minLat); y++)
      for (let x = column(minLon); x <= column(maxLon); x++) tiles.push([x, y])
    return tiles
  }
  const samples = new GroundSamples(maxZoom, tilesAt(maxZoom))
  const ground: ZoomGround[] = []
  for (let zoom = maxZoom; zoom >= minZoom; zoom--) {
    for (const [x, y] of tilesAt(zoom)) {
      const features = await featuresOf(archive, zoom, x, y)
      const rings = features.map((feature) => {
        const scale = EXTENT / feature.extent
        return feature
          .loadGeometry()
          .map((ring) => ring.slice(0, -1).flatMap((point) => [point.x * scale, point.y * scale]))
      })
      samples.add(zoom, x, y, rings)
    }
    ground.push(samples.measure(zoom))
  }
  return ground
}
