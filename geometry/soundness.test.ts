import initGeos from 'geos-wasm'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { corners, type Point, polygonsOf, type Ring } from '../tests/fixtures/ground.ts'
import { GRID, type Polygons } from './polygons.ts'
import { faultOf } from './soundness.ts'
import { polygonsToWkb } from './wkb.ts'

// It would print the position of every fault.
const geos = await initGeos({ noticeHandler: () => {} })

/** The verdict of GEOS, which is the oracle. */
function isValid(polygons: Polygons): boolean {
  const wkb = polygonsToWkb(polygons)
  const pointer = geos.Module._malloc(wkb.length)
  geos.Module.HEAPU8.set(wkb, pointer)
  const geometry = geos.GEOSGeomFromWKB_buf(pointer, wkb.length)
  geos.Module._free(pointer)
  const answer = geos.GEOSisValid(geometry)
  geos.GEOSGeom_destroy(geometry)
  return answer === 1
}

/** Polygons of shells with their holes, in grid units moved to the open Atlantic. */
function unitPolygons(...parts: Ring[][]): Polygons {
  const degrees = ([x, y]: Point): Point => [-72 + x / GRID, 30 + y / GRID]
  return polygonsOf(...parts.map((rings) => rings.map((ring) => ring.map(degrees))))
}

const box = (x: number, y: number, side: number) => corners(x, y, x + side, y + side)

const CASES: [string, Polygons, ReturnType<typeof faultOf>][] = [
  ['a square', unitPolygons([box(0, 0, 100)]), null],
  ['a square with a hole', unitPolygons([box(0, 0, 100), box(20, 20, 10)]), null],
  ['two squares apart', unitPolygons([box(0, 0, 100)], [box(200, 0, 100)]), null],
  [
    'a bow-tie',
    unitPolygons([
      [
        [0, 0],
        [100, 100],
        [100, 0],
        [0, 120],
      ],
    ]),
    'self_intersection',
  ],
  [
    'a spike',
    unitPolygons([
      [
        [0, 0],
        [100, 0],
        [100, 100],
        [50, 100],
        [50, 200],
        [50, 100],
        [0, 100],
      ],
    ]),
    'self_intersection',
  ],
  [
    'a spike along its own edge',
    unitPolygons([
      [
        [0, 0],
        [100, 0],
        [60, 0],
        [60, 80],
      ],
    ]),
    'self_intersection',
  ],
  [
    'a hole outside its shell',
    unitPolygons([box(0, 0, 100), box(200, 0, 10)]),
    'hole_outside_shell',
  ],
  ['a hole across its shell', unitPolygons([box(0, 0, 100), box(95, 50, 10)]), 'ring_contact'],
  ['a hole along its shell', unitPolygons([box(0, 0, 100), box(0, 50, 10)]), 'ring_contact'],
  [
    'polygons that share an edge',
    unitPolygons([box(0, 0, 100)], [box(100, 0, 100)]),
    'ring_contact',
  ],
  ['polygons that overlap', unitPolygons([box(0, 0, 100)], [box(50, 50, 100)]), 'ring_contact'],
]

describe('faults', () => {
  test.each(CASES)('of %s', (_name, polygons, fault) => {
    expect(faultOf(polygons)).toBe(fault)
    expect(isValid(polygons)).toBe(fault === null)
  })

  test('legal contacts are only suspected: GEOS decides', () => {
    const corner = unitPolygons([box(0, 0, 100)], [box(100, 100, 100)])
    expect([faultOf(corner), isValid(corner)]).toEqual(['ring_contact', true])
  })

  test('one polygon within another, or a hole within a hole, is not a sound area', () => {
    for (const polygons of [
      unitPolygons([box(0, 0, 100)], [box(20, 20, 10)]),
      unitPolygons([box(20, 20, 10)], [box(0, 0, 100)]),
      unitPolygons([box(0, 0, 100), box(10, 10, 50), box(20, 20, 10)]),
      unitPolygons([box(0, 0, 100), box(20, 20, 10), box(10, 10, 50)]),
    ]) {
      expect(isValid(polygons)).toBe(false)
      expect(faultOf(polygons)).not.toBeNull()
    }
  })

  test('a polygon in the hole of another is sound', () => {
    const island = unitPolygons([box(0, 0, 100), box(10, 10, 50)], [box(20, 20, 10)])
    expect(isValid(island)).toBe(true)
    expect(faultOf(island)).toBeNull()
  })
})

/** Rings of every kind of trouble: on a coarse grid, so that points and edges fall together. */
function randomPolygons(random: () => number): Polygons {
  const whole = (limit: number) => Math.floor(random() * limit)
  const wild = (): Point[] =>
    Array.from({ length: 3 + whole(6) }, (): Point => [whole(12), whole(12)])
  const star = (x: number, y: number, radius: number): Point[] => {
    const points = 3 + whole(8)
    return Array.from({ length: points }, (_, i): Point => {
      const angle = (i / points) * 2 * Math.PI
      const length = radius * (0.4 + 0.6 * random())
      return [Math.round(x + length * Math.cos(angle)), Math.round(y + length * Math.sin(angle))]
    })
  }
  const ring = () => (random() < 0.4 ? wild() : star(whole(40), whole(40), 4 + whole(25)))
  const parts = Array.from({ length: 1 + whole(3) }, () =>
    Array.from({ length: 1 + (random() < 0.5 ? 0 : whole(3)) }, ring),
  )
  return unitPolygons(...parts)
}

test('no polygon that GEOS calls invalid passes as sound', () => {
  const random = seededRandom(20261121)
  let sound = 0
  let invalid = 0
  for (let i = 0; i < 10_000; i++) {
    const polygons = randomPolygons(random)
    if (polygons.polygonEnds.length === 0) continue
    const valid = isValid(polygons)
    if (!valid) invalid++
    if (faultOf(polygons) === null) {
      sound++
      if (!valid) expect.fail(`polygon ${i} is invalid: ${JSON.stringify([...polygons.coords])}`)
    }
  }
  // Both kinds must occur often enough.
  expect(sound).toBeGreaterThan(1000)
  expect(invalid).toBeGreaterThan(1000)
})
