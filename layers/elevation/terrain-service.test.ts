import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GRID } from '../../geometry/polygons.ts'
import { ByteCache } from '../../rasters/byte-cache.ts'
import { LiveTiles } from '../../rasters/live-tiles.ts'
import type { RasterRef } from '../../rasters/raster-ref.ts'
import { FOOT_M, type TerrainRequest, type TerrainState } from '../../rasters/terrain.ts'
import { TerrainService } from '../../rasters/terrain-service.ts'
import {
  type FixtureRaster,
  rasterBytes,
  writeRaster,
} from '../../tests/fixtures/elevation/raster-file.ts'
import { type RangeServer, serveRanges } from '../../tests/servers/range-server.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { tilePath, tiles3dep } from './upstream.ts'

const STEP = 1 / 10_800
const plane = (lng: number, lat: number) => 500 + (lng + 72) * 3_000 + (lat - 30) * 2_000
/** A part of the tiles that meet at 30 N 72 W, with 6 pixels beyond, as 3DEP's have. */
const tile = (west: number, north: number): FixtureRaster => ({
  west: west - 6 * STEP,
  north: north + 6 * STEP,
  step: STEP,
  columns: 300,
  rows: 300,
  height: plane,
  isDeflated: true,
})
/**
 * The tile named n30w072 begins at 30 N 72 W and goes south and east; ours are small ones there.
 */
const SOUTH_EAST = tile(-72, 30)

