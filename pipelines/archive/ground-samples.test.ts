import { expect, test } from 'vitest'
import { GroundSamples } from './ground-samples.ts'
import type { FlatRing } from './ring-nesting.ts'

/** A box in tile units. */
const box = (west: number, north: number, east: number, south: number): FlatRing => [
  ...[west, north, east, north],
  ...[east, south, west, south],
]

/** Measures zoom 13 of a layer that zoom 14 draws as two lots, which fill the tile 14/0/0. */
function measured(features: FlatRing[][]) {
  const samples = new GroundSamples(14, [[0, 0]])
  samples.add(14, 0, 0, [[box(0, 0, 2000, 4096)], [box(2000, 0, 4096, 4096)]])
  expect(samples.measure(14)).toMatchObject({ covered_pct: 100, gap_pct: 0, overlap_pct: 0 })
  samples.add(13, 0, 0, features)
  return samples.measure(13)
}

test('lots that share their border cover all of it', () => {
  const lots = [[box(0, 0, 1000, 2048)], [box(1000, 0, 2048, 2048)]]
  expect(measured(lots)).toEqual({
    ...{ zoom: 13, covered_pct: 100, gap_pct: 0, overlap_pct: 0 },
    spacing: 8,
  })
})

test('a border that parts is a gap, and one that is crossed an overlap', () => {
  const parted = measured([[box(0, 0, 984, 2048)], [box(1016, 0, 2048, 2048)]])
  expect(parted.covered_pct).toBeCloseTo(100 - (100 * 32) / 2048, 1)
  expect(parted.gap_pct).toBeCloseTo((100 * 32) / 2048, 1)
  expect(parted.overlap_pct).toBe(0)
  const crossed = measured([[box(0, 0, 1016, 2048)], [box(984, 0, 2048, 2048)]])
  expect(crossed).toMatchObject({ covered_pct: 100, gap_pct: 0 })
  expect(crossed.overlap_pct).toBeCloseTo((100 * 32) / 2048, 1)
})

test('a rim that moves by a few units is neither', () => {
  const { covered_pct, gap_pct } = measured([[box(3, 0, 1000, 2048)], [box(1000, 0, 2048, 2048)]])
  expect(covered_pct).toBeLessThan(100)
  expect(gap_pct).toBe(0)
})

test('units stacked on one lot are not an overlap: they are that at the highest zoom too', () => {
  const samples = new GroundSamples(14, [[5, 5]])
  const lot = [box(0, 0, 4096, 4096)]
  samples.add(14, 5, 5, [lot, lot])
  samples.measure(14)
  const half = [box(2048, 2048, 4096, 4096)]
  samples.add(13, 2, 2, [half, half])
  expect(samples.measure(13)).toMatchObject({ covered_pct: 100, overlap_pct: 0 })
})

test('a hole is not covered, and ground without tiles is not measured', () => {
  const samples = new GroundSamples(14, [[0, 0]])
  samples.add(14, 0, 0, [[box(0, 0, 4096, 4096)]])
  samples.measure(14)
  const hole = box(256, 256, 768, 768).reverse()
  samples.add(13, 0, 0, [[box(0, 0, 4096, 4096), hole]])
  const { covered_pct, gap_pct } = samples.measure(13)
  expect(covered_pct).toBeCloseTo(100 - 6.25, 0)
  expect(gap_pct).toBeCloseTo(6.25, 0)
})
