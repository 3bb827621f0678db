import { open, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildFolder, openBuild } from '../../catalog/build-folder.ts'
import { pinFile } from '../../catalog/pin.ts'
import { ANY_CALLER } from '../../tests/fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { packFile } from '../../tests/fixtures/example-build.ts'
import { pinTown, TOWN_LOCATIONS, writeTown } from '../../tests/fixtures/example-town.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { createApp } from '../app.ts'
import { type BuildEvent, FollowedPin } from './followed-pin.ts'
import { packMemoryFrom } from './memory-settings.ts'
import { openServedBuild } from './served-build.ts'

let town: ExampleApp
let events: BuildEvent[]
let builds: FollowedPin
beforeEach(async () => {
  town = await openExampleApp()
  events = []
  const onChange = (event: BuildEvent) => void events.push(event)
  builds = await FollowedPin.open({ home: town.home, poll_ms: 20, onChange })
})
afterEach(async () => {
  await builds.close()
  await town.close()
})

const kinds = () => events.map(({ kind }) => kind)
const vintageUrl = `/api/v1/location?ll=${TOWN_LOCATIONS.lot.lat},${TOWN_LOCATIONS.lot.lng}&layers=parcel,flood`

const MORE_DAMAGES: [how: string, damage: (file: string) => Promise<void>][] = [
  ['absent', async (file) => await rm(file)],
  ['something else', async (file) => await writeFile(file, '<html>')],
]

describe('a new pin', () => {
  test('is followed without dropping a request, and no answer mixes two builds', async () => {
    await writeTown(town.home, 'b2', '2027')
    const seen = new Map<string, number>()
    let isDone = false
    const flips = (async () => {
      for (let i = 0; i < (isLongRun ? 12 : 3) || seen.size < 2; i++) {
        const now = i % 2 === 0 ? 'b2' : 'b1'
        await pinTown(town.home, now)
        await expect.poll(() => town.builds.servedId()).toBe(now)
      }
    })().finally(() => {
      isDone = true
    })
    while (!isDone) {
      const batch = await Promise.all(Array.from({ length: 8 }, () => town.get(vintageUrl)))
      for (const { status, body } of batch) {
        expect(status).toBe(200)
        const { parcel, flood } = body.layers
        expect(flood.source.vintage).toBe(`map panel of ${parcel.source.vintage}-01-01`)
        seen.set(parcel.data.vintage, (seen.get(parcel.data.vintage) ?? 0) + 1)
      }
      await turn()
    }
    await flips
    expect([...seen.keys()].sort()).toEqual(['2026', '2027'])
  })

  test('leaves the old build open until its last request is answered', async () => {
    await writeTown(town.home, 'b2', '2027')
    const lease = builds.acquire()!
    await pinTown(town.home, 'b2')
    await expect.poll(() => builds.servedId()).toBe('b2')
    expect(kinds()).toEqual(['opened', 'opened'])
    expect(lease.build.packs.get('parcels')!.verifyBody()).toBe(true)
    lease.release()
    lease.release()
    expect(events.at(-1)).toEqual({ kind: 'closed', id: 'b1' })
    expect(() => lease.build.packs.get('parcels')!.verifyBody()).toThrow('is damaged or gone')
    // A lease that stays would watch its files after this test: they are removed.
    const current = builds.acquire()!
    expect(current.build.packs.get('parcels')!.verifyBody()).toBe(true)
    current.release()
  })

  test.each<[how: string, damage: (file: string) => Promise<void>]>([
    ['cut off', async (file: string) => await (await openAt(file)).truncate(200)],
    ...(isLongRun ? MORE_DAMAGES : []),
  ])('on a build with a pack that is %s changes nothing and is reported', async (_how, damage) => {
    await writeTown(town.home, 'b2')
    await damage(packFile(buildFolder('b2', town.home).folder, 'parcels'))
    await pinTown(town.home, 'b2')
    await expect.poll(kinds).toContain('failed')
    expect(events.at(-1)).toMatchObject({ id: 'b2', error: { name: 'StepError' } })
    expect(builds.servedId()).toBe('b1')
    expect((await town.get(vintageUrl)).status).toBe(200)
  })

  test('on a missing build changes nothing, and the next good pin is followed', async () => {
    await pinTown(town.home, 'gone')
    await expect.poll(kinds).toEqual(['opened', 'failed'])
    await writeTown(town.home, 'b2')
    await pinTown(town.home, 'b2')
    await expect.poll(() => builds.servedId()).toBe('b2')
  })

  test('that was removed means 503 until there is one again', async () => {
    await rm(pinFile(town.home))
    await expect.poll(async () => (await town.get(vintageUrl)).status).toBe(503)
    await pinTown(town.home, 'b1')
    await expect.poll(async () => (await town.get(vintageUrl)).status).toBe(200)
  })
})

