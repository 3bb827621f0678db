import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLongRun } from '../../tests/long-run.ts'
import {
  ACCESS_KEY,
  BUCKET,
  LocalS3,
  SECRET_KEY,
  withCredentials,
} from '../../tests/servers/local-s3.ts'
import type { BlobHash, BlobStore } from './blob-store.ts'
import { FolderBlobs } from './folder-blobs.ts'
import { S3Blobs } from './s3-blobs.ts'

/** A storage under a store, which a test can reach behind its back. */
interface Storage {
  open(markedBy?: string): Promise<BlobStore>
  /** Replaces the bytes of a blob, or adds something under a name of its own. */
  overwrite(name: string, bytes: Uint8Array): void
  /** Sets the time at which a blob was written. */
  setTime(hash: BlobHash, time: Date): void
  close(): Promise<void>
}

async function folderStorage(): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'))
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    open: (markedBy) => FolderBlobs.open(folder, markedBy),
    overwrite: (name, bytes) => writeFileSync(pathOf(name), bytes),
    setTime: (hash, time) => utimesSync(pathOf(hash), time, time),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

async function bucketStorage(): Promise<Storage> {
  const local = await LocalS3.open()
  local.pageMax = 7
  const restore = withCredentials(ACCESS_KEY, SECRET_KEY)
  const place = {
    bucket: BUCKET,
    prefix: 'plat/blobs',
    endpoint: local.url,
    region: 'us-east-1',
    path_style: true,
  }
  const objectOf = (name: string) => local.objects.get(`plat/blobs/${name}`)
  return {
    open: (markedBy) => S3Blobs.open(place, markedBy),
    overwrite: (name, bytes) => {
      const time = new Date()
      local.objects.set(`plat/blobs/${name}`, { bytes: Buffer.from(bytes), time, checksum: null })
    },
    setTime: (hash, time) => {
      objectOf(hash)!.time = time
    },
    close: async () => {
      restore()
      await local.close()
    },
  }
}

/** Kinds of storage, with a number of streams above that which may be open at once. */
const KINDS = [
  ['a folder', folderStorage, 260],
  ['a bucket', bucketStorage, 130],
] as const

