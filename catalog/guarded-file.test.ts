import { createHash } from 'node:crypto'
import {
  chmod,
  mkdtemp,
  open,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DamagedFile } from './damaged-file.ts'
import { GuardedFile } from './guarded-file.ts'

let folder: string
let path: string
let file: GuardedFile
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-guarded-'))
  path = join(folder, 'a')
  await writeFile(path, 'twelve bytes')
  file = GuardedFile.open(path)
  await file.hash()
})
afterEach(async () => {
  file.close()
  await rm(folder, { recursive: true })
})

async function write(text: string, position: number): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.write(text, position)
  await handle.close()
}

const CHANGES: [string, () => Promise<unknown>][] = [
  ['written to in place', () => write('T', 0)],
  ['written to with what was there', () => write('t', 0)],
  [
    'written to and given its times back',
    async () => {
      const { atime, mtime } = await stat(path)
      await write('T', 0)
      await utimes(path, atime, mtime)
    },
  ],
  ['cut off', () => truncate(path, 3)],
  ['replaced', async () => rename(path, `${path}.old`).then(() => writeFile(path, 'twelve bytes'))],
  ['removed', () => rm(path)],
  ['made unreadable', () => chmod(path, 0)],
]

describe.each(CHANGES)('a file that is %s', (_how, change) => {
  test('is not read any more, in any thread, nor by its path', async () => {
    const sharing = new GuardedFile(file.shared)
    const into = new Uint8Array(6)
    expect(sharing.read(into, 0)).toBe(6)
    expect(Buffer.from(into).toString()).toBe('twelve')
    await change()
    for (const each of [file, sharing]) {
      expect(each.isWhole()).toBe(false)
      expect(() => each.read(into, 0)).toThrow(
        expect.objectContaining({ name: 'DamagedFile', path }),
      )
      await expect(each.readLater(into, 0)).rejects.toThrow('changed after it was verified')
      expect(() => each.expectWholeAtPath()).toThrow('changed after it was verified')
    }
  })
})

test('a file that is replaced by a whole one is read again in every thread, as a new generation', async () => {
  const sharing = new GuardedFile(file.shared)
  const { generation } = sharing
  await rename(path, `${path}.old`)
  await writeFile(path, 'other twelve')
  const other = GuardedFile.open(path)
  await other.hash()
  file.replaceBy(other)
  const into = new Uint8Array(5)
  expect(sharing.read(into, 0)).toBe(5)
  expect(Buffer.from(into).toString()).toBe('other')
  expect(sharing.generation).toBeGreaterThan(generation)
})

test('a read that a write overtakes is not handed out', async () => {
  const into = new Uint8Array(12)
  for (let i = 0; i < 200; i++) {
    const reading = file.readLater(into, 0).then(
      () => Buffer.from(into).toString(),
      () => 'refused',
    )
    if (i === 100) await write('T', 0)
    expect(['twelve bytes', 'refused']).toContain(await reading)
  }
  expect(file.isWhole()).toBe(false)
})

test('bytes written within a step of the clock after hashing are noticed', async () => {
  for (let i = 0; i < 5; i++) {
    await write(`${i}`, 0)
    const again = GuardedFile.open(path)
    // Waits for the step in which the file was written to be over.
    await again.hash()
    await write('x', 0)
    expect(again.isWhole()).toBe(false)
    again.close()
  }
})

test('a closed file does not count as changed, and closing twice does nothing', () => {
  file.close()
  file.close()
  expect(() => file.read(new Uint8Array(1), 0)).toThrow('is damaged or gone')
})

test('the hash is that of all bytes, whose parts come in order', async () => {
  const bytes = Buffer.alloc(2.5 * 2 ** 20, 'some bytes')
  await writeFile(path, bytes)
  const large = GuardedFile.open(path)
  const parts: Buffer[] = []
  const found = await large.hash((part, position) => {
    expect(position).toBe(Buffer.concat(parts).length)
    parts.push(Buffer.from(part))
  })
  expect(found).toEqual({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  large.close()
})

test('a path that the system cannot follow does not lead to the file', async () => {
  // The file itself stays as it was: its folder is another.
  await rename(folder, `${folder}.away`)
  await symlink(folder, folder)
  try {
    expect(file.isWhole()).toBe(true)
    expect(() => file.expectWholeAtPath()).toThrow(DamagedFile)
  } finally {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
})
