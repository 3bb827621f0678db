import { describe, expect, test } from 'vitest'
import { containsPoint } from '../../geometry/contains.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { corners, linesOf, type Point, polygonOf, rectangle } from '../../tests/fixtures/ground.ts'
import { RowError } from '../../values/row-error.ts'
import { convertFeatures, convertLines, convertPoints } from './convert.ts'
import type { SourceFeature } from './read-features.ts'
import { Tally } from './tally.ts'

/** Right around the globe, a vertex every 60 degrees. */
function band(): Polygons {
  const ring: Point[] = []
  for (let lng = -179; lng <= 179; lng += 59) ring.push([lng, 51])
  for (let lng = 175; lng >= -179; lng -= 59) ring.push([lng, 52])
  return polygonOf(ring)
}

const feature = (number: number, polygons: Polygons | null, rest: Partial<SourceFeature> = {}) => ({
  number,
  polygons,
  lines: null,
  point: null,
  collapsedRings: 0,
  attributes: { name: `row ${number}` },
  ...rest,
})

async function* slicesOf(...slices: SourceFeature[][]) {
  yield* slices
}

async function convert(
  slices: SourceFeature[][],
  toValues = ({ attributes }: SourceFeature) => attributes,
) {
  const tally = new Tally()
  const batches = []
  for await (const rows of convertFeatures(slicesOf(...slices), toValues, tally)) batches.push(rows)
  return { batches, tally }
}

const LOT = rectangle(-72, 30, -71.999, 30.001)

test('a row carries its values, its shape in canonical form, and the values derived from it', async () => {
  const { batches, tally } = await convert([[feature(0, LOT)], [feature(1, LOT), feature(2, LOT)]])
  expect(batches.map(({ length }) => length)).toEqual([1, 2])
  const [row] = batches[0]
  expect(row.values).toEqual({ name: 'row 0' })
  expect([...row.polygons.coords.slice(0, 2)]).toEqual([-72 * GRID, 30 * GRID])
  expect(row.bounds).toEqual(boundsOf(LOT))
  expect(row.area_m2).toBeCloseTo(areaM2(LOT), 6)
  expect(tally).toEqual(new Tally())
})

describe('a dirty row is set aside and counted', () => {
  const cases: [string, string, SourceFeature][] = [
    ['without a geometry', 'geometry.missing', feature(7, null, { lacks: 'geometry' })],
    ['that is a line', 'geometry.not_areal', feature(7, null, { lacks: 'area' })],
    [
      'of which nothing is left on the grid',
      'geometry.collapsed',
      feature(7, rectangle(-72, 30, -72 + 1e-8, 30), { collapsedRings: 1 }),
    ],
    ['north of the pole', 'geometry.out_of_range', feature(7, rectangle(10, 89, 11, 91))],
    ['that goes round the world', 'geometry.crosses_antimeridian', feature(7, band())],
  ]
  test.each(cases)('%s', async (_what, stat, dirty) => {
    const { batches, tally } = await convert([[feature(0, LOT), dirty, feature(9, LOT)]])
    expect(batches[0].map(({ values }) => values.name)).toEqual(['row 0', 'row 9'])
    expect(tally.rejects).toEqual({
      [stat]: { count: 1, example: expect.stringMatching(/^feature 7: /) },
    })
  })

  test('when its values are refused, with the first of a kind as the example', async () => {
    const { batches, tally } = await convert(
      [[feature(0, LOT), feature(1, LOT)], [feature(2, LOT)]],
      ({ number, attributes }) => {
        if (number > 0) throw new RowError('flood.unknown_zone', `zone ${number}`)
        return attributes
      },
    )
    expect(batches.flat()).toHaveLength(1)
    expect(tally.rejects).toEqual({
      'flood.unknown_zone': { count: 2, example: 'feature 1: zone 1' },
    })
    expect(tally.rejected).toBe(2)
  })
})

test('any other error stops the run', async () => {
  const broken = () => {
    throw new TypeError('a programming error')
  }
  await expect(convert([[feature(0, LOT)]], broken)).rejects.toThrow(TypeError)
})

test('a ring that vanished is counted as a repair, and its row stays', async () => {
  const { batches, tally } = await convert([[feature(0, LOT, { collapsedRings: 2 })]])
  expect(batches[0]).toHaveLength(1)
  expect(tally.repairs).toEqual({ collapsed_ring: { count: 1, area_change_m2: 0 } })
})

