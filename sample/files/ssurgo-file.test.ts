import gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { DecodedArchive } from '../../tests/sample/decoded-archive.ts'
import { unionOf } from '../../tests/sample/geos.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { UNITS } from '../soils/map-units.ts'
import { soilAt } from '../soils/soil-plan.ts'
import { writeSsurgo } from './ssurgo-file.ts'

const UNIT_FILE = 'ZZ001/spatial/soilmu_a_zz001.shp'
const county = sampleCounty()
const archive = new DecodedArchive(writeSsurgo(county))
const rows = archive.rows(UNIT_FILE)

const table = (name: string): string[][] =>
  archive.lines(`ZZ001/tabular/${name}`).map((line) => line.split('|'))

test('the map units are a planar partition of the survey area', () => {
  const polygons = archive.polygons(UNIT_FILE)
  for (const [i, polygon] of polygons.entries()) {
    expect(polygon.isValid(), `${rows[i].MUSYM} is a valid polygon`).toBe(true)
  }
  const { union, sum } = unionOf(polygons)
  const [survey] = archive.polygons('ZZ001/spatial/soilsa_a_zz001.shp')
  // One piece without a hole and of the survey's area: no gap, no overlap.
  expect(union.name).toBe('POLYGON')
  expect((union as gdal.Polygon).rings.count()).toBe(1)
  expect(Math.abs((union as gdal.Polygon).getArea() / sum - 1)).toBeLessThan(1e-9)
  expect(Math.abs(survey.getArea() / sum - 1)).toBeLessThan(1e-9)
})

test('nearly every vertex inside the survey area is a vertex of a neighbour too', () => {
  const outline = new Set(county.surveyArea.map((at) => at.join()))
  const seen = new Map<string, number>()
  for (const at of county.soilPolygons.flatMap(({ rings }) => rings.flat())) {
    seen.set(at.join(), (seen.get(at.join()) ?? 0) + 1)
  }
  const alone = [...seen].filter(([at, count]) => count === 1 && !outline.has(at))
  expect(alone).toEqual([])
})

test('a dozen map units: single, dual and no hydrologic groups', () => {
  const groups = table('muaggatt.txt').map((fields) => fields[17])
  for (const group of ['"A"', '"B"', '"C"', '"D"', '"A/D"', '"B/D"', '"C/D"', '']) {
    expect(groups).toContain(group)
  }
  const percents = new Set(table('muaggatt.txt').map((fields) => Number(fields[37])))
  expect([...percents].sort((a, b) => a - b)).toEqual([0, 5, 45, 85, 100])
  expect(new Set(rows.map((row) => row.MUSYM)).size).toBe(12)
})

test('rows are as wide as the tables of SSURGO and lack a header', () => {
  const widths = (name: string) => new Set(table(name).map((fields) => fields.length))
  expect(widths('mapunit.txt')).toEqual(new Set([24]))
  expect(widths('comp.txt')).toEqual(new Set([109]))
  expect(widths('muaggatt.txt')).toEqual(new Set([40]))
  expect(table('mapunit.txt')[0][0]).toBe('"2B"')
})

test('one map unit of the map has no row in any table', () => {
  const mapped = new Set(rows.map((row) => `"${row.MUKEY}"`))
  for (const name of ['mapunit.txt', 'muaggatt.txt']) {
    const known = new Set(table(name).map((fields) => fields[fields.length - 1]))
    expect([...mapped].filter((key) => !known.has(key))).toEqual([`"${UNITS.withoutRows.mukey}"`])
  }
})

test('components of a unit add up to 100 %, and the hydric ones to its hydric percent', () => {
  const units = new Map(table('muaggatt.txt').map((fields) => [fields[39], Number(fields[37])]))
  const components = Map.groupBy(table('comp.txt'), (fields) => fields[107])
  expect(components.size).toBe(units.size)
  for (const [mukey, parts] of components) {
    const sum = (of: string[][]) => of.reduce((total, fields) => total + Number(fields[1]), 0)
    expect(sum(parts)).toBe(100)
    expect(sum(parts.filter((fields) => fields[22] === '"Yes"'))).toBe(units.get(mukey))
  }
  expect(Math.max(...[...components.values()].map((parts) => parts.length))).toBe(3)
})

test('the polygons agree with the inequalities of the plan', () => {
  const random = seededRandom(1, 'soil test')
  const polygons = archive.polygons(UNIT_FILE)
  let compared = 0
  for (let i = 0; i < 200; i++) {
    const [u, v] = [random() * 16400, (random() * 2 - 1) * 8800]
    const expected = soilAt(county.soilPlan, [u, v])
    const near = [-2, 0, 2].flatMap((du) => [-2, 0, 2].map((dv) => [u + du, v + dv] as const))
    if (near.some((point) => soilAt(county.soilPlan, point) !== expected)) continue
    const at = new gdal.Point(...county.terrain.place([u, v]))
    const holders = polygons.flatMap((polygon, k) => (polygon.contains(at) ? [rows[k].MUSYM] : []))
    expect(holders).toEqual([expected?.symbol])
    compared++
  }
  expect(compared).toBeGreaterThan(180)
})
