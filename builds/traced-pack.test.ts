import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSubject } from '../geometry/overlap.ts'
import { type Box, GRID, type Polygons } from '../geometry/polygons.ts'
import { Pack } from '../packs/pack-reader.ts'
import { PackWriter } from '../packs/pack-writer.ts'
import type { Table } from '../packs/table.ts'
import { linesOf, rectangle } from '../tests/fixtures/ground.ts'
import {
  joinTraces,
  OWN_COUNTY,
  settleTraces,
  type TableTrace,
  TracedPack,
  type TracedSubject,
  takeTraces,
} from './traced-pack.ts'

const NOTHING: TableTrace = {
  ...{ box: null, beyond_box: 0, beyond_point: 0 },
  ...{ counties: [], isWhole: false },
}
const [X, Y] = [1.02 * GRID, 0.05 * GRID]
const GEOMETRIES = ['polygons', 'points', 'lines'] as const
type Geometry = (typeof GEOMETRIES)[number]

let folder: string
const packs = {} as Record<Geometry, TracedPack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-traced-pack-'))
  for (const geometry of GEOMETRIES) packs[geometry] = await open(geometry)
})
afterAll(async () => {
  for (const pack of Object.values(packs)) pack.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  for (const pack of Object.values(packs)) traceOf(pack)
})

const units = (...box: Box) => box.map((each) => Math.round(each * GRID)) as Box
/** A row of another table, for which the packs are searched. */
const SUBJECT: TracedSubject = {
  ...{ table: 'lots', row: 0 },
  ...{ bounds: units(1, 0, 1.05, 0.1), point: [X, Y] },
}

/** The trace of the searches since the last call, for that row unless another is named. */
function traceOf(pack: TracedPack, subject: Partial<TracedSubject> = {}): TableTrace {
  pack.settle({ ...SUBJECT, ...subject })
  return pack.takeTrace()
}

/** Opens a table of two parts, each of two rows: at 1 and 2 degrees east, and at 3 and 4. */
async function open(geometry: Table['geometry']): Promise<TracedPack> {
  const shapes: Record<Table['geometry'], (lng: number) => Parameters<PackWriter['add']>[1]> = {
    polygons: (lng) => rectangle(lng, 0, lng + 0.1, 0.1),
    points: (lng) => [lng * GRID, 0],
    lines: (lng) =>
      linesOf([
        [lng, 0],
        [lng + 0.1, 0.1],
      ]),
    none: () => null,
  }
  const names = ['key', 'parcel_key', 'county_fips', 'zip']
  const columns = names.map((name) => ({ name, type: 'text' as const }))
  const sources: { file: string; memoryLimitBytes: number }[] = []
  for (const part of [0, 1]) {
    const writer = new PackWriter('things', columns, {
      ...{ key: 'key', geometry, lookups: ['parcel_key', 'county_fips', 'zip'] },
    })
    for (const lng of [2 * part + 1, 2 * part + 2])
      writer.add([`k${lng}`, `pk_${lng}`, `1200${lng}`, `0440${lng}`], shapes[geometry](lng))
    const file = join(folder, `${geometry}-${part}.pack`)
    await writer.finish(file)
    sources.push({ file, memoryLimitBytes: 1e9 })
  }
  return new TracedPack(sources)
}

const AREA: Polygons = rectangle(1, 0, 1.05, 0.1)

/** True if the first box has all of the second. */
const holds = (a: Box | null, b: Box) =>
  a !== null && a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3]

