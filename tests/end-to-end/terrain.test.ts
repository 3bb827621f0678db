import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorOf } from '../../accounts/answer-port.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import type { ElevationData } from '../../layers/elevation/data.ts'
import type { Section } from '../../layers/section.ts'
import { LazyPackRow } from '../../lookup/lazy-pack-row.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { rasterRefs } from '../../rasters/raster-ref.ts'
import { FOOT_M } from '../../rasters/terrain.ts'
import { type RunningServer, startServer } from '../../serve/server.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { pinTown } from '../fixtures/example-town.ts'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'

let home: string
let build: AnsweringBuild
let server: RunningServer
beforeAll(async () => {
  const sample = await sampleBuild()
  build = sample.build
  home = await mkdtemp(join(tmpdir(), 'plat-terrain-home-'))
  const { id, paths } = build.open
  await mkdir(join(home, 'builds'))
  await symlink(paths.folder, join(home, 'builds', id))
  await pinTown(home, id)
  const threads = process.platform === 'linux' ? 2 : 1
  server = await startServer({
    accounts: connectorOf(ANY_CALLER),
    home,
    port: '0',
    progress: SILENT,
    threads,
  })
})
afterAll(async () => {
  await server?.close()
  build?.close()
  await rm(home, { recursive: true, force: true })
})

/** Parcels spread over the table. */
const PARCELS = isLongRun ? 60 : 12

/** Requested on a new connection each time, so that the threads take turns. */
async function requestElevation(key: string): Promise<Section<ElevationData>> {
  const url = `${server.url}/api/v1/location?parcel=${key}&layers=elevation&include_geometry=true`
  const answer = await fetch(url, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  const { layers } = (await answer.json()) as { layers: Record<string, Section<ElevationData>> }
  return layers.elevation
}

async function settled(key: string): Promise<Section<ElevationData>> {
  for (;;) {
    const section = await requestElevation(key)
    if (section.data?.terrain_status !== 'computing') return section
    await setTimeout(50)
  }
}

test('the terrain of the sample parcels: each answer is complete or has a reason, and the contours are on the ground', async () => {
  const parcels = build.packs.get('parcels')!
  const rows = Array.from({ length: PARCELS }, (_, i) =>
    Math.floor((i * (parcels.rows - 1)) / (PARCELS - 1)),
  )
  const keys = rows.map((row) => parcels.value(row, 'parcel_key') as string)
  const first = await Promise.all(keys.map(requestElevation))
  for (const { status, data } of first) {
    if (status !== 'available') continue
    expect(['ready', 'computing', 'unavailable']).toContain(data!.terrain_status)
    expect(data!.terrain === null).toBe(data!.terrain_status !== 'ready')
  }
  const sections = await Promise.all(keys.map(settled))
  // The same from both threads; a busy one answers that it computes first.
  expect(await Promise.all(keys.map(settled))).toEqual(sections)

  const pack = build.packs.get('elevation_rasters')!
  const refs = rasterRefs(Array.from({ length: pack.rows }, (_, row) => new LazyPackRow(pack, row)))
  const ground = refs.filter(({ model }) => model === 'bare_earth')
  const rasters = new OpenRasters(build.open.paths.folder)
  let ready = 0
  let lines = 0
  try {
    for (const [i, { data }] of sections.entries()) {
      if (data?.terrain_status !== 'ready') continue
      ready++
      const [west, south, east, north] = boundsOf(parcels.polygons(rows[i]))
      const { geometry, min_ft, max_ft, contour_count } = data.terrain!
      expect(geometry!.features).toHaveLength(contour_count)
      for (const { properties, geometry: line } of geometry!.features) {
        lines++
        const { elevation_ft } = properties
        expect(elevation_ft).toBeGreaterThanOrEqual(Math.floor(min_ft))
        expect(elevation_ft).toBeLessThanOrEqual(Math.ceil(max_ft))
        // The ends and the middle: the raster's own height there, in the surface between its nodes.
        const { coordinates } = line
        for (const at of [0, coordinates.length >> 1, coordinates.length - 1]) {
          const [lng, lat] = coordinates[at]
          expect(lng * GRID).toBeGreaterThanOrEqual(west - 0.5)
          expect(lng * GRID).toBeLessThanOrEqual(east + 0.5)
          expect(lat * GRID).toBeGreaterThanOrEqual(south - 0.5)
          expect(lat * GRID).toBeLessThanOrEqual(north + 0.5)
          const height = await rasters.heightAt(ground, lng, lat)
          expect(Math.abs(height!.height_m / FOOT_M - elevation_ft)).toBeLessThan(0.02)
        }
      }
    }
  } finally {
    await rasters.close()
  }
  expect(ready).toBeGreaterThan(PARCELS / 2)
  expect(lines).toBeGreaterThan(20)
})