test('a pinned build whose files come back is served without another pin', async () => {
  const pack = packFile(buildFolder('b1', town.home).folder, 'parcels')
  await rename(pack, `${pack}.away`)
  const failures: BuildEvent[] = []
  const waiting = await FollowedPin.open({
    home: town.home,
    poll_ms: 20,
    retry_ms: 20,
    onChange: (event) => void failures.push(event),
  })
  expect(waiting.servedId()).toBeNull()
  await pause(100)
  expect(failures.map(({ kind }) => kind)).toEqual(['failed']) // reported once, tried often
  await rename(`${pack}.away`, pack)
  await expect.poll(() => waiting.servedId()).toBe('b1')
  await waiting.close()
})

test('a service that starts before the first pin answers once there is one', async () => {
  const home = `${town.home}-later`
  const later = await FollowedPin.open({ home, poll_ms: 20 })
  const app = await createApp({ accounts: ANY_CALLER, builds: later })
  expect((await app.inject(vintageUrl)).statusCode).toBe(503)
  await writeTown(home, 'first')
  await pinTown(home, 'first')
  await expect.poll(async () => (await app.inject(vintageUrl)).statusCode).toBe(200)
  await app.close()
  await later.close()
  await rm(home, { recursive: true })
})

describe('the memory limit', () => {
  test('holds the smallest packs, reads the others by position, and does not change answers', async () => {
    const build = await openBuild('b1', town.home)
    const sizes = build.manifest.packs.map(({ bytes }) => bytes).sort((a, b) => a - b)
    const served = await openServedBuild(build, sizes[0] + sizes[1])
    const held = [...served.packs.values()].map((pack) => pack.isInMemory)
    expect(held).toEqual([true, true, false, false])
    const app = await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: () => ({ build: served, release() {} }) },
    })
    expect((await app.inject(vintageUrl)).json().layers).toEqual(
      (await town.get(vintageUrl)).body.layers,
    )
    for (const pack of served.packs.values()) pack.close()
  })

  test('is whole bytes', () => {
    expect(packMemoryFrom({})).toBe(2 ** 31)
    expect(packMemoryFrom({ PLAT_PACK_MEMORY: '1000' })).toBe(1_000)
    expect(() => packMemoryFrom({ PLAT_PACK_MEMORY: '2GB' })).toThrow(/PLAT_PACK_MEMORY/)
  })
})

test('a pack of a different table than in the manifest is refused', async () => {
  const build = await openBuild('b1', town.home)
  const [first, second] = build.manifest.packs
  const packs = [{ ...first, file: second.file, bytes: second.bytes, sha256: second.sha256 }]
  const swapped = { ...build, manifest: { ...build.manifest, packs } }
  await expect(openServedBuild(swapped, 2 ** 30)).rejects.toThrow(/the manifest states/)
})

async function openAt(file: string) {
  const handle = await open(file, 'r+')
  return { truncate: (bytes: number) => handle.truncate(bytes).then(() => handle.close()) }
}
