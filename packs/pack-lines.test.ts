import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lines } from '../geometry/lines.ts'
import { LinesBuilder } from '../geometry/lines-builder.ts'
import { nearestOnLines } from '../geometry/nearest-on-lines.ts'
import { makeSubject } from '../geometry/overlap.ts'
import { type Box, GRID } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { rectangle } from '../tests/fixtures/ground.ts'
import { Pack } from './pack-reader.ts'
import { PackWriter } from './pack-writer.ts'

const COLUMNS = [
  { name: 'key', type: 'text' },
  { name: 'from_number', type: 'integer' },
] as const
const OPTIONS = { key: 'key', geometry: 'lines' } as const

/**
 * Streets of a town near 72 W 30 N: short ones, a few of two lines, and every fiftieth very long.
 */
function streets(): Lines[] {
  const random = seededRandom(21)
  return Array.from({ length: 600 }, (_, i) => {
    const builder = new LinesBuilder()
    for (let part = 0; part <= Number(i % 17 === 0); part++) {
      let [x, y] = [-72 + random() * 0.05, 30 + random() * 0.05]
      const points = i % 50 === 0 ? 400 : 2 + Math.floor(random() * 12)
      for (let point = 0; point < points; point++) {
        builder.point(x, y)
        x += (random() - 0.45) * 0.0006
        y += (random() - 0.45) * 0.0006
      }
      builder.endLine()
    }
    return builder.finish()
  })
}

const STREETS = streets()
let folder: string
let file: string
async function write(name: string): Promise<string> {
  const path = join(folder, name)
  const writer = new PackWriter('streets', [...COLUMNS], OPTIONS)
  STREETS.forEach((lines, i) => {
    writer.add([`s${i}`, i], lines)
  })
  await writer.finish(path)
  return path
}

/** West, south, east, north of lines. */
function boxOf({ coords }: Lines): Box {
  const xs = coords.filter((_, i) => i % 2 === 0)
  const ys = coords.filter((_, i) => i % 2 === 1)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-pack-lines-'))
  file = await write('streets.pack')
})
afterAll(() => rm(folder, { recursive: true }))

describe.each([
  ['in memory', 1e9],
  ['read by position', 0],
])('a pack of lines %s', (_name, memoryLimitBytes) => {
  test('returns lines and values as they were written', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    expect(pack.isInMemory).toBe(memoryLimitBytes > 0)
    STREETS.forEach((lines, row) => {
      expect(pack.lines(row)).toEqual(lines)
      expect(pack.rowOfKey(`s${row}`)).toBe(row)
    })
    expect(pack.values(7)).toEqual({ key: 's7', from_number: 7 })
    expect(pack.verifyBody()).toBe(true)
    pack.close()
  })

  test('finds the same lines near a point as measuring each one, the nearest first', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const random = seededRandom(22)
    let found = 0
    for (let i = 0; i < 150; i++) {
      const x = Math.round((-72 + random() * 0.07 - 0.01) * GRID)
      const y = Math.round((30 + random() * 0.07 - 0.01) * GRID)
      const radius = [0, 25, 150, 900][i % 4]
      const all = STREETS.map((lines, row) => ({ row, ...nearestOnLines(lines, [x, y]) }))
      const near = all
        .filter(({ distance_m }) => distance_m <= radius)
        .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
      expect(pack.linesNear(x, y, radius)).toEqual(near)
      found += near.length
    }
    expect(found).toBeGreaterThan(500)
    pack.close()
  })

  test('is opened by another thread from the file that the first has open', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const other = new Pack(structuredClone(pack.share()))
    const [x, y] = STREETS[300].coords
    expect(other.linesNear(x, y, 100)).toEqual(pack.linesNear(x, y, 100))
    expect(other.linesNear(x, y, 100)[0]).toMatchObject({ row: 300, distance_m: 0, share: 0 })
    pack.close()
  })
})

test('a long street has a box per stretch, so that not a whole town is measured', () => {
  const pack = new Pack({ file, memoryLimitBytes: 1e9 })
  // 12 rows of 400 points, in stretches of 31 edges.
  expect(pack.pieces).toBeGreaterThan(STREETS.length + 12 * 12)
  expect(pack.points).toBe(STREETS.reduce((points, { coords }) => points + coords.length / 2, 0))
  pack.close()
})

test('lines contain no point, share no area, and do not count as points within an area', () => {
  const pack = new Pack({ file, memoryLimitBytes: 1e9 })
  const town = rectangle(-73, 29, -71, 31)
  const [x, y] = STREETS[0].coords
  expect([pack.rowsAt(x, y), pack.overlaps(makeSubject(town)), pack.rowsWithin(town)]).toEqual([
    [],
    [],
    [],
  ])
  expect(pack.rowsNear(x, y, 100)).toEqual([])
  pack.close()
})

test('the same lines give the same bytes', async () => {
  expect((await readFile(await write('again.pack'))).equals(await readFile(file))).toBe(true)
})

test('a row without a line is refused, and a table without rows is a pack too', async () => {
  const writer = new PackWriter('streets', [...COLUMNS], OPTIONS)
  expect(() => writer.add(['s1', 1], null)).toThrow('row 0 of streets has no line')
  const path = join(folder, 'none.pack')
  await new PackWriter('streets', [...COLUMNS], OPTIONS).finish(path)
  const pack = new Pack({ file: path, memoryLimitBytes: 1e9 })
  expect(pack.linesNear(0, 0, 1000)).toEqual([])
  pack.close()
})

test('finds the lines in a box: all with a point inside it, none that lies beside it', () => {
  const pack = new Pack({ file, memoryLimitBytes: 1e9 })
  const random = seededRandom(22)
  for (let i = 0; i < 40; i++) {
    const [west, south] = [-72 + random() * 0.05, 30 + random() * 0.05]
    const sides = [west, south, west + 0.004, south + 0.004]
    const [w, s, e, n] = sides.map((degrees) => Math.round(degrees * GRID))
    const isInside = (x: number, y: number) => x >= w && x <= e && y >= s && y <= n
    const { rows, isWhole } = pack.rowsInBox([w, s, e, n], 1_000)
    expect(isWhole).toBe(true)
    const found = new Set(rows)
    const wrong = STREETS.filter((lines, row) => {
      const [x0, y0, x1, y1] = boxOf(lines)
      if (found.has(row)) return x0 > e || x1 < w || y0 > n || y1 < s
      return lines.coords.some((x, k) => k % 2 === 0 && isInside(x, lines.coords[k + 1]))
    })
    expect(wrong).toEqual([])
  }
  expect(pack.rowsInBox([-73 * GRID, 29 * GRID, -71 * GRID, 31 * GRID], 50).isWhole).toBe(false)
  pack.close()
})
