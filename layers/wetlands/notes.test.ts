import { describe, expect, test } from 'vitest'
import type { Location, TableRows } from '../location.ts'
import { notesOf } from './notes.ts'

const AREA_M2 = 10_000
const location = { parcel: { area_m2: AREA_M2 } } as Location
const none = { atPoint: [], onParcel: [], coverage: [], coverageOnParcel: [] }
const noteOf = (wetlands: object) =>
  notesOf(location, { ...none, ...wetlands } as unknown as TableRows, none as unknown as TableRows)

describe('land that the inventory declares to cover', () => {
  const covered = (share: number) =>
    noteOf({ coverage: [{}], coverageOnParcel: [{ parcel_m2: share * AREA_M2 }] })

  test.each([1, 0.999_5, 0.999_01])('is the whole parcel at a share of %d', (share) => {
    expect(covered(share)).not.toContain('of the parcel lies on land')
  })

  test.each([
    [0.998_99, '99.9 %'],
    [0.99, '99 %'],
    [0.5, '50 %'],
    [0, '0 %'],
  ])('is reported as a part at a share of %d', (share, text) => {
    expect(covered(share)).toContain(`Only ${text} of the parcel lies on land`)
  })
})

describe('polygons that overlap', () => {
  const overlap = 'Polygons of the inventory overlap here'
  const polygon = (share: number) => ({
    row: { wetland_key: 'a', description: 'Lake' },
    area_m2: share * AREA_M2,
  })

  test('are those whose areas are more than the parcel by more than a ten-thousandth', () => {
    expect(noteOf({ onParcel: [polygon(0.5), polygon(0.500_09)] })).not.toContain(overlap)
    expect(noteOf({ onParcel: [polygon(0.5), polygon(0.500_11)] })).toContain(overlap)
  })

  test('are those at one point too', () => {
    expect(noteOf({ atPoint: [polygon(0.1)] })).not.toContain(overlap)
    expect(noteOf({ atPoint: [polygon(0.1), polygon(0.1)] })).toContain(overlap)
  })
})