let drawn = 0
/** Bytes that no other call returns. */
function bytesOf(count: number): Uint8Array {
  drawn++
  return createHash('shake256', { outputLength: count }).update(`${drawn}`).digest()
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const MISSING = 'ab'.repeat(32)
const HOUR_MS = 3_600_000

describe.each(KINDS)('blobs in %s', (_kind, makeStorage, manyStreams) => {
  let storage: Storage
  let blobs: BlobStore
  beforeEach(async () => {
    storage = await makeStorage()
    blobs = await storage.open()
  })
  afterEach(async () => {
    await blobs.close()
    await storage.close()
  })
  async function listed() {
    const found = []
    for await (const blob of blobs.list()) found.push(blob)
    return found
  }

  test('a storage is that of the first database that marks it, and its mark is no blob', async () => {
    expect(await blobs.claim('first')).toBe('first')
    const other = await storage.open()
    expect(await other.claim('second')).toBe('first')
    expect(await blobs.claim('first')).toBe('first')
    await other.close()
    expect(await listed()).toEqual([])
  })

  test('a storage that was marked before is not opened without its mark', async () => {
    const gone = { reason: 'gone', message: expect.stringContaining('create this file with') }
    await expect(storage.open('first')).rejects.toMatchObject(gone)
    await blobs.claim('first')
    await (await storage.open('first')).close()
  })

  test.each(isLongRun ? [0, 1, 25_000, 1_048_577, 3_000_000] : [0, 25_000, 1_048_577])(
    'a blob of %d bytes comes back whole, as a stream too, and from another store',
    async (count) => {
      const bytes = bytesOf(count)
      const hash = await blobs.put(bytes)
      expect(hash).toBe(sha256(bytes))
      expect(await blobs.sizeOf(hash)).toBe(count)
      const other = await storage.open()
      expect(Buffer.compare(await other.get(hash), bytes)).toBe(0)
      expect(Buffer.compare(await buffer(await other.read(hash)), bytes)).toBe(0)
      await other.close()
    },
  )

  test('a range has its bytes, both ends included, up to the end of the blob', async () => {
    const bytes = bytesOf(1_000)
    const hash = await blobs.put(bytes)
    for (const [first, last] of [
      [0, 0],
      [0, 999],
      [10, 19],
      [999, 999],
      [990, 5_000],
    ]) {
      const part = await buffer(await blobs.read(hash, { first, last }))
      expect([first, last, ...part]).toEqual([first, last, ...bytes.subarray(first, last + 1)])
    }
  })

  test.each([0, 1_000])(
    'ranges outside of %d bytes, or of no bytes, are refused',
    async (count) => {
      const hash = await blobs.put(bytesOf(count))
      for (const [first, last, problem] of [
        [count, count, `there are ${count} bytes`],
        [5, 4, 'got 5 to 4'],
        [-1, 4, 'got -1 to 4'],
        [0.5, 4, 'got 0.5 to 4'],
        [0, Number.POSITIVE_INFINITY, 'got 0 to Infinity'],
      ] as const) {
        const error = await blobs.read(hash, { first, last }).catch((thrown) => thrown)
        expect(error).toBeInstanceOf(RangeError)
        expect(error.message).toContain(problem)
      }
    },
  )

  test('a blob that nobody stored is missing, has no size and can be deleted', async () => {
    const missing = { name: 'StorageFailure', reason: 'missing' }
    await expect(blobs.get(MISSING)).rejects.toMatchObject(missing)
    await expect(blobs.read(MISSING)).rejects.toMatchObject(missing)
    await expect(blobs.read(MISSING, { first: 0, last: 1 })).rejects.toMatchObject(missing)
    expect(await blobs.sizeOf(MISSING)).toBeNull()
    await blobs.delete(MISSING)
    await blobs.delete(MISSING, { written_before: new Date() })
    expect(await listed()).toEqual([])
  })

  test('a text that is not a hash never becomes a path', async () => {
    const texts = ['', '../../etc/passwd', 'AB'.repeat(32), `${'ab'.repeat(31)}/.`, 'ab'.repeat(33)]
    for (const text of texts) {
      for (const call of [
        () => blobs.get(text),
        () => blobs.sizeOf(text),
        () => blobs.read(text),
        () => blobs.delete(text),
      ])
        await expect(call()).rejects.toThrow('must be 64 lower-case hex digits')
    }
  })

  test('the list has each blob once, in order, with size and time, and no other file', async () => {
    expect(await listed()).toEqual([])
    const begun = Date.now()
    const sizes = Array.from({ length: 16 }, (_, i) => i * 10)
    const hashes = await Promise.all(sizes.map((size) => blobs.put(bytesOf(size))))
    storage.overwrite(`${hashes[0].slice(0, 2)}-not-a-blob`, bytesOf(3))
    const found = await listed()
    expect(found.map(({ hash }) => hash)).toEqual([...hashes].sort())
    expect(found.map(({ bytes }) => bytes).sort((a, b) => a - b)).toEqual(sizes)
    for (const { written_at } of found) {
      // Times of S3 are whole seconds.
      expect(written_at.getTime()).toBeGreaterThan(begun - 2_000)
      expect(written_at.getTime()).toBeLessThan(Date.now() + 2_000)
    }
  })

  test('a deleted blob is gone, and can be stored again', async () => {
    const bytes = bytesOf(100)
    const hash = await blobs.put(bytes)
    const other = await blobs.put(bytesOf(100))
    await blobs.delete(hash)
    expect(await blobs.sizeOf(hash)).toBeNull()
    expect((await listed()).map((blob) => blob.hash)).toEqual([other])
    expect(await blobs.put(bytes)).toBe(hash)
    expect(Buffer.compare(await blobs.get(hash), bytes)).toBe(0)
  })

  test('the deletion of an old blob spares one that was stored again meanwhile', async () => {
    const bytes = bytesOf(100)
    const hash = await blobs.put(bytes)
    const dayAgo = new Date(Date.now() - 24 * HOUR_MS)
    const old = new Date(Date.now() - 48 * HOUR_MS)
    storage.setTime(hash, old)
    expect((await listed())[0].written_at.getTime()).toBeLessThan(dayAgo.getTime())
    await blobs.put(bytes)
    await blobs.delete(hash, { written_before: dayAgo })
    expect(await blobs.sizeOf(hash)).toBe(100)
    storage.setTime(hash, old)
    await blobs.delete(hash, { written_before: dayAgo })
    expect(await blobs.sizeOf(hash)).toBeNull()
  })

  test('a blob that is stored while it is deleted is there afterwards', async () => {
    const bytes = bytesOf(100)
    const hash = await blobs.put(bytes)
    storage.setTime(hash, new Date(Date.now() - 48 * HOUR_MS))
    const written_before = new Date(Date.now() - 24 * HOUR_MS)
    await Promise.all([blobs.put(bytes), blobs.delete(hash, { written_before })])
    expect(await blobs.sizeOf(hash)).toBe(100)
    await Promise.all([blobs.delete(hash), blobs.put(bytes), blobs.put(bytes)])
    expect(await blobs.sizeOf(hash)).toBe(100)
  })

  const damages: [what: string, damage: (bytes: Uint8Array) => Uint8Array][] = [
    ['shorter', (bytes) => bytes.subarray(0, 1_900_000)],
    ['other bytes', (bytes) => bytes.map((byte) => byte ^ 1)],
  ]
  if (isLongRun)
    damages.push(
      ['longer', (bytes) => Buffer.concat([bytes, bytes])],
      ['empty', () => new Uint8Array()],
    )
  test.each(damages)(
    'a damaged blob (%s) is never returned whole, and is stored anew',
    async (_what, damage) => {
      const bytes = new Uint8Array(2_000_000).fill(7)
      const hash = await blobs.put(bytes)
      storage.overwrite(hash, damage(bytes))
      const damaged = { reason: 'damaged', message: expect.stringContaining(hash) }
      await expect(blobs.get(hash)).rejects.toMatchObject(damaged)
      let count = 0
      const reading = async () => {
        for await (const chunk of await blobs.read(hash)) count += chunk.length
      }
      await expect(reading()).rejects.toMatchObject(damaged)
      expect(count).toBeLessThan(damage(bytes).length || 1)
      await blobs.put(bytes)
      expect(Buffer.compare(await blobs.get(hash), bytes)).toBe(0)
    },
  )

  test('a store that has not read it finds a damaged blob by its size when it stores it', async () => {
    const bytes = new Uint8Array(2_000_000).fill(8)
    const hash = await blobs.put(bytes)
    storage.overwrite(hash, bytes.subarray(1))
    const other = await storage.open()
    await other.put(bytes)
    await other.close()
    expect(Buffer.compare(await blobs.get(hash), bytes)).toBe(0)
  })

  test('many at once, some the same, are each stored whole', async () => {
    const different = Array.from({ length: isLongRun ? 30 : 10 }, () => bytesOf(5_000))
    const all = [...different, ...different, ...different]
    const hashes = await Promise.all(all.map((bytes) => blobs.put(bytes)))
    expect(hashes).toEqual(all.map(sha256))
    const read = await Promise.all(hashes.map((hash) => blobs.get(hash)))
    expect(read.map(sha256)).toEqual(hashes)
    expect(await listed()).toHaveLength(different.length)
  })

  test('a stream that is destroyed unread or half read holds nothing', async () => {
    const hash = await blobs.put(new Uint8Array(200_000))
    for (let i = 0; i < manyStreams; i++) {
      const stream = await blobs.read(hash)
      // A loop that is left aborts its stream.
      const closed = new Promise((resolve) => stream.on('error', () => {}).once('close', resolve))
      if (i % 2) for await (const _chunk of stream) break
      stream.destroy()
      await closed
    }
    expect((await buffer(await blobs.read(hash))).length).toBe(200_000)
  })

  test('streams that nobody reads are bounded, and other calls go on', async () => {
    const hash = await blobs.put(bytesOf(100))
    const opened: Readable[] = []
    const opening = async () => {
      while (opened.length < 1_000) opened.push(await blobs.read(hash))
    }
    await expect(opening()).rejects.toMatchObject({ reason: 'late' })
    expect((await blobs.get(hash)).length).toBe(100)
    expect(await blobs.put(bytesOf(100))).toHaveLength(64)
    for (const stream of opened) stream.destroy()
    await expect.poll(async () => (await blobs.read(hash)).destroy().destroyed).toBe(true)
  })
})
