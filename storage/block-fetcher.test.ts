import { hash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BlockChannel } from '../catalog/block-channel.ts'
import { blockPath, readBlock } from '../catalog/cached-blocks.ts'
import { BLOCK_BYTES, StoredFile } from '../catalog/stored-file.ts'
import { bucketGround } from '../tests/fixtures/store-ground.ts'
import { BlockFetcher } from './block-fetcher.ts'
import { BlockFolder } from './block-folder.ts'
import { blockListKey, blockListOf, readBlockList } from './block-list.ts'

let root: string
let ground: Awaited<ReturnType<typeof bucketGround>>
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plat-blocks-'))
  ground = await bucketGround()
})
afterEach(async () => {
  await ground.close()
  await rm(root, { recursive: true })
})

/** A file of 2.5 blocks in the store; no two tests have the same bytes. */
let seed = 0
async function storedFile() {
  seed++
  const bytes = Buffer.alloc(BLOCK_BYTES * 2.5, Buffer.from([seed, 1, 2, 3, 5, 8, 13]))
  const path = join(root, 'file')
  await writeFile(path, bytes)
  const file = { path, bytes: bytes.length, sha256: hash('sha256', bytes) }
  await ground.storage.putFile(`objects/${file.sha256}`, file)
  return { bytes, file, list: await blockListOf(file) }
}

/** The file as a thread reads it, from a cache of so many bytes. */
async function opened(limitBytes = 1e9, wait_ms = 3_000) {
  const stored = await storedFile()
  await ground.storage.put(blockListKey(stored.file), stored.list)
  const hashes = (await readBlockList(ground.storage, stored.file))!
  const channel = new BlockChannel(undefined, wait_ms)
  const folder = join(root, 'blocks')
  const blocks = await BlockFolder.open(folder, limitBytes)
  const failures: string[] = []
  const onFailure = (problem: string) => void failures.push(problem)
  const { storage } = ground
  const fetcher = new BlockFetcher({ storage, blocks, channel, onFailure })
  void channel.serve((request) => fetcher.fetch(request))
  const { bytes, sha256 } = stored.file
  const shared = { kind: 'stored', path: 'x', bytes, sha256, hashes, folder } as const
  const file = new StoredFile({ ...shared, channel: channel.shared })
  return {
    ...stored,
    stored: file,
    folder,
    channel,
    failures,
    hash: Buffer.from(hashes, 0, 32).toString('hex'),
  }
}

const fetches = () => ground.local.requests.filter((each) => each.startsWith('GET plat/objects'))

test('reads have the bytes of the file, across blocks and past its end, each block fetched once', async () => {
  const { bytes, stored } = await opened()
  const read = async (position: number, length: number) => {
    const into = Buffer.alloc(length)
    return into.subarray(0, await stored.readLater(into, position))
  }
  const reads = [0, 10, BLOCK_BYTES - 5, 2 * BLOCK_BYTES].map((at) => read(at, BLOCK_BYTES))
  const parts = await Promise.all(reads)
  for (const [i, at] of [0, 10, BLOCK_BYTES - 5, 2 * BLOCK_BYTES].entries())
    expect(parts[i].equals(bytes.subarray(at, at + BLOCK_BYTES))).toBe(true)
  expect(await read(bytes.length, 5)).toHaveLength(0)
  expect(fetches()).toHaveLength(3)
})

test('another thread reads without its event loop while this one fetches', async () => {
  const { bytes, stored } = await opened()
  const script = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ StoredFile }) => {
      const into = Buffer.alloc(20)
      new StoredFile(workerData.shared).read(into, ${BLOCK_BYTES - 10})
      parentPort.postMessage(into.toString('hex'))
    })`
  const module = new URL('../catalog/stored-file.ts', import.meta.url).href
  const workerData = { module, shared: stored.shared }
  const worker = new Worker(script, { eval: true, workerData })
  const read = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  expect(read).toBe(bytes.toString('hex', BLOCK_BYTES - 10, BLOCK_BYTES + 10))
  await worker.terminate()
})

test('a cached block that is damaged on this disk is fetched again', async () => {
  const { stored, folder, bytes, hash: first } = await opened()
  await stored.readLater(Buffer.alloc(1), BLOCK_BYTES)
  const { length } = fetches()
  for (const damage of [appendFile, writeFile]) {
    await stored.readLater(Buffer.alloc(1), 0)
    await damage(blockPath(folder, first), 'other bytes')
    const found = readBlock(folder, first, BLOCK_BYTES)
    // What is appended is not read.
    if (damage === appendFile) expect(found!.equals(bytes.subarray(0, BLOCK_BYTES))).toBe(true)
    else expect(found).toBeNull()
  }
  expect(fetches()).toHaveLength(length + 1)
})

test('a list that was changed is refused', async () => {
  const { file, list } = await storedFile()
  for (const at of [0, 40, 50, 60, list.length - 1]) {
    const changed = Buffer.from(list)
    changed[at] ^= 1
    await ground.storage.put(blockListKey(file), changed)
    await expect(readBlockList(ground.storage, file)).rejects.toThrow(/is damaged/)
  }
  await ground.storage.put(blockListKey(file), list.subarray(0, -1))
  await expect(readBlockList(ground.storage, file)).rejects.toThrow(/is damaged/)
  await writeFile(file.path, 'other')
  await expect(blockListOf(file)).rejects.toThrow(/other bytes/)
})

test('a store that sends nothing is waited for once; then reads fail at once', async () => {
  const { stored, channel } = await opened(1e9, 100)
  ground.local.fault = () => ({ kind: 'silence' })
  const read = () => stored.readLater(Buffer.alloc(1), 0)
  await expect(read()).rejects.toMatchObject({ name: 'UnavailableFile', reason: 'silent' })
  channel.noteFetches(false)
  const began = performance.now()
  for (let i = 0; i < 100; i++) await expect(read()).rejects.toMatchObject({ reason: 'silent' })
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('the cache stays below its limit, and the least recently used go first', async () => {
  const folder = join(root, 'blocks')
  const blocks = await BlockFolder.open(folder, 10_000)
  const write = async (i: number) => {
    const bytes = Buffer.alloc(1_000, i)
    await blocks.write(hash('sha256', bytes), bytes)
    const used = new Date(Date.UTC(2026, 0, 1 + i))
    await utimes(blockPath(folder, hash('sha256', bytes)), used, used)
  }
  const isThere = (i: number) => blocks.has(hash('sha256', Buffer.alloc(1_000, i)), 1_000)
  for (let i = 0; i < 10; i++) await write(i)
  // A read marks the oldest block as used.
  expect(readBlock(folder, hash('sha256', Buffer.alloc(1_000, 0)), 1_000)).not.toBeNull()
  for (let i = 10; i < 15; i++) await write(i)
  expect(await Promise.all([0, 1, 14].map(isThere))).toEqual([true, false, true])
  const names = await readdir(folder, { recursive: true })
  expect(names.filter((name) => name.length > 60).length).toBeLessThanOrEqual(10)
  // A restart counts what is there, and removes what a killed process left half written.
  await writeFile(join(folder, 'abc.0.half'), 'half')
  const again = await BlockFolder.open(folder, 2_000)
  expect(await again.has(hash('sha256', Buffer.alloc(1_000, 0)), 1_000)).toBe(true)
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toHaveLength(1)
})
