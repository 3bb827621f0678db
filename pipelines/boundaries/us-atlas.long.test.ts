import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { GRID, type Polygons } from '../../geometry/polygons.ts'
import type { BoundariesData } from '../../layers/boundaries/data.ts'
import { boundaries as layer } from '../../layers/boundaries/layer.ts'
import { counties, states } from '../../layers/boundaries/tables.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { SILENT } from '../../terminal/progress.ts'
import { runFixture } from '../../tests/fixtures/partition-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { writePack } from '../stages/pack.ts'
import { boundaries } from './pipeline.ts'

/** The file is in every checkout: it comes with npm. */
const ATLAS = dirname(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'))

let folder: string
let made: Map<string, PartitionTable>
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-us-atlas-'))
  const definition = (await boundaries.partitions()).get('us-atlas')!
  const assets = { 'counties-10m.json': ATLAS }
  made = await runFixture(boundaries, definition, { folder, partition: 'us-atlas', assets })
  packs = new Map()
  for (const table of [states, counties]) {
    const { file, rows } = made.get(table.name)!
    const path = join(folder, `${table.name}.pack`)
    await writePack(table, [file], path, rows, SILENT)
    packs.set(table.name, new Pack({ file: path, memoryLimitBytes: 1e8 }))
  }
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

const sectionAt = (lat: number, lng: number) =>
  buildSection(layer, packs, { lat, lng }) as Section<BoundariesData>
function placeAt(lat: number, lng: number) {
  const { data } = sectionAt(lat, lng)
  return data && [data.county?.fips, data.county?.name, data.state]
}

/** A point inside a shape: the middle of its widest stretch half way up its most detailed ring. */
function insideOf({ coords, ringEnds }: Polygons): { lat: number; lng: number } {
  const rings = Array.from(ringEnds, (end, i) => [i === 0 ? 0 : ringEnds[i - 1], end])
  const [from, to] = rings.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a))
  const ys = Array.from({ length: to - from }, (_, i) => coords[(from + i) * 2 + 1])
  // Between two grid lines, so that no corner is on it.
  const y = Math.floor((Math.min(...ys) + Math.max(...ys)) / 2) + 0.5
  const crossings: number[] = []
  for (const [start, end] of rings)
    for (let i = start, j = end - 1; i < end; j = i++) {
      const [ax, ay, bx, by] = [coords[i * 2], coords[i * 2 + 1], coords[j * 2], coords[j * 2 + 1]]
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) * (bx - ax)) / (by - ay))
    }
  crossings.sort((a, b) => a - b)
  let widest = 0
  for (let i = 2; i < crossings.length; i += 2)
    if (crossings[i + 1] - crossings[i] > crossings[widest + 1] - crossings[widest]) widest = i
  return { lat: y / GRID, lng: (crossings[widest] + crossings[widest + 1]) / 2 / GRID }
}

test('the counts of the file of 2017: 3,230 of 3,231 counties, 56 states and territories', () => {
  const [s, c] = [made.get('states')!, made.get('counties')!]
  // Alaska and Aleutians West are a row on each side of 180 degrees.
  const split = { 'boundaries.split_at_antimeridian': 1 }
  expect([s.rows, c.rows]).toEqual([57, 3231])
  expect([s.tally.rejects, s.tally.repairs, s.tally.cases]).toEqual([{}, {}, split])
  expect([c.tally.rejects, c.tally.cases]).toEqual([{}, split])
  // Rings that simplifying made cross themselves.
  expect(Object.keys(c.tally.repairs)).toEqual(['self_intersection'])
  expect(c.tally.repairs.self_intersection.count).toBe(22)
  expect(Math.abs(c.tally.repairs.self_intersection.area_change_m2)).toBeLessThan(1e6)
})

