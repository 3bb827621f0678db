import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderBlobs } from './folder-blobs.ts'

const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const probe = mkdtempSync(join(tmpdir(), 'blobs-'))
const canMount = mount('-t', 'tmpfs', 'plat', probe)
if (canMount) spawnSync('umount', [probe])
rmSync(probe, { recursive: true })
const canFormat = canMount && spawnSync('mkfs.ext4', ['-V']).status === 0

let disk: string
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'blobs-'))
})
afterEach(() => {
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

describe.skipIf(!canMount)('blobs on a small disk (needs a right to mount)', () => {
  let folder: string
  let blobs: FolderBlobs
  beforeEach(async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'plat', disk)
    folder = join(disk, 'blobs')
    blobs = await FolderBlobs.open(folder)
  })

  test('a full disk refuses a blob whole, loses none, and takes it when there is room', async () => {
    const bytes = new Uint8Array(600_000).fill(1)
    const first = await blobs.put(bytes)
    const second = new Uint8Array(600_000).fill(2)
    const full = { reason: 'full', message: expect.stringContaining('no space is left') }
    await expect(blobs.put(second)).rejects.toMatchObject(full)
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    const listed = []
    for await (const { hash } of blobs.list()) listed.push(hash)
    expect(listed).toEqual([first])
    expect(Buffer.compare(await blobs.get(first), bytes)).toBe(0)
    await blobs.delete(first)
    expect(Buffer.compare(await blobs.get(await blobs.put(second)), second)).toBe(0)
  })

  test('many at once on a disk that fills up are each whole or refused', async () => {
    const all = Array.from({ length: 40 }, (_, i) => new Uint8Array(50_000).fill(i))
    const results = await Promise.allSettled(all.map((bytes) => blobs.put(bytes)))
    const stored = results.filter((result) => result.status === 'fulfilled')
    expect(stored.length).toBeGreaterThan(5)
    expect(stored.length).toBeLessThan(21)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'full' })
    const read = []
    for await (const { hash } of blobs.list()) read.push((await blobs.get(hash)).length)
    expect(read).toEqual(stored.map(() => 50_000))
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
  })

  test('a read-only disk refuses new blobs and serves the stored ones', async () => {
    const hash = await blobs.put(Buffer.from('a scene'))
    mount('-o', 'remount,ro', disk)
    const refused = { reason: 'refused', message: expect.stringContaining('read-only') }
    await expect(blobs.put(Buffer.from('another'))).rejects.toMatchObject(refused)
    await expect(blobs.delete(hash)).rejects.toMatchObject(refused)
    expect(`${await blobs.get(hash)}`).toBe('a scene')
    expect(await blobs.put(Buffer.from('a scene'))).toBe(hash)
  })

  test('on an unmounted disk every call fails as gone, and nothing is written below it', async () => {
    const hash = await blobs.put(Buffer.from('a scene'))
    spawnSync('umount', [disk])
    const gone = { reason: 'gone' }
    await expect(blobs.get(hash)).rejects.toMatchObject(gone)
    await expect(blobs.sizeOf(hash)).rejects.toMatchObject(gone)
    await expect(blobs.put(Buffer.from('another'))).rejects.toMatchObject(gone)
    await expect(blobs.list().next()).rejects.toMatchObject(gone)
    expect(readdirSync(disk)).toEqual([])
  })
})

/** A disk in a file, whose copy is what a disk holds at the moment at which the power fails. */
describe.skipIf(!canFormat)('blobs after a power failure (needs a right to mount)', () => {
  test('every stored blob is whole, with its name', async () => {
    const image = join(tmpdir(), `blobs-${process.pid}.ext4`)
    const mountImage = (path: string) => mount('-o', 'loop', path, disk)
    writeFileSync(image, '')
    spawnSync('truncate', ['-s', '24M', image])
    spawnSync('mkfs.ext4', ['-q', image])
    expect(mountImage(image)).toBe(true)
    const folder = join(disk, 'architect', 'blobs')
    const stored: string[] = []
    try {
      const blobs = await FolderBlobs.open(folder)
      for (let i = 0; i < 20; i++) stored.push(await blobs.put(new Uint8Array(20_000 + i).fill(i)))
      copyFileSync(image, `${image}.copy`)
    } finally {
      spawnSync('umount', [disk])
      rmSync(image)
    }
    try {
      expect(mountImage(`${image}.copy`)).toBe(true)
      const blobs = await FolderBlobs.open(folder)
      for (const [i, hash] of stored.entries()) {
        expect((await blobs.get(hash)).length).toBe(20_000 + i)
        expect(statSync(join(folder, hash.slice(0, 2), hash)).size).toBe(20_000 + i)
      }
    } finally {
      spawnSync('umount', [disk])
      rmSync(`${image}.copy`)
    }
  })
})
