import { describe, expect, test } from 'vitest'
import { areaM2 } from '../../layers/geometry/geodesic-area.ts'
import { boundsOf, GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { PolygonsBuilder } from '../../layers/geometry/polygons-builder.ts'
import { RowError } from '../../layers/row-error.ts'
import { convertFeatures } from './convert.ts'
import type { SourceFeature } from './read-features.ts'
import { Tally } from './tally.ts'

function rectangle(west: number, south: number, east: number, north: number): Polygons {
  const builder = new PolygonsBuilder()
  builder.point(east, north)
  builder.point(west, north)
  builder.point(west, south)
  builder.point(east, south)
  builder.endRing()
  builder.endPolygon()
  return builder.finish()
}

const feature = (number: number, polygons: Polygons | null, rest: Partial<SourceFeature> = {}) => ({
  number,
  polygons,
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

test('a row carries its values, its shape in canonical form, and what is derived of it', async () => {
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
    [
      'that goes round the world',
      'geometry.crosses_antimeridian',
      feature(7, rectangle(-179, 51, 179, 52)),
    ],
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
    throw new TypeError('a mistake of ours')
  }
  await expect(convert([[feature(0, LOT)]], broken)).rejects.toThrow(TypeError)
})

test('a ring that vanished is counted as a repair, and its row is kept', async () => {
  const { batches, tally } = await convert([[feature(0, LOT, { collapsedRings: 2 })]])
  expect(batches[0]).toHaveLength(1)
  expect(tally.repairs).toEqual({ collapsed_ring: { count: 1, area_change_m2: 0 } })
})
