import { expect, test } from 'vitest'
import { wktToPolygons } from '../tests/layer-fixture.ts'
import { areaM2 } from './geodesic-area.ts'
import { thinned } from './thinned.ts'

/** A circle of about 11 km around a point, as a ring of WKT. */
function circle(points: number, radius = 0.1): string {
  const at = (i: number) => {
    const angle = (2 * Math.PI * i) / points
    return `${(-72 + radius * Math.cos(angle)).toFixed(7)} ${(radius * Math.sin(angle)).toFixed(7)}`
  }
  return `(${[...Array(points).keys(), 0].map(at).join(', ')})`
}

test('a border is drawn with points a tolerance apart, of nearly the same area', () => {
  const whole = wktToPolygons(`POLYGON (${circle(5_000)})`)
  const thin = thinned(whole, 200)
  // 69.9 km around, at most one point each 200 m.
  expect(thin.coords.length / 2).toBeLessThanOrEqual(350)
  expect(thin.coords.length / 2).toBeGreaterThan(250)
  expect(areaM2(thin) / areaM2(whole)).toBeCloseTo(1, 3)
})

test('points further apart than the tolerance all stay', () => {
  const square = wktToPolygons('POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))')
  expect(thinned(square, 1_000)).toEqual(square)
})

test('holes and polygons smaller than the tolerance are left out, a lost polygon with its holes', () => {
  const small = circle(40, 0.001)
  const holed = thinned(wktToPolygons(`POLYGON (${circle(100)}, ${small})`), 500)
  expect([...holed.ringEnds]).toHaveLength(1)
  const isle = 'POLYGON ((5 5, 5.001 5, 5.001 5.001, 5 5.001, 5 5))'
  const square = '((0 0, 1 0, 1 1, 0 1, 0 0))'
  const two = `MULTIPOLYGON (((5 5, 5.001 5, 5.001 5.001, 5 5.001, 5 5), (5.0004 5.0004, 5.0004 5.0006, 5.0006 5.0006, 5.0006 5.0004, 5.0004 5.0004)), ${square})`
  expect(thinned(wktToPolygons(two), 500)).toEqual(wktToPolygons(`POLYGON ${square}`))
  expect([...thinned(wktToPolygons(isle), 500).polygonEnds]).toEqual([])
})
