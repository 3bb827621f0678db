import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectorOf } from '../../accounts/answer-port.ts'
import { type OpenBuild, openBuild } from '../../catalog/build-folder.ts'
import { type RunningServer, startServer } from '../../serve/server.ts'
import { blockListKey, blockListOf } from '../../storage/block-list.ts'
import { OBJECTS } from '../../storage/file-objects.ts'
import { pushBuild } from '../../storage/push-build.ts'
import { blockwiseFiles } from '../../storage/send-block-lists.ts'
import { storagePlace } from '../../storage/storage-place.ts'
import { pinStored } from '../../storage/store-pin.ts'
import { hashedFiles, manifestKey } from '../../storage/stored-builds.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { pinTown, TOWN_LOCATIONS, writeTown } from '../fixtures/example-town.ts'
import { bucketGround } from '../fixtures/store-ground.ts'
import { isLongRun } from '../long-run.ts'
import type { S3Fault } from '../servers/local-s3.ts'
import { sampleBuild } from './build-home.ts'

let folder: string
let ground: Awaited<ReturnType<typeof bucketGround>>
let sample: OpenBuild
/** Reads the sample on its own disk. */
let local: RunningServer
/** Reads the same out of the store, every pack by position. */
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-store-serving-'))
  const shared = await sampleBuild()
  shared.build.close()
  sample = shared.build.open
  ground = await bucketGround()
  await fill(sample)
  const home = join(folder, 'local')
  await pinTown(home, sample.id)
  await symlink(join(shared.home, 'builds'), join(home, 'builds'))
  local = await startServer({ home, ...COMMON, progress: SILENT })
  server = (await start('home')).server
  await vi.waitFor(
    async () => expect((await get(server, '/v1/parcels?limit=1')).status).toBe(200),
    { timeout: 60_000, interval: 50 },
  )
})
afterAll(async () => {
  ground.local.fault = () => null
  await Promise.all([server?.close(), local?.close()])
  await ground?.close()
  await rm(folder, { recursive: true })
})

const COMMON = {
  accounts: connectorOf(ANY_CALLER),
  host: '127.0.0.1',
  port: '0',
  packMemoryBytes: 0,
}

async function push(build: OpenBuild): Promise<void> {
  await pushBuild(ground.storage, build, { progress: SILENT, settledMs: 0 })
  await pinStored(ground.storage, build.id)
}

/**
 * Puts a build into the bucket as a push does, without sending it: `storage/` tests what a push
 * sends, which takes seconds of hashing on both sides.
 */
async function fill(build: OpenBuild): Promise<void> {
  const { objects } = ground.local
  const { manifest, paths, id } = build
  const put = (key: string, bytes: Buffer) =>
    objects.set(`plat/${key}`, { bytes, time: new Date(), checksum: null })
  for (const { file, sha256 } of hashedFiles(manifest))
    put(`${OBJECTS}/${sha256}`, await readFile(join(paths.folder, file)))
  for (const file of blockwiseFiles(build)) put(blockListKey(file), await blockListOf(file))
  put(manifestKey(id), await readFile(paths.manifestFile))
  await pinStored(ground.storage, id)
}

async function start(name: string) {
  const notes: string[] = []
  const place = storagePlace(ground.place, 'place', {})
  const progress = { ...SILENT, note: (line: string) => void notes.push(line) }
  const store = { place, poll_ms: 200, check_ms: 100 }
  const home = join(folder, name)
  return { notes, server: await startServer({ home, ...COMMON, store, progress }) }
}

