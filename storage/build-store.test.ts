import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBuild } from '../catalog/build-folder.ts'
import { SILENT } from '../terminal/progress.ts'
import { exampleManifest } from '../tests/fixtures/example-build.ts'
import { writePushableBuild } from '../tests/fixtures/pushable-build.ts'
import { bucketGround, folderGround, type StoreGround } from '../tests/fixtures/store-ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { collectGarbage } from './collect-garbage.ts'
import { GRACE_MS } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { pullBuild, storedPinnedId } from './pull-build.ts'
import { pushBuild } from './push-build.ts'
import { changeStorePin, pinStored, readStorePin, rollbackStored } from './store-pin.ts'
import { pullPartitions, pushPartitions } from './stored-results.ts'

const QUIET = { progress: SILENT, settledMs: 0 }
const DAY_MS = 86_400_000

let home: string
let other: string
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plat-store-'))
  home = join(root, 'home')
  other = join(root, 'other')
})
afterEach(() => rm(root, { recursive: true }))

const push = (storage: ObjectStorage, id: string) =>
  openBuild(id, home).then((build) => pushBuild(storage, build, QUIET))
const pull = (storage: ObjectStorage, id: string, into = other) =>
  pullBuild(storage, id, { home: into, progress: SILENT })
const collect = (storage: ObjectStorage, keep: number, isDryRun = false) =>
  collectGarbage(storage, { keep, isDryRun, progress: SILENT })