let folder: string
let server: RangeServer
let files: Map<string, Buffer>
let now: number
let failures: unknown[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-terrain-'))
  files = new Map([[tilePath('n30w072'), rasterBytes(SOUTH_EAST)]])
  server = await serveRanges(files)
  now = Date.parse('2026-11-21T12:00:00Z')
  failures = []
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function createService({ isOn = true } = {}) {
  const settings = { [tiles3dep.id]: { isOn, url: server.url, isDefault: false } }
  const upstream = { ...tiles3dep, deadline_ms: 120_000 }
  const client = new UpstreamClient({ upstreams: [upstream], settings, now: () => now })
  const blocks = new ByteCache<Float32Array>(1e7)
  const live = new LiveTiles(client, upstream, tilePath, blocks)
  const onFailure = (error: unknown) => failures.push(error)
  return new TerrainService({ live, blocks, now: () => now, onFailure })
}

/** A box of some columns and rows of pixels south-east of 30 N 72 W. */
function requestFor(
  [left, top, right, bottom]: number[],
  rasters: RasterRef[] = [],
  parcel_key = 'pk_a',
): TerrainRequest {
  const box = [-72 + left * STEP, 30 - bottom * STEP, -72 + right * STEP, 30 - top * STEP].map(
    (degrees) => Math.round(degrees * GRID),
  ) as [number, number, number, number]
  return { build: 'b1', folder, parcel_key, box, rasters, withLines: false }
}
const BOX = [20, 30, 32, 44]

async function pinned(raster: Partial<FixtureRaster> = {}): Promise<RasterRef> {
  const file = 'rasters/pinned.tif'
  await writeRaster(join(folder, file), { ...SOUTH_EAST, ...raster })
  return {
    key: 'p',
    partition: 'p',
    file,
    frame: null,
    model: 'bare_earth',
    vertical_datum: 'NAVD88',
    resolution_m: 10,
  }
}

function ready(state: TerrainState) {
  if (state.status !== 'ready') throw new Error(JSON.stringify(state))
  return state.terrain
}
const reasonOf = (state: TerrainState) => (state.status === 'unavailable' ? state.reason : '')

describe('terrain of live tiles', () => {
  test('is read by ranges, some of the file and not all, and once for the same parcel', async () => {
    const large = rasterBytes({ ...SOUTH_EAST, columns: 2_000, rows: 1_000, isDeflated: false })
    files.set(tilePath('n30w072'), large)
    const service = createService()
    const states = await Promise.all([1, 2, 3].map(() => service.terrainOf(requestFor(BOX))))
    const [west, , , north] = requestFor(BOX).box
    for (const state of states) {
      const terrain = ready(state)
      expect(terrain.live_at).toBe('2026-11-21T12:00:00.000Z')
      expect(terrain.partitions).toEqual([])
      expect(terrain.source_resolution_m).toBe(10)
      const atEast = (west / GRID + 72) * 3_000
      expect(terrain.min_ft).toBeGreaterThan((500 + atEast - 44 * STEP * 2_000 - 1) / FOOT_M)
      expect(terrain.max_ft).toBeGreaterThan(plane(west / GRID, north / GRID) / FOOT_M)
    }
    const bytes = server.requests.reduce((sum, { range }) => {
      const [, from, to] = /(\d+)-(\d+)/.exec(range!)!
      return sum + Number(to) - Number(from) + 1
    }, 0)
    expect(bytes).toBeLessThan(large.length / 8)
    const requests = server.requests.length
    await service.terrainOf(requestFor(BOX))
    expect(server.requests.length).toBe(requests)
    // A parcel next to it: the tile is open and its block is decoded.
    await service.terrainOf(requestFor([21, 30, 33, 44], [], 'pk_b'))
    expect(server.requests.length).toBe(requests)
  })

  test('crosses the edge of a tile, and ends where a tile is absent', async () => {
    // n30w073, west of 72 W, is absent.
    const service = createService()
    const across = await service.terrainOf(requestFor([-3, 30, 3, 36]))
    // The tile reaches 6 pixels over its edge.
    expect(ready(across).without_height_pct).toBe(0)
    const beyond = await service.terrainOf(requestFor([-30, 30, -20, 36], [], 'pk_c'))
    expect(reasonOf(beyond)).toMatch(/has a height in the box/)
    const requests = server.requests.filter(({ path }) => path.includes('w073')).length
    await service.terrainOf(requestFor([-32, 30, -22, 36], [], 'pk_d'))
    expect(server.requests.filter(({ path }) => path.includes('w073')).length).toBe(requests)
  })

  test('that fails is unavailable with the reason, and recovers by itself', async () => {
    const service = createService()
    server.instead = (_, reply) => reply.writeHead(503).end()
    expect(reasonOf(await service.terrainOf(requestFor(BOX)))).toMatch(/answered with status 503/)
    server.instead = null
    // The failure is cached for a while, without another request.
    const requests = server.requests.length
    expect((await service.terrainOf(requestFor(BOX))).status).toBe('unavailable')
    expect(server.requests.length).toBe(requests)
    now += 60_000
    expect((await service.terrainOf(requestFor(BOX))).status).toBe('ready')
  })

  test.each([
    ['the whole file instead of a range', (reply) => reply.writeHead(200).end(Buffer.alloc(5_000))],
    ['a page', (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'another range than requested',
      (reply) => reply.writeHead(206, { 'content-range': 'bytes 9-18/90' }).end(Buffer.alloc(10)),
    ],
    [
      'noise',
      (reply) =>
        reply
          .writeHead(206, { 'content-range': 'bytes 0-65535/99999' })
          .end(Buffer.alloc(65_536, 7)),
    ],
  ] as [string, (reply: import('node:http').ServerResponse) => void][])(
    'that is answered with %s is unavailable and not cached as a tile',
    async (_, instead) => {
      const service = createService()
      server.instead = (_request, reply) => instead(reply)
      expect((await service.terrainOf(requestFor(BOX))).status).toBe('unavailable')
      server.instead = null
      now += 60_000
      expect((await service.terrainOf(requestFor(BOX))).status).toBe('ready')
    },
  )

  test('that is switched off is unavailable without a request', async () => {
    const state = await createService({ isOn: false }).terrainOf(requestFor(BOX))
    expect(reasonOf(state)).toMatch(/No bare-earth raster in NAVD88 of this build/)
    expect(server.requests).toEqual([])
  })
})

describe('terrain of the build', () => {
  test('sends no request if its raster covers the box, even with gaps', async () => {
    const whole = ready(await createService().terrainOf(requestFor(BOX, [await pinned()])))
    expect(whole).toMatchObject({ partitions: ['p'], live_at: null, without_height_pct: 0 })
    const hole = await pinned({ height: (lng, lat, c) => (c < 33 ? Number.NaN : plane(lng, lat)) })
    const partly = ready(await createService().terrainOf(requestFor(BOX, [hole])))
    expect(partly.without_height_pct).toBeGreaterThan(0)
    expect(server.requests).toEqual([])
  })

  test('is filled by live tiles where its raster ends', async () => {
    const ref = await pinned({ columns: 30, height: (lng, lat) => plane(lng, lat) + 100 })
    const terrain = ready(await createService().terrainOf(requestFor(BOX, [ref])))
    expect(terrain).toMatchObject({ partitions: ['p'], without_height_pct: 0 })
    expect(terrain.live_at).not.toBeNull()
  })

  test('ends where its raster ends while the live tiles fail, with their reason', async () => {
    const service = createService()
    const ref = await pinned({ columns: 34 })
    server.instead = (_, reply) => reply.writeHead(503).end()
    const partly = ready(await service.terrainOf(requestFor(BOX, [ref])))
    expect(partly.without_height_pct).toBeGreaterThan(0)
    expect(partly.missing_because).toMatch(/answered with status 503/)
    server.instead = null
    now += 60_000
    const whole = ready(await service.terrainOf(requestFor(BOX, [ref])))
    expect([whole.without_height_pct, whole.missing_because]).toEqual([0, null])
  })

  test('of a broken raster is unavailable, reported as a defect, and tried again later', async () => {
    const service = createService({ isOn: false })
    const ref = await pinned()
    const { rename } = await import('node:fs/promises')
    const [file, away] = [join(folder, ref.file), join(folder, 'away.tif')]
    await rename(file, away)
    expect((await service.terrainOf(requestFor(BOX, [ref]))).status).toBe('unavailable')
    expect(failures).toHaveLength(1)
    await rename(away, file)
    now += 60_000
    expect((await service.terrainOf(requestFor(BOX, [ref]))).status).toBe('ready')
  })

  test('is forgotten with its build', async () => {
    const service = createService({ isOn: false })
    const ref = await pinned()
    const before = ready(await service.terrainOf(requestFor(BOX, [ref])))
    await pinned({ height: (lng, lat) => plane(lng, lat) + 1 })
    expect(ready(await service.terrainOf(requestFor(BOX, [ref]))).min_ft).toBe(before.min_ft)
    service.forget('b1')
    const after = ready(await service.terrainOf(requestFor(BOX, [ref])))
    expect(after.min_ft).toBeCloseTo(before.min_ft + 1 / FOOT_M, 3)
  })

  test('is computing for parcels that do not fit into the queue', async () => {
    const service = createService({ isOn: false })
    const ref = await pinned()
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, i) => service.terrainOf(requestFor(BOX, [ref], `pk_${i}`))),
    )
    const count = (status: string) => states.filter((state) => state.status === status).length
    expect(count('computing')).toBeGreaterThan(0)
    expect(count('ready')).toBeGreaterThan(60)
    expect(count('ready') + count('computing')).toBe(200)
  })
})
