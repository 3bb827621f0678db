import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rasterBytes } from '../tests/fixtures/elevation/raster-file.ts'
import { ByteCache } from './byte-cache.ts'
import { FileSource } from './byte-source.ts'
import { Cog } from './cog.ts'
import { inflateBlock, unpredicted } from './float-block.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-float-block-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The bytes of rows of floats as the predictor of floats writes them. */
function predicted(floats: readonly number[], columns: number): Uint8Array {
  const bytes = new Uint8Array(floats.length * 4)
  for (let start = 0; start < floats.length; start += columns) {
    const big = Buffer.alloc(columns * 4)
    for (let i = 0; i < columns; i++) big.writeFloatBE(floats[start + i], i * 4)
    const planes = Array.from({ length: columns * 4 }, (_, i) => {
      return big[(i % columns) * 4 + Math.floor(i / columns)]
    })
    planes.forEach((byte, i) => {
      bytes[start * 4 + i] = byte - (planes[i - 1] ?? 0)
    })
  }
  return bytes
}

test('floats that were stored by the predictor are read to the last bit, in each row', () => {
  const floats = [1.5, -0.25, 1234.5678, -9999, 0, 3.4e38, 1e-30, -1, 8848.86].map(Math.fround)
  expect([...unpredicted(predicted(floats, 3), 3)]).toEqual(floats)
  const cut = predicted(floats, 3).subarray(0, 30)
  expect([...unpredicted(cut, 3)]).toEqual(floats.slice(0, 6))
})

test('a block inflates to all of its bytes, smaller or larger than expected, and to no more than it may', async () => {
  const bytes = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i) % 251)
  const packed = new Uint8Array(deflateSync(bytes)).buffer
  for (const expected of [100, 4_999, 5_000, 20_000]) {
    const found = new Uint8Array(await inflateBlock(packed, expected, 20_000))
    expect(found.subarray(0, bytes.length)).toEqual(bytes)
  }
  await expect(inflateBlock(packed, 4_000, 4_000)).rejects.toThrow('larger than')
})

test('a compressed raster has the heights of the plain one in every block and at its edges', async () => {
  const ground = {
    ...{ west: -72, north: 30, step: 0.001, columns: 100, rows: 80, overviews: 1 },
    height: (_lng: number, _lat: number, c: number, r: number) => (c === 7 ? NaN : c * 50 + r),
  }
  const read = async (isDeflated: boolean) => {
    const path = join(folder, `${isDeflated}.tif`)
    await writeFile(path, rasterBytes({ ...ground, isDeflated }))
    const cog = await Cog.open(await FileSource.open(path), path, new ByteCache<Float32Array>(1e6))
    const heights = await cog.read(0, { column: -1, row: -1, columns: 102, rows: 82 })
    const overview = await cog.read(1, { column: 0, row: 0, columns: 50, rows: 40 })
    await cog.close()
    return { heights, overview }
  }
  const [plain, packed] = [await read(false), await read(true)]
  expect(packed).toEqual(plain)
  expect([plain.heights[0], plain.heights[102 + 1], plain.heights[80 * 102 + 100]]).toEqual([
    NaN,
    0,
    5_029,
  ])
})