/** An answer without what differs between two requests. */
async function get({ localUrl }: RunningServer, path: string) {
  const response = await fetch(`${localUrl}/api${path}`, { headers: { 'x-request-id': 'same' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json')
  const text = bytes.toString(isJson ? 'utf8' : 'base64')
  const body = text.replace(/"as_of":"[^"]*"/, '"as_of":""').replaceAll(localUrl, 'origin')
  return { status: response.status, body }
}

/** The answer once the ground of its parcel is computed. */
async function settled(of: RunningServer, path: string): Promise<string> {
  let body = ''
  const isSettled = async () => {
    body = (await get(of, path)).body
    return !body.includes('"terrain_status":"computing"')
  }
  await expect.poll(isSettled).toBe(true)
  return body
}

const health = async () => JSON.parse((await get(server, '/v1/health')).body).planes.store

function tile(slug: string, z = 14): string {
  const n = 2 ** z
  const y = Math.asinh(Math.tan(Math.PI / 6))
  const at = [Math.floor((108 / 360) * n), Math.floor(((1 - y / Math.PI) / 2) * n)]
  return `/v1/tiles/${slug}/${z}/${at.join('/')}.${slug === 'elevation' ? 'png' : 'mvt'}`
}

const FAULTS: [string, S3Fault, string, RegExp][] = [
  ['other bytes', { kind: 'flip' }, 'zoning', /damaged or missing/],
  ['half of the bytes', { kind: 'cut' }, 'structures', /store of builds, which does not answer/],
  ['503', { kind: 'error', status: 503, code: 'SlowDown' }, 'parcels', /does not answer/],
]
test.each(isLongRun ? FAULTS : FAULTS.slice(0, 1))(
  'a store that sends %s: 503 meanwhile, and the right bytes afterwards',
  async (_, fault, slug, reason) => {
    ground.local.fault = (_method, key) => (key.startsWith('plat/objects') ? fault : null)
    const refused = await get(server, tile(slug))
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.body).error).toMatchObject({
      code: 'not_available',
      message: expect.stringMatching(reason),
    })
    let left = 1
    ground.local.fault = (_method, key) =>
      key.startsWith('plat/objects') && left-- > 0 ? fault : null
    const expected = await get(local, tile(slug))
    await expect.poll(() => get(server, tile(slug))).toEqual(expected)
    expect(expected.status).toBe(200)
  },
)

test('of a store that is gone, what is cached answers, the rest when it is back', async () => {
  const cached = await get(server, tile('parcels'))
  const port = Number(new URL(ground.local.url).port)
  await ground.local.close()
  const path = '/v1/location?ll=30.001,-71.999&layers=flood,structures'
  const { body } = await get(server, path)
  expect(await get(server, tile('parcels'))).toEqual(cached)
  await expect.poll(health).toMatchObject({ status: 'silent', silent_since: expect.any(String) })
  const began = performance.now()
  for (let i = 0; i < 10; i++) expect((await get(server, path)).body).toBe(body)
  // Nobody waits for a store that is known to be silent.
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(body).toMatch(/not_available/)
  await ground.local.listen(port)
  const expected = await get(local, path)
  await expect.poll(() => get(server, path)).toEqual(expected)
  await expect.poll(health).toEqual({ status: 'answering' })
})

test('answers are those of a service on its own disk, and warm ones need no store', async () => {
  const paths = [
    '/v1/location?ll=30.001,-71.999&include_geometry=true',
    '/v1/location?ll=29.99,-72.01&include_adjacent=true',
    '/v1/search?q=main',
    '/v1/parcels?limit=20',
    '/v1/layers',
    '/v1/layers/flood-zones/features?bbox=-72.01,29.98,-71.99,30',
    '/v1/archives/flood-zones.pmtiles',
    tile('flood-zones'),
    tile('elevation'),
  ]
  for (const path of paths)
    expect(await settled(server, path), path).toBe(await settled(local, path))
  ground.local.requests.length = 0
  for (const path of paths) await settled(server, path)
  expect(ground.local.requests.filter((each) => each.includes('objects'))).toEqual([])
})

test('a damaged DuckDB file is brought again', async () => {
  const path = '/v1/parcels?limit=3'
  const expected = await get(server, path)
  const { database } = sample.manifest
  await appendFile(join(folder, 'home/served/builds', sample.id, database.file), 'more')
  expect((await get(server, path)).status).toBe(503)
  await expect.poll(() => get(server, path)).toEqual(expected)
})

test.runIf(isLongRun)(
  'a build without lists of its blocks is brought whole, with a note',
  async () => {
    for (const key of ground.local.objects.keys())
      if (key.startsWith('plat/blocks/')) ground.local.objects.delete(key)
    const { server: other, notes } = await start('unlisted')
    try {
      expect(notes.join('\n')).toMatch(/no lists of the blocks .* are brought here whole/)
      expect(await get(other, tile('zoning'))).toEqual(await get(local, tile('zoning')))
    } finally {
      await other.close()
    }
  },
)

test('a new pin is followed, with the files of its engines, and those of the former go', async () => {
  const home = join(folder, 'town')
  await mkdir(home)
  await writeTown(home, 'town', '2027')
  await push(await openBuild('town', home))
  const { lat, lng } = TOWN_LOCATIONS.lot
  const path = `/v1/location?ll=${lat},${lng}&layers=parcel`
  const vintage = async () => JSON.parse((await get(server, path)).body).layers.parcel.data?.vintage
  await expect.poll(vintage).toBe('2027')
  expect((await get(server, '/v1/parcels?limit=1')).status).toBe(200)
  const brought = () => readdir(join(folder, 'home/served/builds'))
  await expect.poll(brought).toEqual(['town'])
})