test('every county has a state, and a name of its own in it', () => {
  const pack = packs.get('counties')!
  const rows = Array.from({ length: pack.rows }, (_, row) => pack.row(row))
  expect(rows.filter(({ state }) => state === null)).toEqual([])
  expect(new Set(rows.map(({ state }) => state)).size).toBe(56)
  expect(new Set(rows.map(({ geoid }) => geoid)).size).toBe(3230)
  expect(new Set(rows.map(({ name, state }) => `${name}, ${state}`)).size).toBe(3230)
  // The codes of American Samoa's counties do not name their kind.
  const bare = rows.filter(
    ({ name }) =>
      !/ (County|Parish|Borough|Census Area|Municipality|city|Municipio|Island)$/.test(`${name}`),
  )
  expect(bare.map(({ name }) => name).sort()).toEqual([
    'Carson City',
    'District of Columbia',
    'Eastern',
    'Guam',
    "Manu'a",
    'Western',
  ])
})

test('a point inside each county resolves to that county and its state', () => {
  const pack = packs.get('counties')!
  const wrong: unknown[] = []
  for (let row = 0; row < pack.rows; row++) {
    const { lat, lng } = insideOf(pack.polygons(row))
    const { geoid, state, name } = pack.row(row)
    const { status, data } = sectionAt(lat, lng)
    if (status !== 'available' || data!.county!.fips !== geoid || data!.state !== state)
      wrong.push([name, lat, lng, data])
  }
  expect(wrong).toEqual([])
})

test('a point on a border between two counties is in exactly one of them', () => {
  const pack = packs.get('counties')!
  const edges = new Map<string, number>()
  for (let row = 0; row < pack.rows; row++)
    for (const edge of edgesOf(pack.polygons(row))) edges.set(edge, (edges.get(edge) ?? 0) + 1)
  const shared = [...edges].filter(([, count]) => count === 2).map(([edge]) => edge)
  expect(shared.length).toBeGreaterThan(20_000)
  const wrong: unknown[] = []
  for (const edge of shared) {
    const [ax, ay, bx, by] = edge.split(' ').map(Number)
    const rows = pack.rowsAt(Math.round((ax + bx) / 2), Math.round((ay + by) / 2))
    if (rows.length !== 1) wrong.push([edge, rows.map((row) => pack.value(row, 'name'))])
  }
  expect(wrong).toEqual([])
})

test('50 m off every border the answer names the county on either side of it', () => {
  const pack = packs.get('counties')!
  const owners = new Map<string, string[]>()
  for (let row = 0; row < pack.rows; row++)
    for (const edge of edgesOf(pack.polygons(row)))
      owners.set(edge, [...(owners.get(edge) ?? []), `${pack.value(row, 'geoid')}`])
  const shared = [...owners].filter(([, both]) => both.length === 2)
  const wrong: unknown[] = []
  let tried = 0
  // Every 31st: each takes two answers.
  for (let i = 0; i < shared.length; i += 31) {
    const [edge, both] = shared[i]
    const [ax, ay, bx, by] = edge.split(' ').map((each) => Number(each) / GRID)
    const [lng, lat] = [(ax + bx) / 2, (ay + by) / 2]
    const shrink = Math.cos((lat * Math.PI) / 180)
    const [east, north] = [(bx - ax) * shrink, by - ay]
    const step = 50 / 111_000 / Math.hypot(east, north)
    for (const side of [step, -step]) {
      const { data, summary } = sectionAt(lat + side * east, lng - (side * north) / shrink)
      const named = [data!.county!.fips, ...(data!.county_line?.across ?? []).map((c) => c.fips)]
      tried++
      if (
        !both.every((fips) => named.includes(fips)) ||
        !summary.includes('within 1 km of the line')
      )
        wrong.push([lat, lng, both, named])
    }
  }
  expect(tried).toBeGreaterThan(1_200)
  expect(wrong).toEqual([])
})

