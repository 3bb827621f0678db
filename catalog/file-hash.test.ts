import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashFile } from './file-hash.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-hash-'))
})
afterAll(() => rm(folder, { recursive: true }))

const MIB = 2 ** 20
const bytesOf = (length: number) => Buffer.alloc(length, 'a part of a file ')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each([0, 1, 4095, 4096, 4097, MIB, MIB + 1])('a file of %i bytes', async (length) => {
  const file = join(folder, `${length}`)
  const bytes = bytesOf(length)
  await writeFile(file, bytes)
  const parts: Buffer[] = []
  const found = await hashFile(file, (part, position) => {
    expect(position).toBe(parts.reduce((sum, { length }) => sum + length, 0))
    parts.push(Buffer.from(part))
  })
  expect(found).toEqual({ bytes: length, sha256: sha256(bytes) })
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
})

/** Has bytes, and states a size of none. */
const SIZELESS = '/proc/version'
test.skipIf(!existsSync(SIZELESS))('a file that states no size is hashed to its end', async () => {
  const bytes = readFileSync(SIZELESS)
  expect(await hashFile(SIZELESS)).toEqual({ bytes: bytes.length, sha256: sha256(bytes) })
})
