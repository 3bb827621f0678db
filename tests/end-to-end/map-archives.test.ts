import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashed } from '../../builds/build-file.ts'
import { BuildFiles } from '../../catalog/build-files.ts'
import type { Archive } from '../../catalog/manifest.ts'
import { GRID } from '../../geometry/polygons.ts'
import { getTable, LAYERS } from '../../layers/index.ts'
import { verifyArchive } from '../../pipelines/archive/verify-archive.ts'
import { EXTENT, worldSide, worldX, worldY } from '../../pipelines/archive/world-grid.ts'
import { writeLayerByTippecanoe } from '../../pipelines/stages/tile.ts'
import { findVersion } from '../../pipelines/tippecanoe/version.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { LayerList } from '../../serve/schemas/layers.ts'
import { TileJson } from '../../serve/schemas/map.ts'
import { SILENT } from '../../terminal/progress.ts'
import { isLongRun } from '../long-run.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

/** More bytes than the kernel buffers for a client that does not read. */
const PADDED_BYTES = 64 * 2 ** 20

/** The Tippecanoe of this machine; null where none is installed. */
const TIPPECANOE = findVersion()

/** Draws the districts of the sample anew, by the Tippecanoe on PATH. */
async function withTippecanoe(build: ServedBuild, archives: Archive[]): Promise<Archive[]> {
  if (TIPPECANOE === null) return archives
  const { archive, catalog } = LAYERS.find(({ id }) => id === 'zoning')!
  const table = getTable(archive!.table)
  const { partitions } = build.manifest.tables.find(({ name }) => name === table.name)!
  const file = join(folder, 'tiles/zoning.pmtiles')
  const parquet = partitions.map((each) => join(build.folder, each.file))
  const tiled = { table, archive: archive!, catalog, attribution: 'Nobody', vintage: '2026' }
  const options = { workers: 1, progress: SILENT }
  await writeLayerByTippecanoe(tiled, parquet, file, TIPPECANOE, options)
  const redrawn = await hashed(folder, file)
  const tiler = { name: 'tippecanoe', version: TIPPECANOE }
  return archives.map((each) => (each.layer === 'zoning' ? { ...each, ...redrawn, tiler } : each))
}

let folder: string
let sample: ServedSample
let bytes: Buffer
/** The soils archive with a hole behind it: as large as one of a state, and as valid. */
async function withPaddedArchive(build: ServedBuild): Promise<ServedBuild> {
  folder = await mkdtemp(join(tmpdir(), 'plat-archives-'))
  const archives = build.manifest.archives.map((each) =>
    each.layer === 'soils' ? { ...each, bytes: PADDED_BYTES } : each,
  )
  for (const { file } of archives) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await copyFile(join(build.folder, file), join(folder, file))
  }
  const padded = await open(join(folder, 'tiles/soils.pmtiles'), 'r+')
  await padded.truncate(PADDED_BYTES)
  await padded.close()
  await writeFile(join(folder, 'tiles/wetlands.pmtiles'), 'no archive')
  const drawn = await withTippecanoe(build, archives)
  const files = BuildFiles.asFound(folder)
  return { ...build, folder, files, manifest: { ...build.manifest, archives: drawn } }
}

beforeAll(async () => {
  sample = await serveSample({ change: withPaddedArchive })
  bytes = await readFile(join(folder, 'tiles/flood.pmtiles'))
})
afterAll(async () => {
  await sample.close()
  await rm(folder, { recursive: true })
})

const PATH = '/v1/archives/flood-zones.pmtiles'
const get = (headers: Record<string, string> = {}, path = PATH) =>
  fetch(sample.base + path, { headers })
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
/** Waits a few turns of the event loop, for work that ends after the client has gone. */
async function untilReleased(): Promise<void> {
  for (let i = 0; i < 200 && sample.held() > 0; i++) await setTimeout(10)
  expect(sample.held()).toBe(0)
}

