import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../tests/long-run.ts'
import { cephGateway } from '../tests/servers/ceph-gateway.ts'
import {
  ACCESS_KEY,
  BUCKET,
  LocalS3,
  SECRET_KEY,
  withCredentials,
} from '../tests/servers/local-s3.ts'
import { FolderStorage } from './folder-storage.ts'
import type { ObjectStorage } from './object-storage.ts'
import { S3Storage } from './s3-storage.ts'
import { STORE_FILE } from './store-file.ts'

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const BYTES = createHash('shake256', { outputLength: 300_000 }).update('a tile').digest()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-objects-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What every storage does, whatever it is made of. */
function testStorage(open: () => Promise<ObjectStorage>, close: () => Promise<void>) {
  let storage: ObjectStorage
  beforeAll(async () => {
    storage = await open()
    await storage.put(STORE_FILE, Buffer.from('{}'))
  }, 120_000)
  afterAll(async () => {
    await storage.close()
    await close()
  })
  const newKey = () => `objects/${randomUUID()}`
  const localFile = async (bytes: Uint8Array) => {
    const path = join(folder, randomUUID())
    await writeFile(path, bytes)
    return { path, bytes: bytes.length, sha256: sha256Of(bytes) }
  }
  const textOf = async (key: string) => `${await buffer((await storage.read(key))!.stream)}`

  test('an object that is not there is null, and deleted already', async () => {
    const key = newKey()
    expect(await storage.head(key)).toBeNull()
    expect(await storage.read(key)).toBeNull()
    expect(await storage.refresh(key)).toBe(false)
    await storage.delete(key)
  })

  test('a stored file is read whole, in part and verified', async () => {
    const key = newKey()
    const file = await localFile(BYTES)
    let sent = 0
    await storage.putFile(key, file, (count) => {
      sent = count
    })
    expect(sent).toBe(BYTES.length)
    const found = await storage.head(key)
    expect(found?.bytes).toBe(BYTES.length)
    const read = await storage.read(key, { sha256: file.sha256 })
    expect(read?.etag).toBe(found?.etag)
    expect(BYTES.equals(await buffer(read!.stream))).toBe(true)
    const part = await storage.read(key, { range: { first: 299_990, last: 400_000 } })
    expect(await buffer(part!.stream)).toEqual(BYTES.subarray(299_990))
    const past = storage.read(key, { range: { first: 300_000, last: 300_001 } })
    await expect(past).rejects.toThrow(RangeError)
    const wrong = await storage.read(key, { sha256: sha256Of(Buffer.from('another')) })
    await expect(buffer(wrong!.stream)).rejects.toMatchObject({ reason: 'damaged' })
  })

  test('a file with other bytes than stated is not stored', async () => {
    const key = newKey()
    const file = await localFile(BYTES)
    for (const wrong of [{ sha256: sha256Of(Buffer.from('x')) }, { bytes: 300_001 }]) {
      const put = storage.putFile(key, { ...file, ...wrong })
      await expect(put).rejects.toMatchObject({ name: 'StepError', target: file.path })
      expect(await storage.head(key)).toBeNull()
    }
  })

  test('of many writers of one new object one wins', async () => {
    const key = newKey()
    const texts = Array.from({ length: 8 }, (_, i) => `writer ${i}`)
    const put = (text: string) => storage.put(key, Buffer.from(text), { is: 'absent' })
    const etags = await Promise.all(texts.map(put))
    const winners = texts.filter((_, i) => etags[i] !== null)
    expect(winners).toEqual([await textOf(key)])
    // Its response may be lost: it finds its own bytes.
    expect(await put(winners[0])).toBe((await storage.head(key))?.etag)
  })

  test('of many writers over one object one wins', async () => {
    const key = newKey()
    const etag = (await storage.put(key, Buffer.from('first')))!
    const texts = Array.from({ length: 8 }, (_, i) => `writer ${i}`)
    const etags = await Promise.all(
      texts.map((text) => storage.put(key, Buffer.from(text), { is: 'unchanged', etag })),
    )
    expect(texts.filter((_, i) => etags[i] !== null)).toEqual([await textOf(key)])
    const late = await storage.put(key, Buffer.from('late'), { is: 'unchanged', etag })
    expect(late).toBeNull()
    const gone = await storage.put(newKey(), Buffer.from('late'), { is: 'unchanged', etag })
    expect(gone).toBeNull()
  })

  test('a list has the objects of its folder with their sizes, and not those of others', async () => {
    const names = ['lists/a', 'lists/b/c.json']
    for (const name of [...names, 'lists-too/d']) await storage.put(name, Buffer.from(name))
    const listed = []
    for await (const { name, bytes } of storage.list('lists')) listed.push([name, bytes])
    expect(listed.sort()).toEqual(names.map((name) => [name, name.length]))
  })

  test('objects are dated by the clock of the storage, and a refreshed one is new', async () => {
    const key = newKey()
    await storage.put(key, BYTES)
    const before = (await storage.head(key))!
    const now = await storage.now()
    expect(Math.abs(now.getTime() - before.written_at.getTime())).toBeLessThan(60_000)
    expect(await storage.refresh(key)).toBe(true)
    const after = (await storage.head(key))!
    expect(after.written_at.getTime()).toBeGreaterThanOrEqual(before.written_at.getTime())
    expect(await textOf(key)).toBe(`${BYTES}`)
  })

  test.each(['../a', 'a//b', '/a', 'a/', '.', 'a b', ''])('%j is not a key', async (key) => {
    await expect(storage.head(key)).rejects.toThrow(TypeError)
    await expect(storage.delete(key)).rejects.toThrow(TypeError)
  })
}

