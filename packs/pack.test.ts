import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { makeSubject, overlapM2 } from '../geometry/overlap.ts'
import { type Box, GRID, type Polygons } from '../geometry/polygons.ts'
import { around, corners, polygonOf, polygonsOf, rectangle } from '../tests/fixtures/ground.ts'
import { Pack } from './pack-reader.ts'
import { PackWriter } from './pack-writer.ts'

const COLUMNS = [
  { name: 'key', type: 'text' },
  { name: 'value', type: 'real' },
  { name: 'year', type: 'integer' },
  { name: 'known', type: 'boolean' },
] as const

function square(x: number, y: number, side: number): Polygons {
  return rectangle(x, y, x + side, y + side)
}

/** A disc of many points: it must be cut into pieces. */
function disc(x: number, y: number, radius: number, points: number): Polygons {
  return polygonOf(around([x, y], radius, points))
}

async function writeSample(file: string): Promise<void> {
  const writer = new PackWriter('shapes', [...COLUMNS], { key: 'key', geometry: 'polygons' })
  for (let i = 0; i < 100; i++)
    writer.add(
      [`k${i}`, i / 2, 2000 + i, i % 2 === 0],
      square((i % 10) * 0.001, Math.floor(i / 10) * 0.001, 0.001),
    )
  writer.add(['disc', null, null, null], disc(0.005, 0.005, 0.004, 5_000))
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
afterAll(() => rm(folder, { recursive: true }))

describe.each([
  ['in memory', 1e9],
  ['read by position', 0],
])('a pack %s', (_name, memoryLimitBytes) => {
  test('returns rows, values and keys as they were written', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    expect(pack.isInMemory).toBe(memoryLimitBytes > 0)
    expect(pack.values(3)).toEqual({ key: 'k3', value: 1.5, year: 2003, known: false })
    expect(pack.values(100)).toEqual({ key: 'disc', value: null, year: null, known: null })
    expect(pack.rowOfKey('ünïcode')).toBe(101)
    expect(pack.rowOfKey('absent')).toBeNull()
    expect(pack.polygons(3)).toEqual(square(0.003, 0, 0.001))
    expect(pack.polygons(100)).toEqual(disc(0.005, 0.005, 0.004, 5_000))
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
    expect(pack.rowsAt(0.005 * GRID, 0.005 * GRID, [3, 100])).toEqual([100])
    pack.close()
  })

  test('finds the rows that may reach into boxes, each once, or null for too many', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const box = (west: number, south: number, east: number, north: number): Box => [
      west * GRID,
      south * GRID,
      east * GRID,
      north * GRID,
    ]
    const boxes = [box(0.0001, 0.0001, 0.0009, 0.0009), box(0.0001, 0.0005, 0.0012, 0.0006)]
    expect(pack.rowsMeeting(boxes, 2)).toEqual([0, 1])
    expect(pack.rowsMeeting(boxes, 1)).toBeNull()
    expect(pack.rowsMeeting([box(2, 2, 3, 3)], 0)).toEqual([])
    pack.close()
  })

  test('finds the rows that meet a box by piece, and states when it stopped early', () => {
    const pack = new Pack({ file, memoryLimitBytes })
    const inBox = (box: [number, number, number, number], most = 1_000) =>
      pack.rowsInBox(box.map((degrees) => Math.round(degrees * GRID)) as Box, most)
    // Inside of the first cell; its far corner, which touches the next ones, is excluded.
    expect(inBox([0.0001, 0.0001, 0.0009, 0.0009])).toEqual({ rows: [0], isWhole: true })
    expect(inBox([0.001, 0.0001, 0.001, 0.0009]).rows).toEqual([0, 1])
    // In the corner of the disc's own box, where it has no piece.
    expect(inBox([0.00901, 0.00901, 0.00902, 0.00902]).rows).toEqual([99])
    const all = inBox([-1, -1, 2, 2])
    expect(all).toEqual({ rows: Array.from({ length: 102 }, (_, i) => i), isWhole: true })
    const some = inBox([-1, -1, 2, 2], 50)
    expect([some.rows.length, some.isWhole]).toEqual([50, false])
    expect(inBox([-1, -1, 2, 2], 50)).toEqual(some)
    expect(inBox([3, 3, 4, 4])).toEqual({ rows: [], isWhole: true })
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

test('a pack that was cut off or damaged is refused with the remedy', async () => {
  const bytes = await readFile(file)
  const open = async (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return new Pack({ file: path, memoryLimitBytes: 1e9 })
  }
  await expect(open('short.pack', bytes.subarray(0, bytes.length - 1))).rejects.toThrow(
    'where its header states',
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

test('a pack of an older format is refused by its version', async () => {
  const bytes = await readFile(file)
  const json = bytes.toString('utf8', 44, 44 + bytes.readUInt32LE(8))
  const old = Buffer.from(json.replace('"format":3', '"format":2'))
  const older = Buffer.concat([bytes.subarray(0, 44), old, bytes.subarray(44 + old.length)])
  createHash('sha256').update(old).digest().copy(older, 12)
  const path = join(folder, 'older.pack')
  await writeFile(path, older)
  expect(() => new Pack({ file: path, memoryLimitBytes: 1e9 })).toThrow('another format version')
})

describe('a pack of many blocks', () => {
  /**
   * Texts of all lengths: beyond the cached ones, beyond a block, and with letters of many bytes.
   */
  const nameOf = (i: number) => `${i} ${'å'.repeat(i % 7 === 0 ? i * 3 : i % 40)}`
  const ROWS = 1_500
  async function writeMany() {
    const columns = [...COLUMNS, { name: 'county', type: 'text' }] as const
    const options = { key: 'key', geometry: 'polygons', lookups: ['county'] } as const
    const writer = new PackWriter('many', [...columns], options)
    for (let i = 0; i < ROWS; i++) {
      const [x, y] = [(i % 60) * 0.001, Math.floor(i / 60) * 0.001]
      const shape = i % 500 === 0 ? disc(x, y, 0.0004, 600) : square(x, y, 0.001)
      writer.add([nameOf(i), i % 3 === 0 ? null : i / 8, i, i % 2 === 0, `c${i % 5}`], shape)
    }
    const path = join(folder, 'many.pack')
    await writer.finish(path)
    return path
  }

  test('returns the same by position as from memory, in any order', async () => {
    const path = await writeMany()
    const loaded = new Pack({ file: path, memoryLimitBytes: 1e9 })
    const read = new Pack({ file: path, memoryLimitBytes: 0 })
    for (let n = 0; n < ROWS; n++) {
      const row = (n * 1009) % ROWS
      expect(read.values(row)).toEqual(loaded.values(row))
      expect(read.row(row).key).toBe(nameOf(row))
      expect(read.polygons(row)).toEqual(loaded.polygons(row))
      expect(read.rowOfKey(nameOf(row))).toBe(row)
    }
    expect(read.rowsOf('county', 'c3')).toEqual(
      Array.from({ length: ROWS / 5 }, (_, i) => i * 5 + 3),
    )
    loaded.close()
    read.close()
  })

  test('finds the overlaps of a street of many cells as if each row were measured alone', async () => {
    const pack = new Pack({ file: await writeMany(), memoryLimitBytes: 0 })
    const steps = Array.from({ length: 400 }, (_, i) => i / 400)
    const wave = (t: number) => 0.02 + 0.01 * Math.sin(t * 25)
    const street = polygonOf([
      ...steps.map((t): [number, number] => [t * 0.06, wave(t)]),
      ...steps.toReversed().map((t): [number, number] => [t * 0.06, wave(t) + 0.0003]),
    ])
    const subject = makeSubject(street)
    expect(subject.cells.length).toBeGreaterThan(10)
    const alone = Array.from({ length: ROWS }, (_, row) => overlapM2(subject, pack.polygons(row)))
    const found = pack.overlaps(subject).filter(({ area_m2 }) => area_m2 > 0.01)
    expect(found.map(({ row }) => row)).toEqual(
      [...alone.keys()].filter((row) => alone[row] > 0.01),
    )
    for (const { row, area_m2 } of found) expect(area_m2).toBeCloseTo(alone[row], 3)
    pack.close()
  })
})

test('a table without rows is a pack too', async () => {
  const path = join(folder, 'empty.pack')
  await new PackWriter('none', [...COLUMNS], { key: 'key', geometry: 'polygons' }).finish(path)
  const pack = new Pack({ file: path, memoryLimitBytes: 1e9 })
  expect(pack.rowsAt(0, 0)).toEqual([])
  expect(pack.rowOfKey('k1')).toBeNull()
})

describe('a table of points', () => {
  const PLACES: [number, number][] = [
    [-72, 30],
    [-71.9995, 30.0005],
    [-71.999, 30.001],
    [170, -14],
  ]
  async function writePlaces(path: string) {
    const columns = [
      { name: 'key', type: 'text' },
      { name: 'county', type: 'text' },
    ] as const
    const options = { key: 'key', geometry: 'points', lookups: ['county'] } as const
    const writer = new PackWriter('places', [...columns], options)
    PLACES.forEach(([lng, lat], i) => {
      writer.add([`p${i}`, [null, '99001', '99003', '99001'][i]], [lng * GRID, lat * GRID])
    })
    return writer.finish(path)
  }

  test.each([1e8, 0])(
    'finds those inside an area, the half-open rule at its edges',
    async (limit) => {
      const path = join(folder, `places-${limit}.pack`)
      await writePlaces(path)
      const pack = new Pack({ file: path, memoryLimitBytes: limit })
      expect(pack.rowsWithin(square(-72, 30, 0.001))).toEqual([0, 1])
      expect(pack.rowsWithin(square(10, 10, 1))).toEqual([])
      const [nearest, ...others] = pack.rowsNear(-72 * GRID, 30 * GRID, 5000)
      expect(nearest).toEqual({ row: 0, distance_m: 0 })
      expect(others.map(({ row }) => row)).toContain(1)
      expect(pack.rowsNear(-72 * GRID, 30 * GRID, others[0].distance_m - 0.01)).toEqual([nearest])
      expect([0, 3].map((row) => pack.point(row))).toEqual([
        [-72 * GRID, 30 * GRID],
        [170 * GRID, -14 * GRID],
      ])
      expect(pack.rowsAt(-72 * GRID, 30 * GRID)).toEqual([])
      expect(pack.verifyBody()).toBe(true)
      pack.close()
    },
  )

  test.each([1e8, 0])('finds all rows of a value, and none of an absent value', async (limit) => {
    const path = join(folder, `lookup-${limit}.pack`)
    await writePlaces(path)
    const pack = new Pack({ file: path, memoryLimitBytes: limit })
    expect(
      ['99001', '99003', '99005', 'null'].map((value) => pack.rowsOf('county', value)),
    ).toEqual([[1, 3], [2], [], []])
    expect(() => pack.rowsOf('key', 'p1')).toThrow('has no lookup key')
    pack.close()
  })

  test('refuses a row without a point, and a lookup of an unknown column', () => {
    const options = { key: null, geometry: 'points' } as const
    expect(() => new PackWriter('places', [], options).add([], null)).toThrow('row 0 of places')
    expect(() => new PackWriter('places', [], { ...options, lookups: ['x'] })).toThrow('lookup x')
  })
})

test('an area on both sides of 180 degrees is two pieces, neither around the globe', async () => {
  const islands = [179, -180].map((west) => [corners(west, 51, west + 1, 52)])
  const path = join(folder, 'antimeridian.pack')
  const writer = new PackWriter('islands', [], { key: null, geometry: 'polygons' })
  writer.add([], polygonsOf(...islands))
  expect((await writer.finish(path)).pieces).toBe(2)
  const pack = new Pack({ file: path, memoryLimitBytes: 0 })
  const at = (lng: number) => pack.rowsAt(lng * GRID, 51.5 * GRID)
  expect([at(179.5), at(-179.5), at(0)]).toEqual([[0], [0], []])
  pack.close()
})
