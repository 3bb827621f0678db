import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { GRID } from '../../geometry/polygons.ts'
import { GroundSamples, type ZoomGround } from '../../pipelines/archive/ground-samples.ts'
import { EXTENT, worldSide, worldX, worldY } from '../../pipelines/archive/world-grid.ts'
import { featuresOf, openArchive } from '../fixtures/archive/drawn-tiles.ts'
import { rounded } from './results.ts'
import { syntheticParcels } from './tiles-parcels.ts'

const MEMORY_EVERY_MS = 200

/** The version of the Tippecanoe on PATH; null without one. */
export function tippecanoeVersion(): string | null {
  const { stdout, stderr, error } = spawnSync('tippecanoe', ['--version'], { encoding: 'utf8' })
  return error ? null : `${stdout}${stderr}`.trim()
}

/** Writes the parcels of the bench as GeoJSON, a feature a line. */
export async function writeGeoJson(count: number, seed: number, file: string): Promise<void> {
  const out = createWriteStream(file)
  for await (const batch of syntheticParcels(count, seed)) {
    const lines = batch.map(({ id, polygons: { coords }, properties }) => {
      const ring = Array.from({ length: coords.length / 2 }, (_, i) => [
        coords[2 * i] / GRID,
        coords[2 * i + 1] / GRID,
      ])
      const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
      return JSON.stringify({ type: 'Feature', id, properties, geometry })
    })
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
}

/** What a run of Tippecanoe took. */
export interface PeerRun {
  tile_s: number
  peak_rss_mb: number
  archive_mb: number
}

/** Tiles with Tippecanoe so that the ground stays: small features are coalesced, none dropped. */
export async function runTippecanoe(
  input: string,
  file: string,
  { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
): Promise<PeerRun> {
  const began = performance.now()
  const child = spawn(
    'tippecanoe',
    [
      ...['-o', file, '-l', 'parcel', `-Z${minZoom}`, `-z${maxZoom}`, '--force', '--quiet'],
      ...['--read-parallel', '--coalesce-densest-as-needed', '--detect-shared-borders', input],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  let peak = 0
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000)
    } catch {
      // It has just ended.
    }
  }, MEMORY_EVERY_MS)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`tippecanoe ended with ${code}`)
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
