import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { realDataFolder } from '../catalog/plat-home.ts'
import { containsPoint } from '../geometry/contains.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { GRID } from '../geometry/polygons.ts'
import { faultOf } from '../geometry/soundness.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { rectangle } from '../tests/oracles/plain-rings.ts'
import { esriPoint, esriPolygons } from './arcgis-shapes.ts'

const rings = (...drawn: number[][][]) => esriPolygons({ rings: drawn })!
const holds = (polygons: ReturnType<typeof rings>, x: number, y: number) =>
  containsPoint(polygons, Math.round(x * GRID), Math.round(y * GRID))

describe('rings become polygons', () => {
  const outer = rectangle(-72, 30, -71.9, 30.1)
  const hole = rectangle(-71.98, 30.02, -71.92, 30.08, true)
  const island = rectangle(-71.96, 30.04, -71.94, 30.06)

  test('a hole is open, and an island in it is land, in whatever order they come', () => {
    for (const drawn of [
      [outer, hole, island],
      [island, hole, outer],
      [hole, island, outer],
    ]) {
      const polygons = rings(...drawn)
      expect(polygons.polygonEnds.length).toBe(2)
      expect(faultOf(polygons)).toBeNull()
      expect(holds(polygons, -71.99, 30.01)).toBe(true)
      expect(holds(polygons, -71.97, 30.03)).toBe(false)
      expect(holds(polygons, -71.95, 30.05)).toBe(true)
    }
  })

  test('a hole that touches its shell in a point is one', () => {
    const touching = [
      [-72, 30.05],
      [-71.98, 30.04],
      [-71.98, 30.06],
      [-72, 30.05],
    ]
    const polygons = rings(outer, touching)
    expect(polygons.polygonEnds.length).toBe(1)
    expect(holds(polygons, -71.985, 30.05)).toBe(false)
  })

  test('two parts are two polygons, and each has its own hole', () => {
    const other = rectangle(-71.8, 30, -71.7, 30.1)
    const polygons = rings(other, hole, outer)
    expect(Array.from(polygons.polygonEnds)).toEqual([1, 3])
    expect(holds(polygons, -71.95, 30.05)).toBe(false)
    expect(holds(polygons, -71.75, 30.05)).toBe(true)
  })

  test('a ring that runs like a hole and lies in nothing is land', () => {
    expect(holds(rings(rectangle(-72, 30, -71.9, 30.1, true)), -71.95, 30.05)).toBe(true)
  })

  test('heights and measures behind x and y are left out', () => {
    const withZ = outer.map(([x, y]) => [x, y, 12.5, null as unknown as number])
    expect(rings(withZ)).toEqual(rings(outer))
  })

  test('a ring that vanishes on the grid leaves nothing', () => {
    expect(esriPolygons({ rings: [rectangle(-72, 30, -72 + 1e-9, 30 + 1e-9)] })).toBeNull()
    expect(esriPolygons({ rings: [] })).toBeNull()
  })

  test('a ring that touches itself is mended, one that crosses itself is refused', () => {
    const figure = [
      [-72, 30],
      [-71.9, 30.1],
      [-71.9, 30.04],
      [-72, 30.1],
      [-72, 30],
    ]
    expect(() => rings(figure)).toThrow('crosses itself beyond mending')
    // A rectangle whose corner goes a little too far and comes back.
    const spike = [...outer.slice(0, 3), [-71.9, 30.1000001], [-71.9, 30.05], ...outer.slice(3)]
    const polygons = rings(spike)
    expect(areaM2(polygons)).toBeCloseTo(areaM2(rings(outer)), -2)
  })

  test('any nest of rectangles holds what its rings hold an odd number of times', () => {
    const random = seededRandom(7)
    for (let i = 0; i < 50; i++) {
      const depth = 1 + Math.floor(random() * 5)
      const nest = Array.from({ length: depth }, (_, k) => {
        const inset = (k + random() * 0.8) * 0.005
        return rectangle(-72 + inset, 30 + inset, -71.9 - inset, 30.1 - inset, k % 2 === 1)
      })
      const shuffled = nest
        .map((ring) => ({ ring, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ ring }) => ring)
      const polygons = rings(...shuffled)
      for (let k = 0; k < 20; k++) {
        const [x, y] = [-72 + 0.1 * random(), 30 + 0.1 * random()]
        const around = nest.filter(
          (ring) => x > ring[0][0] && x < ring[2][0] && y > Math.min(ring[0][1], ring[2][1]),
        )
        const within = around.filter((ring) => y < Math.max(ring[0][1], ring[2][1]))
        expect(holds(polygons, x, y), `${x}, ${y}`).toBe(within.length % 2 === 1)
      }
    }
  })
})

