import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  LOCKS_FOLDER,
  type Lock,
  listLocks,
  lockSha256,
  lockText,
  readLock,
  writeLock,
} from './lock.ts'
import { loadSources } from './source.ts'

const LOCK: Lock = {
  id: 'somewhere-2020',
  source: 'fema-nfhl',
  vintage: { label: '2020', from: '2020-03-01' },
  assets: [
    {
      name: 'zones.zip',
      url: 'https://example.org/zones.zip',
      bytes: 12,
      sha256: 'a'.repeat(64),
      retrieved_at: '2026-01-02T03:04:05.000Z',
    },
  ],
}

describe('the committed locks', () => {
  test('each is of a source that is described, and is stored in its canonical bytes', async () => {
    const sources = await loadSources()
    const ids = await listLocks()
    expect(ids).toContain('bangor-me-2013')
    expect(ids).toContain('hudson-nj-nfhl-20060816')
    for (const id of ids) {
      const lock = await readLock(id)
      expect(sources.has(lock.source), id).toBe(true)
      expect(await readFile(join(LOCKS_FOLDER, `${id}.json`), 'utf8')).toBe(lockText(lock))
    }
  })
})

describe('writing a lock', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-locks-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('a written lock is read back, and no temporary file stays', async () => {
    await writeLock(LOCK, folder)
    expect(await readLock(LOCK.id, folder)).toEqual(LOCK)
    expect(await readdir(folder)).toEqual(['somewhere-2020.json'])
  })

  test('equal locks are equal files, in whatever order their keys were made', async () => {
    const [asset] = LOCK.assets
    const shuffled = {
      assets: [Object.fromEntries(Object.entries(asset).reverse())],
      vintage: { from: '2020-03-01', label: '2020' },
      source: LOCK.source,
      id: LOCK.id,
    } as unknown as Lock
    expect(lockText(shuffled)).toBe(lockText(LOCK))
    expect(lockSha256(shuffled)).toBe(lockSha256(LOCK))
  })

  test('what a server states about the same bytes is stored, and does not change the sum', async () => {
    const [asset] = LOCK.assets
    const served = { etag: '"v1"', last_modified: '2026-01-01T00:00:00.000Z' }
    const stated: Lock = { ...LOCK, assets: [{ ...asset, served }] }
    await writeLock(stated, folder)
    expect(await readLock(LOCK.id, folder)).toEqual(stated)
    expect(lockSha256(stated)).toBe(lockSha256(LOCK))
    const other: Lock = { ...LOCK, assets: [{ ...asset, bytes: 13 }] }
    expect(lockSha256(other)).not.toBe(lockSha256(LOCK))
  })

  test('the sum of a lock without it is that of its file, as in builds that were made before', () => {
    const file = createHash('sha256').update(lockText(LOCK)).digest('hex')
    expect(lockSha256(LOCK)).toBe(file)
  })

  test('a lock without bytes, with two assets of one name or a path for a name is never written', async () => {
    const [asset] = LOCK.assets
    const wrong: Lock[] = [
      { ...LOCK, assets: [] },
      { ...LOCK, assets: [asset, asset] },
      { ...LOCK, assets: [{ ...asset, name: '../zones.zip' }] },
      { ...LOCK, assets: [{ ...asset, sha256: 'abc' }] },
    ]
    for (const lock of wrong) await expect(writeLock(lock, folder)).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })

  test('a torn lock is one clear error', async () => {
    await writeFile(join(folder, 'somewhere-2020.json'), lockText(LOCK).slice(0, 80))
    await expect(readLock(LOCK.id, folder)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining('is not JSON'),
    })
  })

  test('an id that is a path is refused', async () => {
    await expect(readLock('../sources/fema-q3', folder)).rejects.toMatchObject({
      name: 'StepError',
    })
  })
})
