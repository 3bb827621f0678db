import { expect, test } from 'vitest'
import { wktToPolygons } from '../../tests/layer-fixture.ts'
import { seeded } from '../../tests/seeded.ts'
import { anchorOf } from './anchor.ts'
import { containsPoint } from './contains.ts'
import { PolygonsBuilder } from './polygons-builder.ts'

test('the anchor of any star lies inside it', () => {
  const random = seeded(11)
  for (let i = 0; i < 500; i++) {
    const builder = new PolygonsBuilder()
    const corners = 5 + Math.floor(random() * 40)
    for (let k = 0; k < corners; k++) {
      const angle = (k / corners) * 2 * Math.PI
      const reach = 0.0001 + random() * 0.01
      builder.point(-72 + reach * Math.cos(angle), 30 + reach * Math.sin(angle))
    }
    builder.endRing()
    builder.endPolygon()
    const star = builder.finish()
    expect(containsPoint(star, ...anchorOf(star))).toBe(true)
  }
})

test('a hole in the middle, a U and parts far apart are no obstacle, and the widest land wins', () => {
  const ring = wktToPolygons(
    'POLYGON ((-72 30, -71.99 30, -71.99 30.01, -72 30.01, -72 30), (-71.999 30.001, -71.999 30.009, -71.991 30.009, -71.991 30.001, -71.999 30.001))',
  )
  const open = wktToPolygons(
    'POLYGON ((-72 30, -71.99 30, -71.99 30.01, -71.991 30.01, -71.991 30.001, -71.999 30.001, -71.999 30.01, -72 30.01, -72 30))',
  )
  const apart = wktToPolygons(
    'MULTIPOLYGON (((-72 30, -71.999 30, -71.999 30.01, -72 30.01, -72 30)), ((-71.5 30, -71.4 30, -71.4 30.01, -71.5 30.01, -71.5 30)))',
  )
  for (const shape of [ring, open, apart])
    expect(containsPoint(shape, ...anchorOf(shape))).toBe(true)
  expect(anchorOf(apart)[0] / 1e7).toBeCloseTo(-71.45, 6)
})

test('a sliver without a grid point inside is told by a point of its own edge', () => {
  const sliver = wktToPolygons('POLYGON ((-72 30, -71.9999999 30, -72 30.0000001, -72 30))')
  expect([...sliver.coords].join()).toContain(anchorOf(sliver).join())
})
