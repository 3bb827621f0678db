import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import { makeSubject } from '../geometry/overlap.ts'
import { type Box, GRID, type Polygons } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { around, polygonOf, rectangle } from '../tests/fixtures/ground.ts'
import { Pack } from './pack-reader.ts'
import { PackWriter } from './pack-writer.ts'
import type { Table } from './table.ts'

type Shape = Polygons | Lines | GridPoint | null
type Geometry = Table['geometry']

const random = seededRandom(7)
const degree = () => 1 + random() / 50
const grid = () => Math.round(degree() * GRID)

const SHAPES: Record<Geometry, () => Shape> = {
  polygons: () => {
    const [x, y] = [degree(), degree()]
    return random() < 0.1
      ? polygonOf(around([x, y], 0.003, 300))
      : rectangle(x, y, x + 0.001, y + 0.001)
  },
  points: () => [grid(), grid()],
  lines: () => ({
    coords: Int32Array.from({ length: 16 }, grid),
    lineEnds: Uint32Array.of(4, 8),
  }),
  none: () => null,
}

/** Row counts of the parts; one has no row. */
const PARTS = [70, 0, 1, 129]
const ROWS = 200
const COLUMNS = [
  { name: 'key', type: 'text' },
  { name: 'street', type: 'text' },
  { name: 'value', type: 'integer' },
] as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-pack-parts-'))
})
afterAll(() => rm(folder, { recursive: true }))

let opened: Pack[] = []
afterEach(() => {
  for (const pack of opened) pack.close()
  opened = []
})

/** The same rows in one file and in several. */
async function write(geometry: Geometry): Promise<{ whole: string; parts: string[] }> {
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    values: [`k${i}`, `street ${i % 9}`, i],
    shape: SHAPES[geometry](),
  }))
  const writeRows = async (name: string, from: number, to: number) => {
    const options = { key: 'key', geometry, lookups: ['street'] }
    const writer = new PackWriter('things', [...COLUMNS], options)
    for (const { values, shape } of rows.slice(from, to)) writer.add(values, shape)
    const file = join(folder, `${geometry}-${name}.pack`)
    await writer.finish(file)
    return file
  }
  const parts: string[] = []
  let from = 0
  for (const count of PARTS) {
    parts.push(await writeRows(`${parts.length}`, from, from + count))
    from += count
  }
  return { whole: await writeRows('whole', 0, ROWS), parts }
}

const KINDS: Geometry[] = ['polygons', 'points', 'lines', 'none']
describe.each([
  ['in memory', 1e9],
  ['read by position', 0],
])('%s', (_name, memoryLimitBytes) => {
  test.each(KINDS)('parts of a table of %s answer as one file does', async (geometry) => {
    const { whole, parts } = await write(geometry)
    const one = new Pack({ file: whole, memoryLimitBytes })
    const first = new Pack(parts.map((file) => ({ file, memoryLimitBytes })))
    const many = new Pack(structuredClone(first.share()))
    opened.push(one, first)
    for (const pack of [first, many]) {
      const { table, rows, pieces, points, isInMemory } = one
      expect({ ...pack }).toMatchObject({ table, geometry, rows })
      expect([pack.pieces, pack.points, pack.isInMemory]).toEqual([pieces, points, isInMemory])
      for (const row of [0, 69, 70, 71, 199]) {
        expect(pack.values(row)).toEqual(one.values(row))
        expect({ ...pack.row(row) }).toEqual({ ...one.row(row) })
        expect(pack.value(row, 'value')).toBe(row)
        expect(pack.rowOfKey(`k${row}`)).toBe(row)
        if (geometry === 'points') expect(pack.point(row)).toEqual(one.point(row))
        if (geometry === 'lines') expect(pack.lines(row)).toEqual(one.lines(row))
        if (geometry === 'polygons') expect(pack.polygons(row)).toEqual(one.polygons(row))
      }
      expect(pack.rowOfKey('none')).toBeNull()
      for (const street of ['street 0', 'street 8', 'street 9'])
        expect(pack.rowsOf('street', street)).toEqual(one.rowsOf('street', street))
      expect(pack.verifyBody()).toBe(true)
      for (let i = 0; i < 20; i++) {
        const [x, y] = [grid(), grid()]
        const box: Box = [x, y, x + 40_000, y + 40_000]
        expect(pack.rowsAt(x, y)).toEqual(one.rowsAt(x, y))
        const among = [3, 69, 70, 150, 199]
        expect(pack.rowsAt(x, y, among)).toEqual(one.rowsAt(x, y, among))
        for (const most of [0, 1, 5, 500])
          expect(pack.rowsMeeting([box], most)).toEqual(one.rowsMeeting([box], most))
        expect(pack.rowsInBox(box, ROWS)).toEqual(one.rowsInBox(box, ROWS))
        const area = rectangle(x / GRID, y / GRID, x / GRID + 0.004, y / GRID + 0.004)
        expect(pack.rowsWithin(area)).toEqual(one.rowsWithin(area))
        expect(pack.rowsNear(x, y, 400)).toEqual(one.rowsNear(x, y, 400))
        expect(pack.linesNear(x, y, 100)).toEqual(one.linesNear(x, y, 100))
        const overlaps = (of: Pack) =>
          of.overlaps(makeSubject(area)).map(({ row, area_m2 }) => [row, Math.round(area_m2 * 1e3)])
        expect(overlaps(pack)).toEqual(overlaps(one))
      }
    }
  })
})

test('a search that ends early has as many rows as were requested, and is not whole', async () => {
  const { parts } = await write('points')
  const pack = new Pack(parts.map((file) => ({ file, memoryLimitBytes: 1e9 })))
  opened.push(pack)
  const world: Box = [0, 0, 2 * GRID, 2 * GRID]
  for (const most of [1, 69, 70, 71, 199])
    expect(pack.rowsInBox(world, most)).toMatchObject({
      rows: expect.objectContaining({ length: most }),
      isWhole: false,
    })
  const { rows, isWhole } = pack.rowsInBox(world, 200)
  expect([rows, isWhole]).toEqual([Array.from({ length: 200 }, (_, i) => i), true])
})

test('where one part is damaged, the others are closed and the error names its file', async () => {
  const { parts } = await write('none')
  const sources = [...parts, join(folder, 'absent.pack')].map((file) => ({
    file,
    memoryLimitBytes: 0,
  }))
  expect(() => new Pack(sources)).toThrow('absent.pack')
  expect(() => new Pack([])).toThrow('at least one part')
})
