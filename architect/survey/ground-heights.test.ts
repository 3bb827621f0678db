import { expect, test } from 'vitest'
import type { Point } from '../geometry/point.ts'
import { groundGrid } from './ground-heights.ts'

const BOX = { minX: -20, minZ: -30, maxX: 20, maxZ: 30 }
const line = (height: number, x: number) =>
  Array.from({ length: 61 }, (_, index) => ({ at: [x, index - 30] as Point, height }))
function heightAt(grid: ReturnType<typeof groundGrid>, [x, z]: Point): number {
  const column = Math.round((x - grid.corner[0]) / grid.step)
  const row = Math.round((z - grid.corner[1]) / grid.step)
  return grid.heights[row * grid.columns + column]
}

test('between contours the ground rises evenly, and past them within the least and greatest', () => {
  const heights = [...line(2, -10), ...line(3, 0), ...line(4, 10)]
  const grid = groundGrid({ box: BOX, heights, min: 1.2, max: 4.6 })
  for (const z of [-30, 0, 30]) {
    expect(heightAt(grid, [0, z])).toBeCloseTo(3, 1)
    expect(heightAt(grid, [4, z])).toBeCloseTo(3.4, 1)
    expect(heightAt(grid, [-20, z])).toBeGreaterThanOrEqual(1.2)
    expect(heightAt(grid, [-20, z])).toBeLessThan(2)
    expect(heightAt(grid, [20, z])).toBeLessThanOrEqual(4.6)
  }
})

test('one straight contour and one height make a slope', () => {
  const heights = [...line(2, 0), { at: [15, 0] as Point, height: 2.3 }]
  const grid = groundGrid({ box: BOX, heights, min: 1.5, max: 2.5 })
  expect(heightAt(grid, [0, 0])).toBeCloseTo(2, 1)
  expect(heightAt(grid, [15, 0])).toBeCloseTo(2.3, 1)
  expect(heightAt(grid, [-20, 0])).toBeLessThan(2)
})

test('a hill stays a hill, and the grid is bounded', () => {
  const ringAt = (height: number, radius: number) =>
    Array.from({ length: 400 }, (_, index) => ({
      at: [radius * Math.cos(index), radius * Math.sin(index)] as Point,
      height,
    }))
  const box = { minX: -500, minZ: -100, maxX: 500, maxZ: 100 }
  const heights = [...ringAt(10, 90), ...ringAt(20, 40)]
  const grid = groundGrid({ box, heights, min: 5, max: 24 })
  expect(heightAt(grid, [0, 0])).toBeGreaterThan(18)
  expect(heightAt(grid, [400, 0])).toBeLessThan(14)
  expect(grid.columns).toBeLessThanOrEqual(32)
  expect(grid.heights.length / grid.columns).toBeLessThanOrEqual(32)
  expect(grid.heights.every((height) => height >= 5 && height <= 24)).toBe(true)
})
