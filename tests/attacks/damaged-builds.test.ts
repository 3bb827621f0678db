import { open, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { openBuild } from '../../catalog/build-folder.ts'
import { servedFiles } from '../../catalog/manifest.ts'
import { GRID } from '../../geometry/polygons.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { ByteCache } from '../../rasters/byte-cache.ts'
import { TerrainService } from '../../rasters/terrain-service.ts'
import { createApp } from '../../serve/app.ts'
import { type BuildEvent, FollowedPin } from '../../serve/build/followed-pin.ts'
import { nearestAddress } from '../../serve/queries/dossier-address.ts'
import { copySample, dropHome } from '../end-to-end/build-home.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { FUZZ_SEED } from '../fuzz-seed.ts'
import { isLongRun } from '../long-run.ts'
import { answerOf, type BuildAnswer, faultOf, isSame, requestsOf } from './answer-oracle.ts'
import { DAMAGES, type Damage } from './file-damage.ts'

/** Number of damaged files of each kind, before the service opens the build and while it serves. */
const ROUNDS = isLongRun ? 60 : 1
/** Deadline that only bounds a hang. */
const LIMIT_MS = 120_000
const OFTEN = { interval: 20, timeout: LIMIT_MS }

let home: string
let id: string
let folder: string
/** Files that answers need, by kind. */
let kinds: [kind: string, files: string[]][]
let requests: string[]
const whole = new Map<string, BuildAnswer>()
const random = seededRandom(FUZZ_SEED)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]

interface Service {
  builds: FollowedPin
  app: FastifyInstance
  events: BuildEvent[]
}
const services: Service[] = []

/** Memory limits: packs are in memory, or all are read by position. */
async function serve(packMemoryBytes: number): Promise<Service> {
  const events: BuildEvent[] = []
  const builds = await FollowedPin.open({
    home,
    packMemoryBytes,
    poll_ms: 20,
    retry_ms: 20,
    check_ms: 20,
    onChange: (event) => void events.push(event),
  })
  // The reason why a parcel lacks terrain is cached for some time: on this clock it expires at
  // once.
  let now = 0
  const terrain = new TerrainService({
    blocks: new ByteCache<Float32Array>(1),
    now: () => (now += 1e6),
  })
  const service = {
    builds,
    events,
    app: await createApp({ accounts: ANY_CALLER, builds, terrain }),
  }
  services.push(service)
  return service
}

async function closeAll(): Promise<void> {
  for (const { app, builds } of services.splice(0)) {
    await app.close()
    await builds.close()
  }
}

beforeAll(async () => {
  ;({ home, build: id } = await copySample('damaged'))
  await pinBuild(id, { home })
  const { manifest, paths } = await openBuild(id, home)
  folder = paths.folder
  const names = (files: { file: string }[]) => files.map(({ file }) => file)
  kinds = [
    ['pack', names(manifest.packs)],
    ['archive', names(manifest.archives)],
    ['raster', names(manifest.rasters)],
    ['search index', [manifest.search!.file]],
    ['DuckDB file', [manifest.database.file]],
    ['manifest', ['manifest.json']],
  ]
  const { app, builds } = await serve(1e9)
  const lease = builds.acquire()!
  const { packs } = lease.build
  const streets = packs.get('addresses')!
  const addresses = [0.2, 0.7].map((share) => {
    const [lng, lat] = streets.point(Math.floor(share * streets.rows)).map((unit) => unit / GRID)
    return nearestAddress(packs, { lat, lng }, null)!.formatted
  })
  // A third of the requests in the ordinary run, with some for each kind of file.
  requests = requestsOf(lease.build, addresses).filter((_, i) => isLongRun || i % 3 === 0)
  lease.release()
  for (const url of requests) {
    const answer = await answerOf(app, url)
    expect([200, 204, 404], url).toContain(answer.status)
    whole.set(url, answer)
  }
  await closeAll()
})
afterEach(closeAll)
afterAll(() => dropHome(home))

/** Faults of the answers to some requests, as `url: fault`. */
async function faultsOf(app: FastifyInstance, urls: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const url of urls) {
    const fault = faultOf(await answerOf(app, url), whole.get(url)!)
    if (fault) faults.push(`${url}: ${fault}`)
  }
  return faults
}

/** True when all answers are those of the undamaged build. */
async function isWhole(app: FastifyInstance): Promise<string | null> {
  for (const url of requests) if (!isSame(await answerOf(app, url), whole.get(url)!)) return url
  return null
}

function somethingToDamage(): { what: string; file: string; other: string; damage: Damage } {
  const [kind, files] = pick(kinds)
  const file = pick(files)
  const all = kinds.flatMap(([, each]) => each).filter((each) => each !== file)
  const other = pick(files.length > 1 ? files.filter((each) => each !== file) : all)
  const damage = pick(DAMAGES)
  return { what: `${kind} ${file} ${damage.name}`, file, other, damage }
}

test('every file of a build is of a kind that is damaged here', async () => {
  const { manifest } = await openBuild(id, home)
  const known = kinds.flatMap(([, files]) => files)
  expect(servedFiles(manifest).map(({ file }) => file)).toEqual(
    expect.arrayContaining(known.filter((file) => file !== 'manifest.json')),
  )
  expect(known).toHaveLength(servedFiles(manifest).length + 1)
  expect(kinds.every(([, files]) => files.length > 0)).toBe(true)
})

