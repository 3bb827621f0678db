import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBuild } from '../catalog/build-folder.ts'
import { SILENT } from '../terminal/progress.ts'
import { writePushableBuild } from '../tests/fixtures/pushable-build.ts'
import { bucketGround, folderGround, type StoreGround } from '../tests/fixtures/store-ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { collectGarbage } from './collect-garbage.ts'
import { GRACE_MS } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { pullBuild, storedPinnedId } from './pull-build.ts'
import { pushBuild } from './push-build.ts'
import { changeStorePin, pinStored, readStorePin } from './store-pin.ts'

const QUIET = { progress: SILENT, settledMs: 0 }
const DAY_MS = 86_400_000

let home: string
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plat-garbage-'))
  home = join(root, 'home')
})
afterEach(() => rm(root, { recursive: true }))

const push = (storage: ObjectStorage, id: string) =>
  openBuild(id, home).then((build) => pushBuild(storage, build, QUIET))
const pull = (storage: ObjectStorage, id: string) =>
  pullBuild(storage, id, { home: join(root, 'other'), progress: SILENT })
const collect = (storage: ObjectStorage, keep: number, isDryRun = false) =>
  collectGarbage(storage, { keep, isDryRun, progress: SILENT })

function testGarbage(isFull: boolean, open: () => Promise<StoreGround>) {
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
    for (const id of ['a', 'b', 'c']) {
      await push(storage, id)
      await ground.age(DAY_MS)
    }
  })
  afterEach(() => ground.close())
  const objects = async () => (await ground.keys()).filter((key) => key.startsWith('objects/'))
  const builds = async () =>
    (await ground.keys()).filter((key) => key.startsWith('builds/')).map((key) => key.split('/')[1])

  testInFull('the pinned, the earlier and the newest builds stay', async () => {
    for (const id of ['b', 'a']) await pinStored(storage, id)
    expect((await collect(storage, 1, true)).builds).toEqual([])
    await writePushableBuild(home, 'd')
    await push(storage, 'd')
    await ground.age(DAY_MS)
    expect((await collect(storage, 1, true)).builds).toEqual(['c'])
    expect(await builds()).toHaveLength(4)
    expect((await collect(storage, 1)).builds).toEqual(['c'])
    expect((await builds()).sort()).toEqual(['a', 'b', 'd'])
    expect((await readStorePin(storage)).condemned).toEqual([])
    for (const id of ['a', 'b', 'd']) expect(await pull(storage, id)).not.toBeNull()
  })

  testInFull('files go when nothing names them and they are older than the grace', async () => {
    await pinStored(storage, 'c')
    expect(await collect(storage, 1)).toMatchObject({ builds: ['b', 'a'], objects: 0 })
    expect(await objects()).toHaveLength(7)
    await ground.age(GRACE_MS)
    expect(await collect(storage, 1, true)).toMatchObject({ objects: 4 })
    expect(await collect(storage, 1)).toMatchObject({ builds: [], objects: 4 })
    expect(await objects()).toHaveLength(3)
    expect(await pull(storage, 'c')).not.toBeNull()
  })

  testInFull(
    'a push makes what it relies on new, and what was deleted meanwhile is sent',
    async () => {
      await pinStored(storage, 'c')
      await collect(storage, 1)
      await ground.age(GRACE_MS)
      const [own] = (await openBuild('a', home)).manifest.packs.slice(1)
      const deleting: ObjectStorage = Object.create(storage, {
        refresh: {
          value: async (key: string) => {
            const isThere = await storage.refresh(key)
            // A deletion that was decided before.
            if (key.endsWith(own.sha256)) await storage.delete(key)
            return isThere
          },
        },
      })
      await pushBuild(deleting, await openBuild('a', home), QUIET)
      expect(await collect(storage, 2)).toMatchObject({ builds: [], objects: 2 })
      expect(await pull(storage, 'a')).not.toBeNull()
    },
  )

  testInFull('a build under removal cannot be pinned, and a push of it stops that', async () => {
    await pinStored(storage, 'c')
    const condemned = [{ build: 'a', since: new Date().toISOString() }]
    await changeStorePin(storage, async (state) => ({ ...state, condemned }))
    await expect(pinStored(storage, 'a')).rejects.toThrow(/a gc has been removing it/)
    await push(storage, 'a')
    await pinStored(storage, 'a')
    expect((await collect(storage, 1)).builds).toEqual(['b'])
    // A killed gc leaves the list and the manifest, and the next one removes it.
    await ground.age(DAY_MS)
    await pinStored(storage, 'c')
    await changeStorePin(storage, async ({ pin }) => ({
      pin: pin && { ...pin, previous: [] },
      condemned,
    }))
    expect((await collect(storage, 9)).builds).toEqual(['a'])
  })

  test('a pin that races the removal of its build loses, or the build stays', async () => {
    await pinStored(storage, 'c')
    const racing: ObjectStorage = Object.create(storage, {
      put: {
        value: async (...args: Parameters<ObjectStorage['put']>) => {
          if (args[0] === 'pin.json') await pinStored(storage, 'a').catch(() => {})
          return await storage.put(...args)
        },
      },
    })
    await collect(racing, 1)
    expect(await storedPinnedId(storage)).toBe('a')
    expect(await pull(storage, 'a')).not.toBeNull()
  })

  testInFull('lists of blocks go with their files', async () => {
    const named = (await openBuild('c', home)).manifest.packs[0].sha256
    for (const sha256 of [named, 'ab'.repeat(32)])
      await storage.put(`blocks/${sha256}`, Buffer.from('list'))
    await ground.age(GRACE_MS + DAY_MS)
    await collect(storage, 3)
    const lists = (await ground.keys()).filter((key) => key.startsWith('blocks/'))
    expect(lists).toEqual([`blocks/${named}`])
  })

  testInFull('with a manifest that cannot be read no file is deleted', async () => {
    await ground.age(GRACE_MS)
    await ground.replace('builds/c/manifest.json', '{"format": 1')
    await expect(collect(storage, 1)).rejects.toThrow(/is not JSON/)
    expect(await builds()).toHaveLength(3)
    expect(await objects()).toHaveLength(7)
  })
}

describe('in a folder', () => testGarbage(true, () => folderGround(join(root, 'store'))))

describe('in a bucket whose clock is an hour slow', () => testGarbage(isLongRun, bucketGround))
