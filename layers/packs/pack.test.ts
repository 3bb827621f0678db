import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { makeSubject } from '../geometry/overlap.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import { PolygonsBuilder } from '../geometry/polygons-builder.ts'
import { Pack } from './pack-reader.ts'
import { PackWriter } from './pack-writer.ts'

const COLUMNS = [
  { name: 'key', type: 'text' },
  { name: 'value', type: 'real' },
  { name: 'year', type: 'integer' },
  { name: 'known', type: 'boolean' },
] as const

function ring(points: [number, number][]): Polygons {
  const builder = new PolygonsBuilder()
  for (const [x, y] of points) builder.point(x, y)
  builder.endRing()
  builder.endPolygon()
  return builder.finish()
}

function square(x: number, y: number, side: number): Polygons {
  return ring([
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ])
}

/** A disc of many points: it must be cut into pieces. */
function disc(x: number, y: number, radius: number, points: number): Polygons {
  return ring(
    Array.from({ length: points }, (_, i) => {
      const angle = (i / points) * 2 * Math.PI
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    }),
  )
}

async function writeSample(file: string): Promise<void> {
  const writer = new PackWriter('shapes', [...COLUMNS], { key: 'key', hasGeometry: true })
  for (let i = 0; i < 100; i++)
    writer.add(
      [`k${i}`, i / 2, 2000 + i, i % 2 === 0],
      square((i % 10) * 0.001, Math.floor(i / 10) * 0.001, 0.001),
    )
  writer.add(['disc', null, null, null], disc(0.005, 0.005, 0.004, 20_000))
  writer.add(['ünïcode', -0.5, 0, true], square(1, 1, 0.5))
  await writer.finish(file)
}

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-pack-'))
  file = join(folder, 'shapes.pack')
  await writeSample(file)
})

describe.each([
  ['held in memory', 1e9],
  ['read by position', 0],
])('a pack %s', (_name, memoryLimitBytes) => {
  test('gives rows, values and keys back as they went in', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    expect(pack.isInMemory).toBe(memoryLimitBytes > 0)
    expect(pack.values(3)).toEqual({ key: 'k3', value: 1.5, year: 2003, known: false })
    expect(pack.values(100)).toEqual({ key: 'disc', value: null, year: null, known: null })
    expect(pack.rowOfKey('ünïcode')).toBe(101)
    expect(pack.rowOfKey('absent')).toBeNull()
    expect(pack.polygons(3)).toEqual(square(0.003, 0, 0.001))
    expect(pack.polygons(100)).toEqual(disc(0.005, 0.005, 0.004, 20_000))
    expect(pack.verifyBody()).toBe(true)
    pack.close()
  })

  test('finds exactly one cell of a grid and the disc above it, on edges too', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const at = (x: number, y: number) => pack.rowsAt(Math.round(x * GRID), Math.round(y * GRID))
    expect(at(0.0005, 0.0005)).toEqual([0])
    expect(at(0.001, 0.0005)).toEqual([1])
    expect(at(0.005, 0.005)).toEqual([55, 100])
    expect(at(2, 2)).toEqual([])
    pack.close()
  })

  test('measures overlaps over all pieces of a feature', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const mask = square(0.001, 0.001, 0.008)
    const subject = makeSubject(mask)
    const overlaps = pack.overlaps(subject)
    const ofDisc = overlaps.find(({ row }) => row === 100)!
    expect(ofDisc.area_m2 / areaM2(mask)).toBeCloseTo(Math.PI / 4, 4)
    const ofCells = overlaps.filter(({ row, area_m2 }) => row < 100 && area_m2 > 0.01)
    expect(ofCells).toHaveLength(64)
    pack.close()
  })
})

test('the same rows give the same bytes', async () => {
  const again = join(folder, 'again.pack')
  await writeSample(again)
  expect((await readFile(again)).equals(await readFile(file))).toBe(true)
})

test('a pack that was cut off or damaged says so and names the remedy', async () => {
  const bytes = await readFile(file)
  const open = async (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return new Pack({ file: path, memoryLimitBytes: 1e9 })
  }
  await expect(open('short.pack', bytes.subarray(0, bytes.length - 1))).rejects.toThrow(
    'where its header says',
  )
  await expect(open('tiny.pack', bytes.subarray(0, 20))).rejects.toThrow(
    'shorter than a pack header',
  )
  await expect(open('html.pack', Buffer.from('<html>'.repeat(20)))).rejects.toThrow(
    'not a lookup pack',
  )
  const header = Buffer.from(bytes)
  header[60] ^= 1
  await expect(open('header.pack', header)).rejects.toThrow('checksum')
  const body = Buffer.from(bytes)
  body[body.length - 1] ^= 1
  expect((await open('body.pack', body)).verifyBody()).toBe(false)
})

test('a table without rows is a pack too', async () => {
  const path = join(folder, 'empty.pack')
  await new PackWriter('none', [...COLUMNS], { key: 'key', hasGeometry: true }).finish(path)
  const pack = new Pack({ file: path, memoryLimitBytes: 1e9 })
  expect(pack.rowsAt(0, 0)).toEqual([])
  expect(pack.rowOfKey('k1')).toBeNull()
})