describe(`${ROUNDS} damaged files, seed ${FUZZ_SEED}`, () => {
  test(
    'before the service opens the build: it is not served until it is whole',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { what, file, other, damage } = somethingToDamage()
        const repair = await damage.make(folder, file, other, random)
        const { app, builds, events } = await serve(pick([0, 1e9]))
        expect(builds.servedId(), what).toBeNull()
        expect(await faultsOf(app, requests.slice(0, 3)), what).toEqual([])
        expect(events, what).toEqual([
          { kind: 'failed', id, error: expect.objectContaining({ name: 'StepError' }) },
        ])
        await repair()
        await expect.poll(() => builds.servedId(), OFTEN).toBe(id)
        expect(await isWhole(app), what).toBeNull()
        await closeAll()
      }
    },
    60 * LIMIT_MS,
  )

  test(
    'while it serves: nothing is answered from them, and all is back when they are whole',
    async () => {
      let refused = 0
      for (let round = 0; round < ROUNDS; round++) {
        const { what, file, other, damage } = somethingToDamage()
        const { app } = await serve(pick([0, 0, 1e9]))
        // Some bytes are in caches, the others are read while the file is damaged.
        expect(
          await faultsOf(
            app,
            requests.filter(() => random() < 0.3),
          ),
          what,
        ).toEqual([])
        const repair = await damage.make(folder, file, other, random)
        for (let look = 0; look < 2; look++) {
          const faults = await faultsOf(app, requests)
          expect(faults, what).toEqual([])
        }
        if ((await isWhole(app)) !== null) refused++
        await repair()
        await expect.poll(() => isWhole(app), { message: what, ...OFTEN }).toBeNull()
        await closeAll()
      }
      if (isLongRun) expect(refused).toBeGreaterThan(ROUNDS / 4)
    },
    60 * LIMIT_MS,
  )
})

test.each([
  ['parcels', /location/] as const,
  ...(isLongRun ? [['addresses', /location/] as const] : []),
  // Sections that are not available for a while are not counted.
  ...(isLongRun ? [['flood_zones', /coverage/] as const] : []),
])(
  'no answer depends on the damaged pack of %s, which is read by position',
  async (table, pattern) => {
    const urls = [...requests, '/api/v1/coverage?layer=flood'].filter((url) => pattern.test(url))
    const { app } = await serve(0)
    const { packs } = (await openBuild(basename(folder), home)).manifest
    const path = join(folder, packs.find((pack) => pack.table === table)!.file)
    const bytes = await readFile(path)
    const statuses = new Set<number>()
    await writeFile(path, Buffer.alloc(bytes.length))
    try {
      for (const url of urls) {
        const answer = await answerOf(app, url)
        statuses.add(answer.status)
        const known = whole.get(url)
        if (known) expect(faultOf(answer, known), url).toBeNull()
        else expect(answer.status, url).toBe(503)
      }
    } finally {
      await writeFile(path, bytes)
    }
    expect(statuses).toContain(503)
    for (const url of urls)
      await expect.poll(async () => (await answerOf(app, url)).status, OFTEN).toBe(200)
  },
)

test('files that become loops of symbolic links are not used, and are used again afterwards', async () => {
  const { app, builds, events } = await serve(0)
  const paths = kinds
    .filter(([kind]) => kind !== 'manifest')
    .map(([, files]) => join(folder, files[0]))
  const reported = () =>
    paths.filter((path) =>
      events.some((event) => {
        if (event.kind !== 'file' || event.event.kind !== 'damaged') return false
        return event.event.path === path && String(event.event.error).includes('ELOOP')
      }),
    )
  for (const path of paths) {
    await rename(path, `${path}.away`)
    await symlink(path, path)
  }
  try {
    expect(await faultsOf(app, requests)).toEqual([])
    expect(await isWhole(app)).not.toBeNull()
    await expect.poll(reported, OFTEN).toEqual(paths)
    expect(builds.servedId()).toBe(id)
  } finally {
    for (const path of paths) await rename(`${path}.away`, path)
  }
  await expect.poll(() => isWhole(app), OFTEN).toBeNull()
})

/** A response with an archive whose file changed while it was sent. */
function ifCutOff(error: Error): null {
  if (error.message !== 'response destroyed before completion') throw error
  return null
}

if (isLongRun)
  test('bytes that change back and forth while they are requested are never sent', async () => {
    const archives = kinds.find(([kind]) => kind === 'archive')![1]
    const tiles = requests.filter((url) => /\.mvt|\.pmtiles/.test(url))
    const { app } = await serve(1e9)
    const flip = async () => {
      const handle = await open(join(folder, pick(archives)), 'r+')
      const { size } = await handle.stat()
      const at = Math.floor(random() * size)
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
      await handle.write(Buffer.of(buffer[0] ^ 1), 0, 1, at)
      await handle.write(buffer, 0, 1, at)
      await handle.close()
    }
    let [answered, refused] = [0, 0]
    for (let i = 0; i < 40; i++) {
      const [answers] = await Promise.all([
        Promise.all(tiles.map((url) => answerOf(app, url).catch(ifCutOff))),
        flip(),
      ])
      for (const [n, answer] of answers.entries()) {
        if (answer) expect(faultOf(answer, whole.get(tiles[n])!), tiles[n]).toBeNull()
        if (!answer || answer.status === 503) refused++
        else answered++
      }
    }
    expect(answered).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
    await expect.poll(() => isWhole(app), OFTEN).toBeNull()
  })
