import { expect, test } from 'vitest'
import type { StructuresData } from './data.ts'
import { summarise } from './summary.ts'

/** A parcel whose buildings have these footprints, and parts of them on it. */
function summaryOf(...buildings: [footprint_m2: number, on_parcel_m2: number][]): string {
  const data = {
    building_count: buildings.length,
    total_footprint_m2: buildings.reduce((sum, [footprint]) => sum + footprint, 0),
    buildings: buildings.map(([footprint_m2, on_parcel_m2]) => ({ footprint_m2, on_parcel_m2 })),
    structure_attributes: [],
    evaluated_against: 'parcel',
  }
  return summarise(data as unknown as StructuresData, 'surveyed')
}

test.each([
  [[[150, 5.3]], 'Part of 1 neighboring building overlaps this parcel (5.3 m2).'],
  [
    [
      [150, 5.3],
      [90, 3.34],
    ],
    'Parts of 2 neighboring buildings overlap this parcel (8.6 m2).',
  ],
  [
    [
      [100, 100],
      [150, 5.3],
    ],
    'Surveyed outlines show 1 building on this parcel and part of 1 neighboring building, 250 m2 of footprint.',
  ],
  // Half of a house of two: not a neighbor's.
  [[[100, 50]], 'Surveyed outlines show 1 building partly on this parcel, 100 m2 of footprint.'],
  [
    [
      [100, 100],
      [100, 50],
    ],
    'Surveyed outlines show 1 building on this parcel and 1 building partly on it, 200 m2 of footprint.',
  ],
] as [[number, number][], string][])('buildings of %j', (buildings, sentence) => {
  expect(summaryOf(...buildings)).toBe(sentence)
})
