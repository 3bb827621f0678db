import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { around, polygonWkt } from '../../tests/fixtures/ground.ts'
import { writeFlatGeobuf } from '../../tests/fixtures/stages/flat-geobuf-file.ts'
import { type MeasuredSlice, measureSlice } from './measured-slice.ts'
import { measureAside, SMALL_BYTES } from './slice-threads.ts'

/** A slice that is large enough for a thread: lots of 400 corners, and one of `corners` more. */
async function largeSlice(more: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-threads-'))
  try {
    const circle = (lot: number, corners: number) =>
      polygonWkt(around([-72 + lot / 10, 30], 0.04, corners))
    const lots = Math.ceil(SMALL_BYTES / 16 / 400)
    return writeFlatGeobuf({
      file: join(folder, 'lots.shp'),
      layer: 'lots',
      crs: 'EPSG:4269',
      fields: { NAME: 'text' },
      features: Array.from({ length: lots }, (_, lot) => ({
        wkt: circle(lot, lot === 0 ? 400 + more : 400),
        values: { NAME: `lot ${lot}` },
      })),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

let slices: Uint8Array[]
beforeAll(async () => {
  slices = await Promise.all([1, 2].map(largeSlice))
})

/** The columns whose bytes differ. */
function differences(a: MeasuredSlice, b: MeasuredSlice): string[] {
  const columnsOf = ({ texts, columns: _, ...columns }: MeasuredSlice) => {
    const lists = texts.flatMap(({ name, bytes, ends, nulls }) =>
      Object.entries({ bytes, ends, nulls }).map(([list, value]) => [`${name} ${list}`, value]),
    )
    return [...Object.entries(columns), ...lists] as [string, Uint8Array][]
  }
  const hex = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('hex')
  const others = new Map(columnsOf(b))
  return columnsOf(a)
    .filter(([name, list]) => hex(list) !== hex(others.get(name)!))
    .map(([name]) => name)
}

test('a large slice is measured in a thread as it is here, several at a time', async () => {
  const aside = await Promise.all(slices.map((bytes) => measureAside(bytes, true)))
  aside.forEach((slice, i) => {
    expect(slices[i].length).toBeGreaterThanOrEqual(SMALL_BYTES)
    expect(differences(slice, measureSlice(slices[i], true))).toEqual([])
  })
})

test('an error in a thread is ours to see, and another thread takes the next slice', async () => {
  const [, bytes] = slices
  const broken = bytes.slice()
  broken.fill(0xff, broken.length / 2) // lengths that point out of the file
  await expect(measureAside(broken, false)).rejects.toThrow(RangeError)
  const slice = await measureAside(bytes, false)
  expect(differences(slice, measureSlice(bytes, false))).toEqual([])
})