/** Each search, and the box that it must be found under. */
const SEARCHES: [string, Geometry, (pack: Pack) => unknown, Box][] = [
  ['rowsAt', 'polygons', (pack) => pack.rowsAt(X, Y), [X - 2, Y - 2, X + 2, Y + 2]],
  ['overlaps', 'polygons', (pack) => pack.overlaps(makeSubject(AREA)), units(1, 0, 1.05, 0.1)],
  [
    'rowsMeeting',
    'polygons',
    (pack) => pack.rowsMeeting([units(1, 0, 1.01, 0.01), units(2, 0, 2.01, 0.2)].values(), 9),
    units(1, 0, 2.01, 0.2),
  ],
  ['rowsInBox', 'polygons', (pack) => pack.rowsInBox(units(1, 0, 2, 0.1), 9), units(1, 0, 2, 0.1)],
  ['rowsWithin', 'points', (pack) => pack.rowsWithin(AREA), units(1, 0, 1.05, 0.1)],
  ['rowsNear', 'points', (pack) => pack.rowsNear(X, Y, 6_000), units(0.97, 0, 1.07, 0.1)],
  ['linesNear', 'lines', (pack) => pack.linesNear(X, Y, 6_000), units(0.97, 0, 1.07, 0.1)],
]

test.each(SEARCHES)(
  '%s of %s is traced by its box, and finds what it found',
  (_name, geometry, search, box) => {
    const plain = new Pack(packs[geometry].share())
    const found = search(packs[geometry])
    expect(found).toEqual(search(plain))
    expect(found).not.toEqual([])
    const { box: traced, ...others } = traceOf(packs[geometry])
    expect(holds(traced, box)).toBe(true)
    expect(holds(units(0.96, -0.01, 2.02, 0.21), traced!)).toBe(true)
    expect(others).toMatchObject({ counties: [], isWhole: false })
    expect(traceOf(packs[geometry])).toEqual(NOTHING)
  },
)

test('a search that finds nothing is traced too: a row may come there', () => {
  for (const x of [-30, 40]) packs.polygons.rowsAt(x * GRID, 5 * GRID)
  expect(traceOf(packs.polygons)).toMatchObject({
    box: [-30 * GRID - 2, 5 * GRID - 2, 40 * GRID + 2, 5 * GRID + 2],
  })
})

test('the trace states how far searches went beyond the box and the point of their row', () => {
  packs.polygons.rowsAt(X, Y)
  expect(traceOf(packs.polygons)).toMatchObject({ beyond_box: 0, beyond_point: 2 })
  packs.polygons.overlaps(makeSubject(AREA))
  expect(traceOf(packs.polygons)).toMatchObject({ beyond_box: 0, beyond_point: 0.05 * GRID })
  // Once to the west of a row, once to the north of another: the farthest of each counts.
  packs.polygons.rowsInBox(units(0.9, 0, 1, 0.1), 9)
  packs.polygons.settle(SUBJECT)
  packs.polygons.rowsInBox(units(3, 0, 3.1, 0.3), 9)
  const other = { bounds: units(3, 0, 3.1, 0.1), point: [3.05 * GRID, 0] as [number, number] }
  expect(traceOf(packs.polygons, other)).toMatchObject({
    box: units(0.9, 0, 3.1, 0.3),
    beyond_box: 0.2 * GRID,
    beyond_point: 0.3 * GRID,
  })
})

test('a search on both sides of 180 degrees is traced around the globe', () => {
  packs.points.rowsNear(180 * GRID - 10, 0, 100_000)
  const { box } = traceOf(packs.points)
  expect([box![0], box![2]]).toEqual([-180 * GRID, 180 * GRID])
})

test.each<[string, string, Partial<TableTrace>]>([
  ['parcel_key', 'pk_1', { counties: [OWN_COUNTY] }],
  ['county_fips', '12001', { counties: ['12001'] }],
  ['county_fips', '99999', { counties: ['99999'] }],
  ['zip', '04401', { isWhole: true }],
])('a search by %s %s is traced', (column, value, traced) => {
  packs.polygons.rowsOf(column, value)
  expect(traceOf(packs.polygons)).toEqual({ ...NOTHING, ...traced })
})

test('a search by key is of the whole table', () => {
  expect(packs.polygons.rowOfKey('k3')).toBe(2)
  expect(traceOf(packs.polygons)).toMatchObject({ isWhole: true })
})

