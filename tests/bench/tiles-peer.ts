import { statSync } from 'node:fs'
import { GroundSamples, type ZoomGround } from '../../pipelines/archive/ground-samples.ts'
import { EXTENT } from '../../pipelines/archive/world-grid.ts'
import { writeTippecanoeArchive } from '../../pipelines/tippecanoe/archive.ts'
import { SILENT } from '../../terminal/progress.ts'
import { featuresOf, openArchive, tilesAt } from '../fixtures/archive/drawn-tiles.ts'
import { groundShares } from '../fixtures/archive/ground-shares.ts'
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

/**
 * What each zoom of any archive of polygons covers, measured as `verifyArchive` does ours, and by
 * how many percentage points the share of a value of the property differs there from that of the
 * highest zoom, at most.
 */
export async function groundOf(
  file: string,
  property: string,
): Promise<(ZoomGround & { share_off: number })[]> {
  const archive = openArchive(file)
  const { minZoom, maxZoom } = await archive.getHeader()
  const samples = new GroundSamples(maxZoom, await tilesAt(archive, maxZoom))
  const whole = await groundShares(archive, maxZoom, property)
  const ground: (ZoomGround & { share_off: number })[] = []
  for (let zoom = maxZoom; zoom >= minZoom; zoom--) {
    for (const [x, y] of await tilesAt(archive, zoom)) {
      const features = await featuresOf(archive, zoom, x, y)
      const rings = features.map((feature) => {
        const scale = EXTENT / feature.extent
        return feature
          .loadGeometry()
          .map((ring) => ring.slice(0, -1).flatMap((point) => [point.x * scale, point.y * scale]))
      })
      samples.add(zoom, x, y, rings)
    }
    const shares = await groundShares(archive, zoom, property)
    const off = Object.entries(whole).map(([value, share]) =>
      Math.abs(share - (shares[value] ?? 0)),
    )
    ground.push({ ...samples.measure(zoom), share_off: rounded(Math.max(...off), 2) })
  }
  return ground
}