function testStore(isFull: boolean, open: () => Promise<StoreGround>) {
  /** A test of what depends little on the kind of storage. */
  function testInFull(title: string, run: () => Promise<void>): void {
    if (isFull) test(title, run)
  }
  let ground: StoreGround
  let storage: ObjectStorage
  beforeEach(async () => {
    ground = await open()
    storage = ground.storage
    for (const id of ['a', 'b', 'c']) await writePushableBuild(home, id)
  })
  afterEach(() => ground.close())
  const objects = async () => (await ground.keys()).filter((key) => key.startsWith('objects/'))

  test('a pushed build comes to another home as it was, and only what changed is sent', async () => {
    expect(await push(storage, 'a')).toMatchObject({ files: 3, sent_files: 3 })
    expect(await push(storage, 'a')).toMatchObject({ files: 3, sent_files: 0 })
    expect(await push(storage, 'b')).toMatchObject({ files: 3, sent_files: 2 })
    expect(await pull(storage, 'a')).toMatchObject({ files: 3, received_files: 3 })
    for (const file of ['manifest.json', 'packs/own.pack', 'dossier-a.duckdb'])
      expect(await readFile(join(other, 'builds/a', file))).toEqual(
        await readFile(join(home, 'builds/a', file)),
      )
    expect(await pull(storage, 'b')).toMatchObject({ files: 3, received_files: 2 })
    const shared = (id: string) => stat(join(other, `builds/${id}/packs/shared.pack`))
    expect((await shared('b')).ino).toBe((await shared('a')).ino)
    expect(await pull(storage, 'b')).toBeNull()
    expect((await readdir(other)).sort()).toEqual(['builds'])
  })

  testInFull('a pull that was killed goes on with the files that it has', async () => {
    await push(storage, 'a')
    await cp(join(home, 'builds/a/packs'), join(other, 'pull/a/packs'), { recursive: true })
    await writeFile(join(other, 'pull/a/packs/own.pack'), 'half')
    expect(await pull(storage, 'a')).toMatchObject({ received_files: 2 })
    expect((await openBuild('a', other)).id).toBe('a')
  })

  testInFull('a damaged file of the store is refused, and a push mends it', async () => {
    const build = await openBuild('a', home)
    await push(storage, 'a')
    const key = `objects/${build.manifest.packs[1].sha256}`
    const refused = { name: 'StorageFailure', reason: 'damaged' }
    await ground.replace(key, 'rows o')
    await expect(pull(storage, 'a')).rejects.toMatchObject(refused)
    await expect(pinStored(storage, 'a')).rejects.toThrow(/own\.pack has 6 of 9 bytes/)
    expect(await push(storage, 'a')).toMatchObject({ sent_files: 1 })
    await ground.replace(key, 'rows of b')
    await expect(pull(storage, 'a')).rejects.toMatchObject(refused)
    expect(await readdir(join(other, 'builds')).catch(() => [])).toEqual([])
    await pushBuild(storage, build, { ...QUIET, again: true })
    expect(await pull(storage, 'a')).not.toBeNull()
  })

  testInFull('a build that is damaged here is not stored', async () => {
    await writeFile(join(home, 'builds/a/packs/own.pack'), 'rows of b')
    await expect(push(storage, 'a')).rejects.toThrow(/own\.pack/)
    await expect(pull(storage, 'a')).rejects.toThrow(/has no build a/)
  })

  testInFull('a build without the sha256 of its database is refused with a remedy', async () => {
    const { database } = exampleManifest('old')
    await writePushableBuild(home, 'old', { database })
    await writeFile(join(home, 'builds/old', database.file), 'PAR1')
    const error = await push(storage, 'old').catch((thrown) => thrown)
    expect(error.message).toMatch(/has no sha256 of dossier-old\.duckdb/)
    expect(error.remedy).toMatch(/Build again/)
    expect(await objects()).toEqual([])
  })

  testInFull(
    'a build never changes: another run of it is refused, unless the stored one is broken',
    async () => {
      await push(storage, 'a')
      const packs = (await openBuild('a', home)).manifest.packs
      await writePushableBuild(home, 'a', { timings_s: { read: 7 } })
      await expect(push(storage, 'a')).rejects.toThrow(/has this build from another run/)
      await storage.delete(`objects/${packs[1].sha256}`)
      await push(storage, 'a')
      expect(await pull(storage, 'a')).not.toBeNull()
    },
  )

  test('two pushes of one build at once store one of them whole', async () => {
    const second = join(root, 'second')
    await writePushableBuild(second, 'a', { timings_s: { read: 7 } })
    const builds = [await openBuild('a', home), await openBuild('a', second)]
    const results = await Promise.allSettled(
      builds.map((build) => pushBuild(storage, build, QUIET)),
    )
    const stored = results.map(({ status }) => status).filter((status) => status === 'fulfilled')
    expect(stored).toHaveLength(1)
    expect(await pull(storage, 'a')).not.toBeNull()
    const same = await Promise.all([push(storage, 'b'), push(storage, 'b')])
    expect(same).toHaveLength(2)
    expect(await pull(storage, 'b')).not.toBeNull()
  })

  testInFull('the pin moves to whole builds alone, and back', async () => {
    await expect(storedPinnedId(storage)).rejects.toThrow(/no build is pinned/)
    await expect(rollbackStored(storage)).rejects.toThrow(/no build is pinned/)
    for (const id of ['a', 'b', 'c']) await push(storage, id)
    for (const id of ['a', 'b', 'c']) await pinStored(storage, id)
    expect((await pinStored(storage, 'c')).previous.map(({ build }) => build)).toEqual(['b', 'a'])
    await storage.delete('builds/b/manifest.json')
    const { pin, skipped } = await rollbackStored(storage)
    expect([pin.build, skipped[0].build]).toEqual(['a', 'b'])
    await expect(pinStored(storage, 'd')).rejects.toThrow(/has no build d/)
    await writePushableBuild(home, 'f', {
      audits: [{ ...exampleManifest('f').audits[0], passed: false }],
    })
    await push(storage, 'f')
    await expect(pinStored(storage, 'f')).rejects.toThrow(/1 failed audit: row_count/)
    expect(await storedPinnedId(storage)).toBe('a')
  })

  testInFull(
    'of two pinners at once one wins, and the other is refused with its name',
    async () => {
      for (const id of ['a', 'b', 'c']) await push(storage, id)
      await pinStored(storage, 'c')
      const results = await Promise.allSettled(['a', 'b'].map((id) => pinStored(storage, id)))
      const pinned = await storedPinnedId(storage)
      const lost = results.filter((result) => result.status === 'rejected')
      // Both may have been done one after the other: then nobody has lost.
      for (const { reason } of lost) expect(reason.message).toContain(`${pinned} was pinned at`)
      const { pin } = await readStorePin(storage)
      expect(pin?.previous).toHaveLength(2 - lost.length)
    },
  )

  test('a pin that another one overtakes between its look and its write is refused', async () => {
    for (const id of ['a', 'b']) await push(storage, id)
    let isOvertaken = false
    const overtaken: ObjectStorage = Object.create(storage, {
      put: {
        value: async (...args: Parameters<ObjectStorage['put']>) => {
          if (args[0] === 'pin.json' && !isOvertaken) {
            isOvertaken = true
            await pinStored(storage, 'b')
          }
          return await storage.put(...args)
        },
      },
    })
    await expect(pinStored(overtaken, 'a')).rejects.toThrow(/b was pinned at .* under way/)
    expect(await storedPinnedId(storage)).toBe('b')
    isOvertaken = false
    // The other one pinned the same: nobody has lost.
    await changeStorePin(storage, async (state) => ({ ...state, pin: null }))
    expect((await pinStored(overtaken, 'b')).build).toBe('b')
  })

  testInFull(
    'partitions come back verified, and go when nobody has pushed them for the grace',
    async () => {
      const folder = join(home, 'partitions')
      for (const name of ['flood-0123', 'parcel-4567']) {
        await cp(join(home, 'builds/a/packs'), join(folder, name), { recursive: true })
        await writeFile(join(folder, name, 'done.json'), `{"of":"${name}"}`)
      }
      await cp(join(home, 'builds/a/packs'), join(folder, 'half-89ab'), { recursive: true })
      expect(await pushPartitions(storage, folder, QUIET)).toEqual({ partitions: 2, sent: 2 })
      expect(await pushPartitions(storage, folder, QUIET)).toEqual({ partitions: 2, sent: 0 })
      const into = join(other, 'partitions')
      const options = { home: other, progress: SILENT }
      const names = ['flood-0123', 'parcel-ffff']
      const { missing } = await pullPartitions(storage, names, into, options)
      expect(missing).toEqual(['parcel-ffff'])
      expect((await readdir(into, { recursive: true })).sort()).toEqual([
        'flood-0123',
        'flood-0123/done.json',
        'flood-0123/own.pack',
        'flood-0123/shared.pack',
      ])
      await ground.age(GRACE_MS + DAY_MS)
      expect(await collect(storage, 1)).toMatchObject({ objects: 4 })
    },
  )
}