/** Edges of all rings, the same key whichever way they run. */
function* edgesOf({ coords, ringEnds }: Polygons): Generator<string> {
  let start = 0
  for (const end of ringEnds) {
    for (let i = start, j = end - 1; i < end; j = i++) {
      const [a, b] = [i, j].map((at) => [coords[at * 2], coords[at * 2 + 1]])
      const isFirst = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
      yield (isFirst ? [...a, ...b] : [...b, ...a]).join(' ')
    }
    start = end
  }
}

describe('known points', () => {
  test.each([
    ['Bangor', 44.8, -68.77, ['23019', 'Penobscot County', 'ME']],
    ['New Orleans', 29.95, -90.08, ['22071', 'Orleans Parish', 'LA']],
    ['the Capitol', 38.889, -77.009, ['11001', 'District of Columbia', 'DC']],
    ['Baltimore', 39.3, -76.61, ['24510', 'Baltimore city', 'MD']],
    ['Anchorage', 61.19, -149.85, ['02020', 'Anchorage Municipality', 'AK']],
    ['San Juan', 18.4, -66.06, ['72127', 'San Juan Municipio', 'PR']],
    ['Guam', 13.45, 144.78, ['66010', 'Guam', 'GU']],
    // Two sides of 180 degrees, one census area: Attu, and Unalaska.
    ['Attu', 52.9, 172.9, ['02016', 'Aleutians West Census Area', 'AK']],
    ['Unalaska', 53.7, -166.8, ['02016', 'Aleutians West Census Area', 'AK']],
  ])('%s', (_, lat, lng, place) => {
    expect(placeAt(lat, lng)).toEqual(place)
  })

  test('the sea, Canada and the other side of the globe are in no county', () => {
    for (const [lat, lng] of [
      [30, -72],
      [51, -100],
      [51.5, 0],
      [53, 0],
      [52.5, 180],
      [52.5, -180],
    ])
      expect(sectionAt(lat, lng)).toMatchObject({ status: 'not_covered', data: null })
  })

  test('Falls Church city is too small to be drawn: Fairfax County answers', () => {
    expect(placeAt(38.885, -77.172)).toEqual(['51059', 'Fairfax County', 'VA'])
  })

  test('Connecticut has the counties of 2017 and reports the codes of 2022', () => {
    expect(placeAt(41.06, -73.54)).toEqual(['09001', 'Fairfield County', 'CT'])
    const { data } = sectionAt(41.06, -73.54)
    expect(data!.zip).toBeNull()
    const pack = packs.get('counties')!
    const codes = Array.from({ length: pack.rows }, (_, row) => `${pack.value(row, 'geoid')}`)
    expect(codes.filter((code) => code.startsWith('09'))).toHaveLength(8)
  })
})

test('the edition is the one that the README of the package names', () => {
  const pack = packs.get('counties')!
  const codes = new Set(Array.from({ length: pack.rows }, (_, row) => pack.value(row, 'geoid')))
  // Renamed in 2015, split in 2019 (https://www.census.gov/programs-surveys/geography/technical-documentation/county-changes.html).
  for (const code of ['02158', '46102', '02261']) expect(codes).toContain(code)
  for (const code of ['02270', '46113', '51515', '02063', '02066'])
    expect(codes).not.toContain(code)
})

test('the declared coverage is the states together', () => {
  const { coverage } = made.get('counties')!
  const pack = packs.get('states')!
  const sum = Array.from({ length: pack.rows }, (_, row) => areaM2(pack.polygons(row))).reduce(
    (total, area) => total + area,
  )
  expect(areaM2(coverage.polygons!) / sum).toBeCloseTo(1, 9)
  // The United States is about 9.15 million km2 of land; lakes within county lines add to it.
  expect(sum / 1e12).toBeGreaterThan(9.1)
  expect(sum / 1e12).toBeLessThan(9.9)
  const xs = coverage.polygons!.coords.filter((_, i) => i % 2 === 0)
  const [west, east] = [Math.min, Math.max].map((pick) => xs.reduce((a, b) => pick(a, b)))
  expect([west / GRID, east / GRID].map(Math.round)).toEqual([-179, 180])
})
