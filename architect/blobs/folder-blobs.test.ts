import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BlobFolder } from './blob-folder.ts'
import { FolderBlobs } from './folder-blobs.ts'

let home: string
let folder: string
let blobs: FolderBlobs
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'blobs-'))
  folder = join(home, 'architect', 'blobs')
  blobs = await FolderBlobs.open(folder)
})
afterEach(async () => {
  await blobs.close()
  rmSync(home, { recursive: true })
})

const BYTES = Buffer.from('a scene')
const HASH = createHash('sha256').update(BYTES).digest('hex')
const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
const incoming = () => readdirSync(join(folder, 'incoming'))

test('a blob is a file under its hash that only its owner reads', async () => {
  await blobs.put(BYTES)
  expect(statSync(pathOf(HASH)).mode & 0o777).toBe(0o600)
  for (const path of [folder, join(folder, 'incoming'), join(folder, HASH.slice(0, 2))])
    expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(incoming()).toEqual([])
})

test('storing a blob again writes nothing, unless it is damaged or an hour old', async () => {
  await blobs.put(BYTES)
  const written = statSync(pathOf(HASH))
  await blobs.put(BYTES)
  const other = await FolderBlobs.open(folder)
  await other.put(BYTES)
  expect(statSync(pathOf(HASH))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs })
  const anHourAgo = new Date(Date.now() - 3_700_000)
  utimesSync(pathOf(HASH), anHourAgo, anHourAgo)
  await other.put(BYTES)
  // The bytes are the same file; only its time is new.
  expect(statSync(pathOf(HASH)).ino).toBe(written.ino)
  expect(statSync(pathOf(HASH)).mtimeMs).toBeGreaterThan(anHourAgo.getTime() + 3_600_000)
  // Of the same size, and nobody has read it yet.
  writeFileSync(pathOf(HASH), 'a seine')
  await other.put(BYTES)
  expect(await blobs.get(HASH)).toEqual(BYTES)
})

test('a blob that another process stores again while it is deleted is there afterwards', async () => {
  await blobs.put(BYTES)
  const old = new Date(Date.now() - 7_200_000)
  utimesSync(pathOf(HASH), old, old)
  const files = new BlobFolder(folder)
  const find = files.find.bind(files)
  files.find = async (hash) => {
    const found = await find(hash)
    await blobs.put(BYTES)
    return found
  }
  await files.delete(HASH, new Date(Date.now() - 3_700_000))
  expect(await blobs.get(HASH)).toEqual(BYTES)
  expect(incoming()).toEqual([])
})

test('the name of a file that another process has written anew is made durable', async () => {
  await blobs.put(BYTES)
  const settle = vi.spyOn(BlobFolder.prototype, 'settle')
  await blobs.put(BYTES)
  expect(settle).toHaveBeenCalledTimes(0)
  await new BlobFolder(folder).delete(HASH, null)
  writeFileSync(pathOf(HASH), BYTES)
  const aSecondAgo = new Date(Date.now() - 1_000)
  utimesSync(pathOf(HASH), aSecondAgo, aSecondAgo)
  await blobs.put(BYTES)
  expect(settle).toHaveBeenCalledTimes(1)
  settle.mockRestore()
})

test('files of killed writers are swept at opening, those of living ones are not', async () => {
  const [old, young] = ['123.old', '123.young'].map((name) => join(folder, 'incoming', name))
  for (const path of [old, young]) writeFileSync(path, 'half a')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  utimesSync(old, twoHoursAgo, twoHoursAgo)
  await FolderBlobs.open(folder)
  expect(incoming()).toEqual(['123.young'])
})

test('a folder that is gone is gone, and not full of missing blobs', async () => {
  const hash = await blobs.put(BYTES)
  renameSync(folder, `${folder}-away`)
  // An empty folder is what an unmounted disk leaves.
  mkdirSync(folder)
  const gone = { name: 'StorageFailure', reason: 'gone', message: expect.stringContaining(folder) }
  for (const call of [
    () => blobs.get(hash),
    () => blobs.sizeOf(hash),
    () => blobs.read(hash),
    () => blobs.delete(hash),
    () => blobs.put(BYTES),
    () => blobs.put(Buffer.from('another')),
    () => blobs.list().next(),
  ])
    await expect(call()).rejects.toMatchObject(gone)
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
  await expect(blobs.get(hash)).rejects.toMatchObject(gone)
  renameSync(`${folder}-away`, folder)
  expect(await blobs.get(hash)).toEqual(BYTES)
})

test('a file in the place of the folder is refused and left as it is', async () => {
  const path = join(home, 'file')
  writeFileSync(path, 'not ours')
  await expect(FolderBlobs.open(path)).rejects.toMatchObject({ reason: 'gone' })
  await expect(FolderBlobs.open(join(path, 'below'))).rejects.toMatchObject({ reason: 'gone' })
  expect(statSync(path).size).toBe(8)
})

test('a blob past the limit of file sizes is refused and leaves nothing', async () => {
  const module = JSON.stringify(new URL('./folder-blobs.ts', import.meta.url))
  const code = `import { FolderBlobs } from ${module}
    const blobs = await FolderBlobs.open(${JSON.stringify(folder)})
    await blobs.put(Buffer.alloc(1_000_000)).catch(({ reason, message }) => console.log(reason, message))
    await blobs.put(Buffer.from('a scene'))`
  const limited = 'ulimit -f 200; exec "$0" --input-type=module -e "$1"'
  const run = spawnSync('bash', ['-c', limited, process.execPath, code], { encoding: 'utf8' })
  expect(run.stdout).toMatch(/^full Cannot store a blob .+EFBIG/)
  expect(incoming()).toEqual([])
  const listed = []
  for await (const { hash } of blobs.list()) listed.push(hash)
  expect(listed).toEqual([HASH])
})

test('more bytes than a blob may have are refused before anything is written', async () => {
  await expect(blobs.put(new Uint8Array(1_073_741_825))).rejects.toThrow(RangeError)
  expect((await blobs.list().next()).done).toBe(true)
  expect(incoming()).toEqual([])
})

test.skipIf(process.getuid?.() === 0)(
  'a folder without the right to write refuses (needs a user other than root)',
  async () => {
    for (const name of ['incoming', HASH.slice(0, 2)]) {
      chmodSync(join(folder, name), 0o500)
      await expect(blobs.put(BYTES)).rejects.toMatchObject({ reason: 'refused' })
      chmodSync(join(folder, name), 0o700)
      expect(existsSync(pathOf(HASH))).toBe(false)
      expect(incoming()).toEqual([])
    }
  },
)
