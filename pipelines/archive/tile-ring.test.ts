import { describe, expect, test } from 'vitest'
import { repairPolygon } from './polygon-repair.ts'
import { ringArea } from './ring-nesting.ts'
import { TileRing } from './tile-ring.ts'

function loaded(points: number[], shift = 0, x = 0, y = 0): number[] | null {
  const ring = new TileRing()
  const isDrawn = ring.load(Int32Array.from(points), 0, points.length, { shift, x, y, side: 4096 })
  return isDrawn ? [...ring.points.subarray(0, ring.size)] : null
}

describe('a ring in a tile', () => {
  test('is clipped to the tile and its buffer of 64 units', () => {
    expect(loaded([-1000, 100, 5000, 100, 5000, 200, -1000, 200])).toEqual([
      -64, 100, 4160, 100, 4160, 200, -64, 200,
    ])
  })

  test('that fills the tile becomes the tile', () => {
    const area = 4224 * 4224
    const points = loaded([-9e6, -9e6, 9e6, -9e6, 9e6, 9e6, -9e6, 9e6])
    expect(points).toHaveLength(8)
    expect(ringArea(points!)).toBe(area)
  })

  test('outside the buffer is not drawn', () => {
    expect(loaded([5000, 0, 6000, 0, 6000, 100])).toBeNull()
  })

  test('is rounded to the units of its zoom and loses points that rounding made straight', () => {
    expect(loaded([0, 0, 400, 1, 800, 0, 800, 800, 0, 800], 3)).toEqual([
      0, 0, 100, 0, 100, 100, 0, 100,
    ])
  })

  test('thinner than a unit is not drawn', () => {
    expect(loaded([0, 0, 800, 0, 800, 1, 0, 1], 3)).toBeNull()
  })

  test('loses a spike', () => {
    expect(loaded([0, 0, 10, 0, 10, 10, 10, 50, 10, 10, 0, 10])).toEqual([
      0, 0, 10, 0, 10, 10, 0, 10,
    ])
  })
})

describe('a polygon that crosses itself', () => {
  const repair = (...rings: number[][]): number[][][] => {
    let end = 0
    const ends = rings.map((ring) => {
      end += ring.length
      return end
    })
    return repairPolygon({ points: Int32Array.from(rings.flat()), ends })
  }

  test('retains the lobe that is the right way round and drops the other', () => {
    const polygons = repair([0, 0, 100, 0, 100, 100, 40, 100, 60, 120, 0, 100])
    const area = polygons.flat().reduce((sum, ring) => sum + ringArea(ring), 0)
    expect(polygons).toHaveLength(1)
    for (const [shell] of polygons) expect(ringArea(shell)).toBeGreaterThan(0)
    expect(Math.abs(area - 10_000)).toBeLessThan(600)
  })

  test('whose hole touches its shell along an edge is cut open there', () => {
    const polygons = repair([0, 0, 100, 0, 100, 100, 0, 100], [0, 60, 50, 60, 50, 40, 0, 40])
    expect(polygons).toHaveLength(1)
    expect(polygons[0]).toHaveLength(1)
    expect(ringArea(polygons[0][0])).toBe(9000)
  })
})
