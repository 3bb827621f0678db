import { expect, test } from 'vitest'
import { type Box, boxAround } from '../../geometry/polygons.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import { around, polygonOf } from '../../tests/fixtures/ground.ts'
import { footprintOf } from './footprint.ts'

/** A circle around 72 W, 30 N of so many points, as WKB in hex. */
function coverageOf(points: number): string {
  const disc = polygonOf(around([-72, 30], 0.1, points))
  return Buffer.from(polygonsToWkb(disc)).toString('hex')
}

const ROWS: Box = [-71.95, 29.98, -71.9, 30.02]

test('a partition stands on the ground that its source declares to cover', () => {
  const footprint = footprintOf(coverageOf(36), ROWS)!
  expect(footprint.of).toBe('declared coverage')
  expect(footprint.geometry).toMatchObject({ type: 'Polygon' })
  expect(footprint.geometry.coordinates[0]).toHaveLength(37)
  expect(footprint.bbox).toEqual([-72.1, 29.9, -71.9, 30.1])
})

test('a coverage of many points is given as its box', () => {
  const footprint = footprintOf(coverageOf(2000), ROWS)!
  expect(footprint.of).toBe('box of the declared coverage')
  expect(footprint.geometry.coordinates[0]).toEqual([
    [-72.1, 29.9],
    [-71.9, 29.9],
    [-71.9, 30.1],
    [-72.1, 30.1],
    [-72.1, 29.9],
  ])
})

test('without a declared coverage it stands where its rows are, or nowhere', () => {
  expect(footprintOf(null, ROWS)).toMatchObject({ bbox: ROWS, of: 'box of the rows' })
  expect(footprintOf(null, null)).toBeNull()
})

test('the box of a layer is around all of its partitions', () => {
  expect(boxAround([ROWS, [-72.1, 29.9, -72, 30]])).toEqual([-72.1, 29.9, -71.9, 30.02])
  expect(boxAround([])).toBeNull()
})