const placeOf = (endpoint: string, bucket = BUCKET) => ({
  bucket,
  prefix: 'plat/store',
  endpoint,
  region: 'us-east-1',
  path_style: true,
})

async function expectGone(storage: ObjectStorage): Promise<void> {
  const gone = { name: 'StorageFailure', reason: 'gone' }
  await expect(storage.head('objects/a')).rejects.toMatchObject(gone)
  await expect(storage.read('objects/a')).rejects.toMatchObject(gone)
  await expect(storage.list('objects')[Symbol.asyncIterator]().next()).rejects.toMatchObject(gone)
  await expect(storage.now()).rejects.toMatchObject(gone)
}

describe('a folder', () => {
  testStorage(
    async () => new FolderStorage(join(folder, 'store')),
    async () => {},
  )

  test('a refreshed file has the time of the disk', async () => {
    const storage = new FolderStorage(join(folder, 'store'))
    await storage.put('objects/old', BYTES)
    const old = new Date('2020-01-01T00:00:00Z')
    await utimes(join(folder, 'store/objects/old'), old, old)
    expect((await storage.head('objects/old'))?.written_at).toEqual(old)
    await storage.refresh('objects/old')
    expect((await storage.head('objects/old'))?.written_at.getFullYear()).toBeGreaterThan(2025)
  })

  test('a disk that is not mounted is gone, and its objects are not missing', async () => {
    const storage = new FolderStorage(join(folder, 'unmounted'))
    await expectGone(storage)
  })
})

describe('a bucket', () => {
  let local: LocalS3
  let restore: () => void
  testStorage(
    async () => {
      local = await LocalS3.open()
      restore = withCredentials(ACCESS_KEY, SECRET_KEY)
      return new S3Storage(placeOf(local.url))
    },
    async () => {
      restore()
      await local.close()
    },
  )

  test('a service that is busy for a while, or cuts connections, is waited for', async () => {
    const patience = { first_ms: 1, longest_ms: 1, total_ms: 60_000 }
    const storage = new S3Storage(placeOf(local.url), patience)
    const path = join(folder, 'busy')
    await writeFile(path, BYTES)
    for (const fault of [
      { kind: 'error', status: 503, code: 'SlowDown' } as const,
      { kind: 'reset' } as const,
    ]) {
      let left = 5
      local.fault = (method) => (method === 'PUT' && left-- > 0 ? fault : null)
      const file = { path, bytes: BYTES.length, sha256: sha256Of(BYTES) }
      await storage.putFile(`objects/${fault.kind}`, file)
      expect(left).toBeLessThanOrEqual(0)
      expect((await storage.head(`objects/${fault.kind}`))?.bytes).toBe(BYTES.length)
    }
    local.fault = () => ({ kind: 'error', status: 503, code: 'SlowDown' })
    const impatient = new S3Storage(placeOf(local.url), { ...patience, total_ms: 0 })
    const late = { name: 'StorageFailure', reason: 'late' }
    await expect(impatient.head('objects/a')).rejects.toMatchObject(late)
    local.fault = () => null
    for (const each of [storage, impatient]) await each.close()
  })

  test('a bucket that is not there is gone, and its objects are not missing', async () => {
    const storage = new S3Storage(placeOf(local.url, 'another-bucket'))
    await expectGone(storage)
    await storage.close()
  })

  test('the clock is the one of the service', async () => {
    const storage = new S3Storage(placeOf(local.url))
    local.clock = () => Date.parse('2031-05-06T07:08:09Z')
    expect((await storage.now()).toISOString()).toBe('2031-05-06T07:08:09.000Z')
    local.clock = Date.now
    await storage.close()
  })
})

const ceph = cephGateway(isLongRun)
describe.skipIf(ceph === null)('a bucket of Ceph, from Debian’s radosgw', () => {
  let restore: () => void
  testStorage(
    async () => {
      restore = withCredentials(ACCESS_KEY, SECRET_KEY)
      return new S3Storage(placeOf(await ceph!.open()))
    },
    async () => {
      restore()
      await ceph!.close()
    },
  )
})
