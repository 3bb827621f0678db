import geographiclib from 'geographiclib-geodesic'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { linesOf } from '../tests/fixtures/ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { distanceM } from './distance.ts'
import type { GridPoint } from './grid-point.ts'
import type { Lines } from './lines.ts'
import { linesToWkb, wkbToLines } from './lines-wkb.ts'
import { nearestOnLines } from './nearest-on-lines.ts'
import { GRID } from './polygons.ts'

// A CommonJS package whose names Node does not find by itself.
const { Geodesic } = geographiclib

type Position = [lng: number, lat: number]

/** A street of one to three lines that wanders from a point, some hundred metres long. */
function street(random: () => number, [lng, lat]: Position): Lines {
  const wander = () => {
    let at: Position = [lng + (random() - 0.5) * 0.004, lat + (random() - 0.5) * 0.004]
    return Array.from({ length: 2 + Math.floor(random() * 40) }, () => {
      at = [at[0] + (random() - 0.4) * 0.0008, at[1] + (random() - 0.5) * 0.0008]
      return at
    })
  }
  return linesOf(...Array.from({ length: 1 + Math.floor(random() * 3) }, wander))
}

describe('lines on the grid', () => {
  test('round trip through WKB, one line and several', () => {
    const random = seededRandom(11)
    for (let i = 0; i < 300; i++) {
      const lines = street(random, [-180 + random() * 360, -80 + random() * 160])
      expect(wkbToLines(linesToWkb(lines))).toEqual(lines)
    }
  })

  test('are read in either byte order, with heights and an SRID, and areas are refused', () => {
    const bytes = Buffer.alloc(1 + 4 + 4 + 4 + 2 * 24)
    bytes.writeUInt32BE(0xa0000002, 1)
    bytes.writeUInt32BE(4326, 5)
    bytes.writeUInt32BE(2, 9)
    for (const [i, value] of [-72, 30, 5, -71, 31, 6].entries())
      bytes.writeDoubleBE(value, 13 + i * 8)
    const line: Position[] = [
      [-72, 30],
      [-71, 31],
    ]
    expect(wkbToLines(bytes)).toEqual(linesOf(line))
    const area = Buffer.from([1, 3, 0, 0, 0, 0, 0, 0, 0])
    expect(() => wkbToLines(area)).toThrow('WKB type 3 is not linear')
  })

  test('lose repeated points, and a line of one point vanishes', () => {
    const lines = linesOf(
      [
        [-72, 30],
        [-72 + 1e-8, 30],
        [-71, 30],
        [-72, 30],
      ],
      [
        [-72, 30],
        [-72, 30 + 4e-8],
      ],
    )
    expect([...lines.lineEnds]).toEqual([3])
    expect([...lines.coords].map((unit) => unit / GRID)).toEqual([-72, 30, -71, 30, -72, 30])
  })
})

describe('the point on lines that is nearest to another point', () => {
  const metres = ([ax, ay]: GridPoint, [bx, by]: GridPoint) =>
    Geodesic.WGS84.Inverse(ay / GRID, ax / GRID, by / GRID, bx / GRID).s12!

  /** Every edge walked in small steps, measured by geodesics. */
  function walked({ coords, lineEnds }: Lines, from: GridPoint) {
    const steps = 64
    let best = { distance_m: Infinity, before_m: 0 }
    let before_m = 0
    let start = 0
    for (const end of lineEnds) {
      for (let i = start * 2; i < end * 2 - 2; i += 2) {
        const at = (t: number): GridPoint => [
          coords[i] + t * (coords[i + 2] - coords[i]),
          coords[i + 1] + t * (coords[i + 3] - coords[i + 1]),
        ]
        const length = metres(at(0), at(1))
        for (let step = 0; step <= steps; step++) {
          const distance_m = metres(from, at(step / steps))
          if (distance_m < best.distance_m)
            best = { distance_m, before_m: before_m + (length * step) / steps }
        }
        before_m += length
      }
      start = end
    }
    return { ...best, length_m: before_m }
  }

  test('is the same as by walking along them, from the equator to 71 N and over 180', () => {
    const random = seededRandom(12)
    for (let i = 0; i < (isLongRun ? 120 : 30); i++) {
      const lat = random() * 71
      // Grid units east of 180 are west of it: the point lies across the line of dates.
      const lng = i % 5 === 0 ? 179.99 : -150 + random() * 200
      const lines = street(random, [lng, lat])
      const east = lng + (random() - 0.3) * (i % 5 === 0 ? 0.04 : 0.01)
      const point: GridPoint = [
        Math.round((east > 180 ? east - 360 : east) * GRID),
        Math.round((lat + (random() - 0.5) * 0.008) * GRID),
      ]
      const found = nearestOnLines(lines, point)
      const oracle = walked(lines, point)
      // A step of the walk is 2 m at most: its nearest point is at most that much farther.
      expect(found.distance_m).toBeLessThan(oracle.distance_m + 0.02)
      expect(found.distance_m).toBeGreaterThan(oracle.distance_m - 1)
      expect(metres(point, found.point)).toBeCloseTo(found.distance_m, 1)
      expect(distanceM(point, found.point)).toBeCloseTo(found.distance_m, 1)
      // Two points may be equally near: then the share is of the one that was found.
      const rival = Math.abs(found.share * oracle.length_m - oracle.before_m)
      if (rival > 3) expect(found.distance_m).toBeCloseTo(oracle.distance_m, 0)
    }
  })

  test('has a share of the length before it, without gaps between lines', () => {
    const lines = linesOf(
      [
        [-72, 30],
        [-71.999, 30],
      ],
      [
        [-71.99, 30],
        [-71.987, 30],
      ],
    )
    const shareAt = (lng: number) =>
      nearestOnLines(lines, [lng * GRID, Math.round(30.0001 * GRID)]).share
    expect(shareAt(-73)).toBe(0)
    expect(shareAt(-71.9995)).toBeCloseTo(0.125, 6)
    expect(shareAt(-71.998)).toBeCloseTo(0.25, 6)
    expect(shareAt(-71.9885)).toBeCloseTo(0.625, 6)
    expect(shareAt(-71)).toBe(1)
  })

  test('has the side of the line in the direction it was drawn, at corners too', () => {
    // East, then sharply back to the north-west.
    const hook = linesOf([
      [-72, 30],
      [-71.998, 30],
      [-71.9995, 30.001],
    ])
    const side = (lng: number, lat: number) =>
      nearestOnLines(hook, [Math.round(lng * GRID), Math.round(lat * GRID)]).side
    expect(side(-71.999, 30.0001)).toBe('left')
    expect(side(-71.999, 29.9999)).toBe('right')
    // Beyond the tip: left of the first edge drawn on, right of the second.
    expect(side(-71.9979, 30.0001)).toBe('right')
    expect(side(-71.9979, 29.9999)).toBe('right')
    expect(side(-72.0001, 30.0001)).toBe('left')
    const turned = linesOf([
      [-71.9995, 30.001],
      [-71.998, 30],
      [-72, 30],
    ])
    const at: GridPoint = [Math.round(-71.9979 * GRID), Math.round(30.0001 * GRID)]
    expect(nearestOnLines(turned, at).side).toBe('left')
  })
})