describe('an archive', () => {
  test('comes whole, with the sum of the manifest as its tag', async () => {
    const answer = await get()
    const { sha256 } = sample.build.manifest.archives.find(({ layer }) => layer === 'flood')!
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'content-length': `${bytes.length}`,
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('ETag'),
      'x-request-id': expect.stringMatching(/^req_/),
    })
    expect((await bodyOf(answer)).equals(bytes)).toBe(true)
    const named = await get({}, `${PATH}?build=${sample.build.id}`)
    expect(named.headers.get('cache-control')).toContain('immutable')
    await named.arrayBuffer()
  })

  test.each([
    ['bytes=0-126', 0, 126],
    ['bytes=100-', 100, null],
    ['bytes=-100', -100, null],
    ['bytes=5-99999999999', 5, null],
  ])('%s is 206 with just those bytes', async (range, start, end) => {
    const answer = await get({ range })
    const first = start < 0 ? bytes.length + start : start
    const last = end ?? bytes.length - 1
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${bytes.length}`)
    expect(answer.headers.get('content-length')).toBe(`${last - first + 1}`)
    expect((await bodyOf(answer)).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  test.each(['bytes=0-1,5-6', 'bytes=9-2', 'chunks=0-1'])('%s is answered whole', async (range) => {
    const answer = await get({ range })
    expect([answer.status, (await bodyOf(answer)).length]).toEqual([200, bytes.length])
  })

  test('a range behind its end is 416 and states its length', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const answer = await get({ range })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([
        416,
        `bytes */${bytes.length}`,
      ])
      const { error } = (await answer.json()) as { error: Record<string, string> }
      expect(error).toMatchObject({ code: 'invalid_request', param: 'Range' })
      expect(error.hint).toContain(`${bytes.length} bytes`)
    }
  })

  test('If-Range cuts the range from the file it names, and answers any other whole', async () => {
    const tag = (await get({ range: 'bytes=0-0' })).headers.get('etag')!
    const status = async (ifRange: string) => {
      const answer = await get({ range: 'bytes=0-9', 'if-range': ifRange })
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await status(tag)).toBe(206)
    expect(await status('"of another build"')).toBe(200)
    expect(await status('Sat, 21 Nov 2026 12:00:00 GMT')).toBe(200)
  })

  test('is 304 for a client that has it, for any requested range', async () => {
    const tag = (await get({ range: 'bytes=0-0' })).headers.get('etag')!
    for (const more of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const answer = await get({ 'if-none-match': tag, ...more })
      expect([answer.status, (await bodyOf(answer)).length]).toEqual([304, 0])
    }
  })

  test('HEAD returns length, range and tag without a byte of it', async () => {
    for (const headers of [{}, { range: 'bytes=0-126' }] as Record<string, string>[]) {
      const head = await fetch(sample.base + PATH, { method: 'HEAD', headers })
      const whole = await get(headers)
      expect(head.status).toBe(whole.status)
      for (const name of ['content-length', 'content-range', 'etag', 'accept-ranges'])
        expect(head.headers.get(name)).toBe(whole.headers.get(name))
      expect([(await bodyOf(head)).length, (await bodyOf(whole)).length > 0]).toEqual([0, true])
    }
  })

  test('is read by the PMTiles client: header, metadata and a tile', async () => {
    for (const slug of ['utilities', 'flood-zones', 'soils']) {
      const archive = new PMTiles(`${sample.base}/v1/archives/${slug}.pmtiles`)
      const { minZoom, centerLon, centerLat } = await archive.getHeader()
      expect(await archive.getMetadata()).toMatchObject({ vector_layers: [{ id: slug }] })
      const n = 2 ** minZoom
      const x = Math.floor(((centerLon + 180) / 360) * n)
      const lat = Math.asinh(Math.tan((centerLat * Math.PI) / 180))
      const y = Math.floor(((1 - lat / Math.PI) / 2) * n)
      expect((await archive.getZxy(minZoom, x, y))!.data.byteLength).toBeGreaterThan(10)
    }
  })

  test.each([
    ['/v1/archives/nothing.pmtiles', 404],
    ['/v1/archives/permits.pmtiles', 404],
    ['/v1/archives/parcels', 404],
    ['/v1/archives/..%2Fmanifest.json.pmtiles', 404],
    [`${PATH}?range=0-1`, 400],
  ])('%s is %i', async (path, status) => {
    const answer = await get({}, path)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { hint: expect.any(String) } })
  })
})

test('a damaged archive is not available, its layer is not drawn, and the others are', async () => {
  for (const path of ['/v1/archives/wetlands.pmtiles', '/v1/tiles/wetlands/10/0/0.mvt']) {
    const answer = await get({}, path)
    expect([answer.status, answer.headers.get('accept-ranges')]).toEqual([503, null])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ error: { code: 'not_available' } })
  }
  const { data } = LayerList.parse(await (await get({}, '/v1/layers')).json())
  const renderings = Object.fromEntries(data.map(({ slug, rendering }) => [slug, rendering?.type]))
  expect(renderings).toMatchObject({ wetlands: 'none', 'flood-zones': 'vector_tiles' })
})

test.skipIf(TIPPECANOE === null)(
  'an archive that Tippecanoe drew is served: TileJSON, a tile, and its districts from the tables',
  async () => {
    const json = TileJson.parse(await (await get({}, '/v1/tiles/zoning.json')).json())
    expect(json).toMatchObject({
      name: 'Zoning and future land use',
      attribution: 'Nobody',
      minzoom: 10,
      maxzoom: 14,
    })
    expect(json.vector_layers).toEqual([
      expect.objectContaining({
        id: 'zoning',
        fields: expect.objectContaining({ district: 'String' }),
      }),
    ])
    const [longitude, latitude, zoom] = json.center!
    const side = worldSide(zoom)
    const column = Math.floor(worldX(longitude * GRID, side) / EXTENT)
    const row = Math.floor(worldY(latitude * GRID, side) / EXTENT)
    const tile = await get({}, `/v1/tiles/zoning/${zoom}/${column}/${row}.mvt`)
    expect(tile.status).toBe(200)
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(await tile.arrayBuffer())))
    expect(layers.zoning.length).toBeGreaterThan(0)
    const { district } = layers.zoning.feature(0).properties
    const list = await get({}, '/v1/layers/zoning/features?bbox=-180,-90,180,90')
    const { features } = (await list.json()) as { features: { properties: { district: string } }[] }
    expect(features.map(({ properties }) => properties.district)).toContain(district)
    const report = await verifyArchive(join(folder, 'tiles/zoning.pmtiles'), SILENT)
    expect(report).toMatchObject({ ok: true, tiler: { version: TIPPECANOE } })
    expect(report.ground.map(({ zoom: each }) => each)).toEqual([14, 13, 12, 11, 10])
  },
)

test('odd ranges over a socket: 200, 206 or 416, the right bytes, and no build held', async () => {
  const random = seededRandom(20_261_121)
  const whole = (n: number) => Math.floor(random() * n)
  const place = () => (random() < 0.2 ? bytes.length - 2 + whole(4) : whole(bytes.length * 1.1))
  const shapes = [
    () => `bytes=${place()}-${place()}`,
    () => `bytes=${place()}-`,
    () => `bytes=-${whole(300)}`,
    () => `bytes=${whole(50)}-${50 + whole(50)}`,
    () => `bytes=${['', '-', 'x-1', '1-x', '0-1,2-3', '--1', ' 1 - 2'][whole(7)]}`,
  ]
  const seen = new Map<number, number>()
  for (let i = 0; i < (isLongRun ? 1_000 : 200); i++) {
    const range = shapes[whole(shapes.length)]()
    const answer = await get({ range })
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    const body = await bodyOf(answer)
    if (answer.status === 206) {
      const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(answer.headers.get('content-range')!)!
      expect(body.equals(bytes.subarray(Number(first), Number(last) + 1)), range).toBe(true)
    } else if (answer.status === 200) expect(body.length, range).toBe(bytes.length)
    else expect(answer.status, range).toBe(416)
  }
  for (const status of [200, 206, 416]) expect(seen.get(status)).toBeGreaterThan(isLongRun ? 20 : 4)
  await untilReleased()
})

describe('an archive on its way to a slow client', () => {
  const { hostname, port } = {
    hostname: '127.0.0.1',
    port: () => Number(new URL(sample.base).port),
  }
  const openSocket = () => {
    const socket = connect(port(), hostname)
    socket.pause()
    socket.write(`GET /api/v1/archives/soils.pmtiles HTTP/1.1\r\nhost: here\r\n\r\n`)
    return socket
  }
  const untilHeld = async () => {
    for (let i = 0; i < 200 && sample.held() === 0; i++) await setTimeout(10)
    expect(sample.held()).toBe(1)
  }

  test('holds its build until the client goes away', async () => {
    const socket = openSocket()
    await untilHeld()
    await setTimeout(50)
    expect(sample.held()).toBe(1)
    socket.destroy()
    await untilReleased()
  })

  test('is cut off when the client takes nothing for too long', async () => {
    const { server } = sample.app
    expect(server.timeout).toBe(60_000)
    server.timeout = 200
    try {
      const socket = openSocket()
      await untilHeld()
      await untilReleased()
      socket.destroy()
    } finally {
      server.timeout = 60_000
    }
  })

  test('comes whole from its own build when another is pinned meanwhile', async () => {
    const socket = openSocket()
    await untilHeld()
    const old = sample.build
    const isClosed = sample.replace({ ...old, id: 'of-tomorrow', atClose: [] })
    await setTimeout(50)
    expect([sample.held(), isClosed()]).toEqual([1, false])
    let length = 0
    for await (const chunk of socket) {
      length += (chunk as Buffer).length
      if (length > PADDED_BYTES) break
    }
    expect(length).toBeGreaterThan(PADDED_BYTES)
    await untilReleased()
    expect(isClosed()).toBe(true)
    expect((await get({ range: 'bytes=0-0' })).status).toBe(206)
  })

  // This test is the last one, because it damages the archive.
  test('is cut off when its file changes meanwhile, and never looks whole', async () => {
    const socket = openSocket()
    await untilHeld()
    const file = await open(join(folder, 'tiles/soils.pmtiles'), 'r+')
    await file.write('x', PADDED_BYTES - 1)
    await file.close()
    let length = 0
    const ended = await new Promise<string>((resolve) => {
      socket.on('data', (part: Buffer) => {
        length += part.length
      })
      socket.on('error', () => resolve('cut off'))
      socket.on('close', () => resolve('closed'))
      socket.resume()
    })
    expect(['cut off', 'closed']).toContain(ended)
    expect(length).toBeLessThan(PADDED_BYTES)
    await untilReleased()
    const answer = await get({ range: 'bytes=0-0' }, '/v1/archives/soils.pmtiles')
    expect(answer.status).toBe(503)
  })
})
