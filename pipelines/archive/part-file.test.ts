import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Fabric, ID } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { PartFile } from './part-file.ts'
import type { RecordPart } from './record-parts.ts'
import { readRegion } from './region-spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Records with these ids for a slice. */
function part(x: number, y: number, ...ids: number[]): RecordPart {
  const builder = new FabricBuilder()
  for (const id of ids) {
    builder.open(3)
    for (const [column, row] of [
      [0, 0],
      [9, 0],
      [9, 9],
    ])
      builder.point(column, row)
    builder.endRing()
    builder.endPolygon()
    builder.close({ id, area: 40, merged: 0, shared: 0 }, new Uint8Array(0))
  }
  return { x, y, bytes: builder.bytes.slice(0, 4 * builder.length) }
}

const idsOf = ({ floats, starts }: Fabric) => [...starts].map((start) => floats[start / 2 + ID])
const read = (parts: PartFile) =>
  parts.regions().map((region) => [region.x, region.y, idsOf(readRegion(parts.file, region))])

test('a slice reads its parts in the order of the slices that they come from, the largest first', () => {
  const parts = new PartFile(join(folder, 'ordered'))
  // Along the Hilbert curve 0/0 comes first, then 1/1, then 1/0.
  parts.add([1, 1, 1], [part(0, 0, 7), part(2, 0, 8)])
  parts.add([1, 0, 0], [part(0, 0, 1, 2)])
  parts.add([1, 1, 0], [part(2, 0, 5), part(0, 0, 4)])
  const [second, third] = [
    [2, 0, expect.anything()],
    [0, 0, [1, 2, 7, 4]],
  ]
  expect(read(parts)).toEqual([third, second])
  parts.remove()
  expect(readdirSync(folder)).toEqual([])
})

test('what a slice hands on again takes the place of what it had handed on', () => {
  const parts = new PartFile(join(folder, 'again'))
  parts.add([1, 0, 0], [part(0, 0, 1, 2, 3), part(1, 0, 3)])
  parts.add([1, 1, 0], [part(0, 0, 9)])
  parts.add([1, 0, 0], [part(0, 0, 1)])
  expect(read(parts)).toEqual([[0, 0, [1, 9]]])
  parts.remove()
})

test('a file that nothing was handed on to has no slices, and is removed', () => {
  const parts = new PartFile(join(folder, 'empty'))
  expect(parts.regions()).toEqual([])
  expect(() => parts.remove()).not.toThrow()
})