describe('a row that no search found makes the trace whole', () => {
  test.each<[string, Geometry, (pack: Pack, row: number) => unknown]>([
    ['values', 'polygons', (pack, row) => pack.values(row)],
    ['row', 'polygons', (pack, row) => pack.row(row)],
    ['value', 'polygons', (pack, row) => pack.value(row, 'zip')],
    ['polygons', 'polygons', (pack, row) => pack.polygons(row)],
    ['lines', 'lines', (pack, row) => pack.lines(row)],
    ['point', 'points', (pack, row) => pack.point(row)],
  ])('by its %s', (_name, geometry, read) => {
    read(packs[geometry], 2)
    expect(traceOf(packs[geometry])).toEqual({ ...NOTHING, isWhole: true })
    // The row itself that others are searched for.
    read(packs[geometry], 2)
    const itself = { table: 'things', row: 2 }
    expect(traceOf(packs[geometry], itself)).toEqual(NOTHING)
  })

  test.each(SEARCHES)('but not those of %s', (_name, geometry, search) => {
    search(packs[geometry])
    packs[geometry].value(0, 'zip')
    expect(traceOf(packs[geometry]).isWhole).toBe(false)
    packs[geometry].value(3, 'zip')
    expect(traceOf(packs[geometry]).isWhole).toBe(true)
    // What was found for one row explains nothing of the next.
    search(packs[geometry])
    traceOf(packs[geometry])
    packs[geometry].value(0, 'zip')
    expect(traceOf(packs[geometry]).isWhole).toBe(true)
  })

  test('nor one that was found by a value', () => {
    const [row] = packs.polygons.rowsOf('parcel_key', 'pk_1')
    packs.polygons.value(row, 'zip')
    expect(traceOf(packs.polygons).isWhole).toBe(false)
  })
})

test('every method of a pack that reads rows is traced', () => {
  const own = Object.getOwnPropertyNames(TracedPack.prototype)
  /** Methods of no rows, those that the tests above trace by row, and those made of others. */
  const others = ['constructor', 'pieces', 'points', 'isInMemory', 'close', 'share', 'verifyBody']
  const byRow = ['point', 'polygons', 'lines', 'values', 'row', 'value']
  const inner = ['rowsOfParts', 'foundInParts', 'nearestFirst']
  const untraced = Object.getOwnPropertyNames(Pack.prototype).filter(
    (name) => ![...own, ...others, ...byRow, ...inner].includes(name),
  )
  expect(untraced).toEqual([])
})

test('joined traces hold both, in one order', () => {
  const a: TableTrace = {
    ...{ box: [0, 0, 2, 2], beyond_box: 3, beyond_point: 7 },
    ...{ counties: ['b', 'a'], isWhole: false },
  }
  const b: TableTrace = {
    ...{ box: [1, -1, 5, 1], beyond_box: 4, beyond_point: 6 },
    ...{ counties: ['a'], isWhole: true },
  }
  const joined = {
    ...{ box: [0, -1, 5, 2], beyond_box: 4, beyond_point: 7 },
    ...{ counties: ['a', 'b'], isWhole: true },
  }
  expect(joinTraces(a, b)).toEqual(joined)
  expect(joinTraces(b, a)).toEqual(joined)
  expect(joinTraces(a, NOTHING).box).toEqual(a.box)
  expect(joinTraces(NOTHING, a).box).toEqual(a.box)
  expect(joinTraces(undefined, a)).toEqual(a)
})

test('the traces of all tables are taken by name', () => {
  packs.points.rowOfKey('k1')
  const all = new Map(Object.entries(packs))
  settleTraces(all, SUBJECT)
  expect(Object.entries(takeTraces(all)).map(([table, { isWhole }]) => [table, isWhole])).toEqual([
    ['polygons', false],
    ['points', true],
    ['lines', false],
  ])
})
