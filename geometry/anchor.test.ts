import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { type Point, polygonOf } from '../tests/fixtures/ground.ts'
import { wktToPolygons } from '../tests/layer-fixture.ts'
import { anchorOf } from './anchor.ts'
import { INSIDE, locateInPiece } from './contains.ts'
import type { Polygons } from './polygons.ts'

/** True if the point is inside and off every edge: one on an edge may belong to the neighbour. */
function expectInside(shape: Polygons) {
  expect(locateInPiece(shape, ...anchorOf(shape), 0.001)).toBe(INSIDE)
}

test('the anchor of any star lies inside it', () => {
  const random = seededRandom(11)
  for (let i = 0; i < 500; i++) {
    const corners = 5 + Math.floor(random() * 40)
    const star = Array.from({ length: corners }, (_, k) => {
      const angle = (k / corners) * 2 * Math.PI
      const reach = 0.0001 + random() * 0.01
      return [-72 + reach * Math.cos(angle), 30 + reach * Math.sin(angle)] as const
    })
    expectInside(polygonOf(star))
  }
})

test('the widest land wins, also with a hole in the middle, in a U and in parts far apart', () => {
  const ring = wktToPolygons(
    'POLYGON ((-72 30, -71.99 30, -71.99 30.01, -72 30.01, -72 30), (-71.999 30.001, -71.999 30.009, -71.991 30.009, -71.991 30.001, -71.999 30.001))',
  )
  const open = wktToPolygons(
    'POLYGON ((-72 30, -71.99 30, -71.99 30.01, -71.991 30.01, -71.991 30.001, -71.999 30.001, -71.999 30.01, -72 30.01, -72 30))',
  )
  const apart = wktToPolygons(
    'MULTIPOLYGON (((-72 30, -71.999 30, -71.999 30.01, -72 30.01, -72 30)), ((-71.5 30, -71.4 30, -71.4 30.01, -71.5 30.01, -71.5 30)))',
  )
  for (const shape of [ring, open, apart]) expectInside(shape)
  expect(anchorOf(apart)[0] / 1e7).toBeCloseTo(-71.45, 6)
})

test('parts with sea between their heights are scanned one by one', () => {
  const random = seededRandom(29)
  for (let i = 0; i < 200; i++) {
    // Islands at the ends of a long strait: every height of the whole may miss both.
    const isle = (south: number) => {
      const size = 0.00001 + random() * 0.0001
      const west = -72 + random() * 0.01
      return `((${west} ${south}, ${west + size} ${south}, ${west + size} ${south + size}, ${west} ${south}))`
    }
    const shape = wktToPolygons(`MULTIPOLYGON (${isle(30)}, ${isle(30.5 + random() * 0.4)})`)
    expectInside(shape)
  }
})

test('the anchor of a needle on a pad of two metres lies in the pad', () => {
  const random = seededRandom(31)
  let byPad = 0
  for (let i = 0; i < 200; i++) {
    // The needle is 1 cm wide and 1 km long: few heights of the whole have a grid point in it.
    const units = (west: number, north: number) => `${-72 + west / 1e7} ${30 + north / 1e7}`
    const lean = Math.round((random() - 0.5) * 40_000)
    const foot = 50 + Math.round(random() * 150)
    const shape = wktToPolygons(
      `POLYGON ((${units(0, 0)}, ${units(foot, 0)}, ${units(foot, 200)}, ${units(21, 200)}, ${units(lean, 90_000)}, ${units(20, 200)}, ${units(0, 200)}, ${units(0, 0)}))`,
    )
    expectInside(shape)
    if (anchorOf(shape)[1] < 30e7 + 200) byPad++
  }
  expect(byPad).toBeGreaterThan(0)
})

test('a C, a comb and a ring of many teeth contain their anchor in any rotation', () => {
  const random = seededRandom(37)
  for (let i = 0; i < 200; i++) {
    const teeth = 2 + Math.floor(random() * 12)
    const back = 0.0001 + random() * 0.0002
    const comb: [number, number][] = [[0, 0]]
    for (let k = 0; k < teeth; k++)
      comb.push(
        [k * 0.001 + 0.0003, 0],
        [k * 0.001 + 0.0003, -0.005],
        [k * 0.001 + 0.0006, -0.005],
        [k * 0.001 + 0.0006, 0],
      )
    comb.push([teeth * 0.001, 0], [teeth * 0.001, back], [0, back])
    const turn = random() * 2 * Math.PI
    const turned = comb.map(
      ([x, y]): Point => [
        -72 + x * Math.cos(turn) - y * Math.sin(turn),
        30 + x * Math.sin(turn) + y * Math.cos(turn),
      ],
    )
    expectInside(polygonOf(turned))
  }
})

test('the anchor of a sliver without a grid point inside is a point of its edge', () => {
  const sliver = wktToPolygons('POLYGON ((-72 30, -71.9999999 30, -72 30.0000001, -72 30))')
  expect([...sliver.coords].join()).toContain(anchorOf(sliver).join())
})
