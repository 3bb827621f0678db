import { describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { collect } from '../../geometry/rings.ts'
import { corners, type Point, polygonWkt } from '../../tests/fixtures/ground.ts'
import { wktToPolygons } from '../../tests/layer-fixture.ts'
import { RowError } from '../../values/row-error.ts'
import { isSound, repair, union } from './repair.ts'
import { Tally } from './tally.ts'

/** Rings in millionths of a degree east of 72 W and north of 30 N, about 0.1 m each. */
function area(...rings: Point[][]): Polygons {
  const degrees = ([x, y]: Point): Point => [-72 + x / 1e6, 30 + y / 1e6]
  return wktToPolygons(polygonWkt(...rings.map((ring) => ring.map(degrees))))
}

const square = (x: number, y: number, side: number) => corners(x, y, x + side, y + side)

/** Several polygons of one feature, one ring each. */
function areas(...rings: Point[][]): Polygons {
  return collect(rings.map((ring) => area(ring)))
}

function errorOf(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

function repaired(polygons: Polygons) {
  const tally = new Tally()
  return { polygons: repair(polygons, tally), tally }
}

describe('repair', () => {
  test('leaves a sound area as it is, and counts nothing', () => {
    const sound = area(square(0, 0, 1000), square(200, 200, 100))
    const { polygons, tally } = repaired(sound)
    expect(polygons).toBe(sound)
    expect(tally).toEqual(new Tally())
  })

  test('leaves a hole that touches its shell in a point as it is: that is legal', () => {
    const hole: Point[] = [
      [0, 500],
      [100, 400],
      [100, 600],
    ]
    const shell: Point[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
      [0, 500],
    ]
    const touching = area(shell, hole)
    expect(repaired(touching).polygons).toBe(touching)
  })

  test.each<[string, string, Polygons, number]>([
    [
      'a spike',
      'self_intersection',
      area([
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [500, 1000],
        [500, 3000],
        [500, 1000],
        [0, 1000],
      ]),
      1,
    ],
    [
      'a twisted corner',
      'self_intersection',
      area([
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [20, 1000],
        [0, 980],
        [0, 1000],
        [20, 980],
      ]),
      2,
    ],
    [
      'a ring pinched in the middle',
      'self_intersection',
      area([
        [0, 0],
        [500, 500],
        [1000, 0],
        [1000, 1000],
        [500, 500],
        [0, 1000],
      ]),
      2,
    ],
    [
      'a small hole next to its shell',
      'hole_outside_shell',
      area(square(0, 0, 1000), square(2000, 0, 20)),
      2,
    ],
  ])('makes a sound area of %s and reports the change', (_name, fault, broken, parts) => {
    expect(isSound(broken)).toBe(false)
    const { polygons, tally } = repaired(broken)
    expect(isSound(polygons)).toBe(true)
    expect(polygons.polygonEnds).toHaveLength(parts)
    const change = areaM2(polygons) - areaM2(broken)
    expect(tally.repairs).toEqual({
      [fault]: { count: 1, area_change_m2: expect.closeTo(change, 3) },
    })
  })

  // A hole next to its shell becomes land: twice its area more. Land drawn twice is lost once.
  test.each<[string, Polygons, change_pct: number, isBelieved: boolean]>([
    ['gains 4.995 %', area(square(0, 0, 10_000), square(20_000, 0, 1561)), 4.995, true],
    ['gains 5.002 %', area(square(0, 0, 10_000), square(20_000, 0, 1562)), 5.002, false],
    ['gains 9.2 % and 9.4 m2', area(square(0, 0, 100), square(200, 0, 21)), 9.23, true],
    ['gains 10.2 % and 10.4 m2', area(square(0, 0, 100), square(200, 0, 22)), 10.17, false],
    ['loses 4.995 %', areas(square(0, 0, 10_000), square(9001, 0, 10_000)), -4.995, true],
    ['loses 5.005 %', areas(square(0, 0, 10_000), square(8999, 0, 10_000)), -5.005, false],
    ['loses 5.6 % and 9.6 m2', areas(square(0, 0, 90), square(80, 0, 90)), -5.56, true],
    ['loses 6.1 % and 10.6 m2', areas(square(0, 0, 90), square(79, 0, 90)), -6.11, false],
  ])(
    'a repair by which an area %s is believed up to 5 % or 10 m2',
    (_name, broken, pct, believed) => {
      const before = areaM2(broken)
      const after = before * (1 + pct / 100)
      const tally = new Tally()
      if (believed) {
        expect((areaM2(repair(broken, tally)) / before - 1) * 100).toBeCloseTo(pct, 2)
        expect(Object.values(tally.repairs)).toMatchObject([{ count: 1 }])
        return
      }
      expect(() => repair(broken, tally)).toThrow(RowError)
      const { message } = errorOf(() => repair(broken, tally))
      const [from, to] = /from (\d+) to (\d+) m2/.exec(message)!.slice(1).map(Number)
      expect(Math.abs(from - before)).toBeLessThan(1)
      expect(Math.abs(to - after)).toBeLessThan(1 + before / 10_000)
      expect(tally).toEqual(new Tally())
    },
  )

  test('refuses a repair that would make another shape of it', () => {
    const bowTie = area([
      [0, 0],
      [3000, 3000],
      [3000, 0],
      [0, 4000],
    ])
    const tally = new Tally()
    expect(() => repair(bowTie, tally)).toThrow(RowError)
    expect(() => repair(bowTie, tally)).toThrow(/would change its area from \d+ to \d+ m2/)
    expect(tally).toEqual(new Tally())
  })
})

describe('union', () => {
  test('of neighbours is one area, of strangers several, of one the very same', () => {
    const one = area(square(0, 0, 1000))
    expect(union([one])).toBe(one)
    const neighbours = union([one, area(square(1000, 0, 1000)), area(square(500, 500, 1000))])
    expect(neighbours.polygonEnds).toHaveLength(1)
    expect(areaM2(neighbours)).toBeCloseTo(areaM2(one) * 2.5, 0)
    const strangers = union([one, area(square(5000, 0, 1000))])
    expect(strangers.polygonEnds).toHaveLength(2)
    expect(isSound(strangers)).toBe(true)
  })

  test('around a court leaves the court out', () => {
    const sides = [
      [0, 0],
      [1000, 0],
      [2000, 0],
      [0, 1000],
      [2000, 1000],
      [0, 2000],
      [1000, 2000],
      [2000, 2000],
    ].map(([x, y]) => area(square(x, y, 1000)))
    const ring = union(sides)
    expect([ring.polygonEnds.length, ring.ringEnds.length]).toEqual([1, 2])
    expect(areaM2(ring)).toBeCloseTo(
      sides.reduce((sum, side) => sum + areaM2(side), 0),
      3,
    )
  })
})