describe('anything but a shape in degrees is an error, not a guess', () => {
  test.each<[string, unknown, string]>([
    [
      'curves',
      {
        curveRings: [
          [
            [0, 0],
            {
              c: [
                [1, 1],
                [2, 0],
              ],
            },
          ],
        ],
      },
      'curves in place of rings',
    ],
    ['no rings at all', {}, 'left out the shape'],
    ['null', null, 'left out the shape'],
    ['feet', { rings: [rectangle(1150645, 1789768, 1150700, 1789800)] }, 'not lon/lat'],
    ['NaN', { rings: [[['NaN', 'NaN']]] }, 'not lon/lat'],
    ['a ring of numbers', { rings: [[1, 2]] }, 'not lon/lat'],
    ['a ring that is a text', { rings: ['1,2'] }, 'not a list of points'],
  ])('%s', (_what, geometry, problem) => expect(() => esriPolygons(geometry)).toThrow(problem))
})

test('a point is on the grid, and NaN, null and feet are nowhere', () => {
  expect(esriPoint({ x: -71.95, y: 30.05 })).toEqual([-719500000, 300500000])
  for (const geometry of [null, {}, { x: 'NaN', y: 'NaN' }, { x: null, y: 3 }, { x: 1e6, y: 2e6 }])
    expect(esriPoint(geometry)).toBeNull()
})

const recorded = join(realDataFolder(), 'recorded', 'arcgis')
describe.skipIf(!existsSync(recorded))('shapes that real servers drew', () => {
  const shapesIn = (file: string) =>
    (
      JSON.parse(readFileSync(join(recorded, file), 'utf8')).features as { geometry: unknown }[]
    ).map(({ geometry }) => geometry)

  test('parcels of Minnesota are sound and lie where they should', () => {
    const shapes = shapesIn('oa/us-nm-washington-0.json').map(esriPolygons)
    expect(shapes).toHaveLength(10)
    for (const polygons of shapes) {
      expect(faultOf(polygons!)).toBeNull()
      expect(areaM2(polygons!)).toBeGreaterThan(10)
    }
  })

  test('a sliver of three points in Mississippi is nothing, and not an error', () => {
    const [sliver] = shapesIn('us-ms-madison/us-ms-madison-0.json').map(esriPolygons)
    expect(sliver).toBeNull()
  })

  test('parcels in feet of their state plane are refused', () => {
    for (const file of ['us-il-cook/ids-only.json', 'us-ca-tuolumne/us-ca-tuolumne-0.json'])
      for (const geometry of shapesIn(file))
        expect(() => esriPolygons(geometry)).toThrow('not lon/lat')
  })

  test('lines are not areas', () => {
    for (const geometry of shapesIn('oa/us-ks-brown-0.json'))
      expect(() => esriPolygons(geometry)).toThrow('left out the shape')
  })

  test('addresses are points, and those of Carson without a place are nowhere', () => {
    const nowhere = (file: string) =>
      shapesIn(file)
        .map(esriPoint)
        .filter((place) => place === null).length
    expect(nowhere('us-ca-carson/us-ca-carson-0.json')).toBe(1)
    expect(nowhere('us-mo-columbia/us-mo-columbia-0.json')).toBe(0)
  })
})