test('an island across 180 degrees is cut there, hole and all, and covers what it covered', async () => {
  const island = polygonOf(corners(179, 51, -179, 52), corners(-179.6, 51.4, -179.4, 51.6))
  const { batches, tally } = await convert([[feature(0, island)]])
  const [row] = batches.flat()
  expect(row.polygons.polygonEnds).toHaveLength(2)
  const hole = areaM2(rectangle(-179.6, 51.4, -179.4, 51.6))
  expect(row.area_m2).toBeCloseTo(2 * areaM2(rectangle(-180, 51, -179, 52)) - hole, 0)
  const at = (lng: number, lat: number) => containsPoint(row.polygons, lng * GRID, lat * GRID)
  expect([at(179.5, 51.5), at(-179.2, 51.5), at(-179.5, 51.5), at(0, 51.5)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(tally).toMatchObject({ rejects: {}, cases: { 'geometry.split_at_antimeridian': 1 } })
})

test('a point is a row of no area, and anything else in a layer of points is counted', async () => {
  const tally = new Tally()
  const point = (number: number, place: SourceFeature['point']): SourceFeature =>
    feature(number, null, { point: place, lacks: 'area' })
  const features = [
    point(0, [-720000000, 300000000]),
    point(1, null),
    feature(2, LOT),
    feature(3, null, { lacks: 'geometry' }),
    point(4, [4_000_000_000, 0]),
  ]
  const rows = []
  for await (const batch of convertPoints(slicesOf(features), () => 'values', tally))
    rows.push(...batch)
  expect(rows).toMatchObject([{ values: 'values', point: [-720000000, 300000000], area_m2: 0 }])
  expect(tally.rejects).toMatchObject({
    'geometry.not_a_point': { count: 2 },
    'geometry.missing': { count: 1 },
    'geometry.out_of_range': { count: 1 },
  })
})

describe('a layer of lines', () => {
  const line = (number: number, ...parts: Point[][]): SourceFeature =>
    feature(number, null, { lines: linesOf(...parts), lacks: 'area' })
  const STREET: [number, number][] = [
    [-71.999, 30.001],
    [-72, 30],
  ]
  async function convertAll(features: SourceFeature[]) {
    const tally = new Tally()
    const rows = []
    for await (const batch of convertLines(slicesOf(features), () => 'values', tally))
      rows.push(...batch)
    return { rows, tally }
  }

  test('gives rows of no area with their boxes, in the direction they were drawn in', async () => {
    const { rows, tally } = await convertAll([line(0, STREET), line(1, STREET.toReversed())])
    expect(rows).toMatchObject([
      { values: 'values', bounds: [-720000000, 300000000, -719990000, 300010000], area_m2: 0 },
      { values: 'values', bounds: [-720000000, 300000000, -719990000, 300010000], area_m2: 0 },
    ])
    expect(rows.map(({ lines }) => [...lines.coords])).toEqual([
      [-719990000, 300010000, -720000000, 300000000],
      [-720000000, 300000000, -719990000, 300010000],
    ])
    expect(rows[0].hilbert).toBe(rows[1].hilbert)
    expect(tally).toEqual(new Tally())
  })

  test('anything else, a line of one point and one across 180 degrees are counted', async () => {
    const { rows, tally } = await convertAll([
      feature(0, LOT),
      feature(1, null, { point: [0, 0], lacks: 'area' }),
      feature(2, null, { lacks: 'geometry' }),
      { ...line(3, [[-72, 30]]), collapsedRings: 1 },
      line(4, [
        [179.9, 52],
        [-179.9, 52],
      ]),
      line(5, [
        [10, 89],
        [10, 91],
      ]),
      { ...line(6, STREET), collapsedRings: 1 },
    ])
    expect(rows).toHaveLength(1)
    expect(tally.rejects).toEqual({
      'geometry.not_linear': { count: 2, example: 'feature 0: it is a point or an area' },
      'geometry.missing': { count: 1, example: expect.any(String) },
      'geometry.collapsed': { count: 1, example: expect.any(String) },
      'geometry.crosses_antimeridian': { count: 1, example: expect.any(String) },
      'geometry.out_of_range': { count: 1, example: expect.any(String) },
    })
    expect(tally.repairs).toEqual({ collapsed_line: { count: 1, area_change_m2: 0 } })
  })
})
