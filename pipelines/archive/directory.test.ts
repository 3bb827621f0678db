import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DIRECTORY_BYTES_MAX, parseDirectory, readDirectory } from './archive-bytes.ts'
import { type Entry, packDirectories, packDirectory, ROOT_BYTES } from './directory.ts'

/** Entries without a pattern, so that they do not compress well. */
function scattered(count: number): Entry[] {
  let tileId = 1e10
  let offset = 0
  return Array.from({ length: count }, (_, i) => {
    const length = 100 + ((i * i * 7919) % 40_009)
    const entry = { tileId, offset, length, runLength: 1 + (i % 3) }
    tileId += 3 + ((i * i * 104_729) % 9973)
    offset += length
    return entry
  })
}

test('a directory reads back as it was written', () => {
  const entries = scattered(1000)
  entries[500].offset = entries[3].offset // a repeated tile
  expect(readDirectory(packDirectory(entries))).toEqual(entries)
})

test('few entries are a root alone, many are leaves under a root within its bound', () => {
  expect(packDirectories(scattered(1000)).leaves).toEqual([])
  const entries = scattered(60_000)
  const { root, leaves } = packDirectories(entries)
  expect(root.length).toBeLessThanOrEqual(ROOT_BYTES)
  expect(leaves.flatMap((leaf) => readDirectory(leaf))).toEqual(entries)
  const pointers = readDirectory(root)
  expect(pointers.map(({ runLength }) => runLength)).toEqual(leaves.map(() => 0))
  expect(pointers.at(-1)!.offset + pointers.at(-1)!.length).toBe(
    leaves.reduce((sum, { length }) => sum + length, 0),
  )
})

test('a directory that claims more entries than its bytes can hold is refused', () => {
  const claim = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f, 1, 1, 1, 0)
  expect(() => parseDirectory(claim)).toThrow('34359738367 entries in 9 bytes')
})

test('a packed directory that unpacks to more than its bound is refused', () => {
  const bomb = gzipSync(new Uint8Array(DIRECTORY_BYTES_MAX + 1), { level: 1 })
  expect(() => readDirectory(bomb)).toThrow(/larger than 33554432 bytes/)
})
