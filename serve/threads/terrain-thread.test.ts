import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tilePath, tiles3dep } from '../../layers/elevation/upstream.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import type { TerrainRequest } from '../../rasters/terrain.ts'
import { rasterBytes, writeRaster } from '../../tests/fixtures/elevation/raster-file.ts'
import { type RangeServer, serveRanges } from '../../tests/servers/range-server.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { serviceUpstreams } from './service-upstreams.ts'
import { PortTerrain, TERRAIN_WAIT_MS } from './terrain-port.ts'
import { TerrainThread } from './terrain-thread.ts'

const GROUND = {
  west: -72,
  north: 30,
  step: 1 / 10_800,
  columns: 200,
  rows: 200,
  height: (lng: number) => (lng + 72) * 1_000,
}
const REF = {
  key: 'p',
  partition: 'p',
  file: 'rasters/p.tif',
  frame: null,
  model: 'bare_earth',
  vertical_datum: 'NAVD88',
  resolution_m: 10,
} as const

let folder: string
let server: RangeServer
let thread: TerrainThread
let failures: string[]
const ports: PortTerrain[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-terrain-'))
  await writeRaster(join(folder, REF.file), GROUND)
  server = await serveRanges(new Map([[tilePath('n30w072'), rasterBytes(GROUND)]]))
  const settings = upstreamSettings(
    { PLAT_LIVE: `none,${tiles3dep.id}`, PLAT_USGS_3DEP_URL: server.url },
    UPSTREAMS,
  )
  const { memory } = serviceUpstreams(settings)
  failures = []
  thread = new TerrainThread({
    upstreams: { settings, memory },
    onFailure: (words) => failures.push(words),
  })
})
afterEach(async () => {
  for (const port of ports.splice(0)) port.close()
  await thread.close()
  await server.close()
  await rm(folder, { recursive: true })
})

function connected(): PortTerrain {
  const port = new PortTerrain(thread.connect())
  ports.push(port)
  return port
}

const question = (rasters: TerrainRequest['rasters'], parcel_key = 'pk_a'): TerrainRequest => ({
  build: 'b1',
  folder,
  parcel_key,
  box: [-719_990_000, 299_940_000, -719_950_000, 299_980_000],
  rasters,
  withLines: true,
})

/** Requests terrain until it is no longer computing. */
async function settled(port: PortTerrain, question: TerrainRequest) {
  for (;;) {
    const state = await port.terrainOf(question)
    if (state.status !== 'computing') return state
    await setTimeout(20)
  }
}

test('answering threads request contours from one thread over their ports', async () => {
  const [one, other] = [connected(), connected()]
  const states = await Promise.all([one, other].map((port) => settled(port, question([REF]))))
  expect(states[0]).toMatchObject({ status: 'ready', terrain: { partitions: ['p'] } })
  expect(states[1]).toEqual(states[0])
  const { terrain } = states[0] as {
    terrain: { contour_count: number; lines: { coords: Int32Array } }
  }
  expect(terrain.contour_count).toBeGreaterThan(10)
  expect(terrain.lines.coords).toBeInstanceOf(Int32Array)
  expect(failures).toEqual([])
})

test('terrain of a build without lines is requested once; with lines or live heights again', async () => {
  const port = connected()
  const short = (rasters: TerrainRequest['rasters'], parcel_key: string) => ({
    ...question(rasters, parcel_key),
    withLines: false,
  })
  const ready = await settled(port, short([REF], 'pk_a'))
  expect(ready).toMatchObject({ status: 'ready', terrain: { partitions: ['p'] } })
  expect(await settled(port, short([], 'pk_live'))).toMatchObject({ status: 'ready' })
  await thread.close()
  expect(await port.terrainOf(short([REF], 'pk_a'))).toEqual(ready)
  const ended = { status: 'unavailable', reason: expect.stringMatching(/has ended/) }
  await expect.poll(() => port.terrainOf(question([REF], 'pk_a'))).toEqual(ended)
  expect(await port.terrainOf(short([], 'pk_live'))).toEqual(ended)
  expect(await port.terrainOf({ ...short([REF], 'pk_a'), build: 'b2' })).toEqual(ended)
})

test('slow terrain is computing at the first request, and ready later', async () => {
  const port = connected()
  await settled(port, question([REF], 'pk_warm'))
  server.delay_ms = TERRAIN_WAIT_MS * 2
  expect(await port.terrainOf(question([]))).toEqual({ status: 'computing' })
  expect(await settled(port, question([]))).toMatchObject({ status: 'ready' })
})

test('a failing upstream and a broken raster do not end the thread: the next parcel is computed', async () => {
  const port = connected()
  server.instead = (_, reply) => reply.destroy()
  expect(await settled(port, question([]))).toMatchObject({
    status: 'unavailable',
    reason: expect.stringMatching(/could not be reached|broke the connection off/),
  })
  const gone = { ...REF, file: 'rasters/gone.tif' }
  expect(await settled(port, question([gone], 'pk_b'))).toMatchObject({ status: 'unavailable' })
  // The thread reports it in a message of its own, which may come after the answer.
  await expect.poll(() => failures).toEqual([expect.stringMatching(/gone\.tif/)])
  expect(await settled(port, question([REF], 'pk_c'))).toMatchObject({ status: 'ready' })
})

test('when the thread has ended, terrain is unavailable with that reason and nobody waits', async () => {
  const port = connected()
  await settled(port, question([REF]))
  await thread.close()
  await expect
    .poll(() => port.terrainOf(question([REF], 'pk_d')))
    .toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/has ended/) })
})