describe('in a folder', () => {
  testStore(true, () => folderGround(join(root, 'store')))
})

describe('in a bucket whose clock is an hour slow', () => {
  let bucket: Awaited<ReturnType<typeof bucketGround>>
  testStore(isLongRun, async () => {
    bucket = await bucketGround()
    return bucket
  })

  test('a connection that is cut once loses nothing, and a store that is lost changes no home', async () => {
    const { storage, local } = bucket
    await push(storage, 'a')
    let left = 2
    const ofFile = (method: string, key: string) => method === 'GET' && key.includes('objects/')
    local.fault = (method, key) => (ofFile(method, key) && left-- > 0 ? { kind: 'cut' } : null)
    expect(await pull(storage, 'a')).toMatchObject({ received_files: 3 })
    local.fault = (method, key) => (ofFile(method, key) ? { kind: 'cut' } : null)
    const into = join(root, 'third')
    const lost = { name: 'StorageFailure', reason: 'gone' }
    await expect(pull(storage, 'a', into)).rejects.toMatchObject(lost)
    expect(await readdir(join(into, 'builds')).catch(() => [])).toEqual([])
    local.fault = () => null
    expect(await pull(storage, 'a', into)).not.toBeNull()
  })

  test('a service that ignores conditions is refused before the pin is moved', async () => {
    const { storage, local } = bucket
    await push(storage, 'a')
    local.ignoresConditions = true
    await expect(pinStored(storage, 'a')).rejects.toThrow(/whatever the condition/)
    local.ignoresConditions = false
    await expect(storedPinnedId(storage)).rejects.toThrow(/no build is pinned/)
  })
})
