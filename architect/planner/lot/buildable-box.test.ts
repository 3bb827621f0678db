import { expect, test } from 'vitest'
import { buildableBox } from './buildable-box.ts'
import type { Lot, LotZoning } from './lot.ts'

const zoning = (fields: Partial<LotZoning>): LotZoning => ({
  district: 'R-1',
  setbacks: null,
  heightMax: null,
  floorAreaRatioMax: null,
  coverageMax: null,
  note: null,
  ...fields,
})
/** 20 m west to east, 40 m south to north. */
const LOT: Lot = {
  parcel: [
    [0, 0],
    [20, 0],
    [20, -40],
    [0, -40],
  ],
  front: 'south',
  zoning: zoning({ setbacks: { front: 7.5, side: 2, rear: 5 }, coverageMax: 0.4 }),
  flood: null,
}

test('setbacks are measured from the street, the sides and the rear', () => {
  const { box, parcelArea, coverMax, floorMax } = buildableBox(LOT)
  expect([box?.minX, box?.maxX, box?.minZ, box?.maxZ].map((each) => each?.toFixed(2))).toEqual([
    '2.00',
    '18.00',
    '-35.00',
    '-7.50',
  ])
  expect([parcelArea, coverMax, floorMax]).toEqual([800, 320, null])
})

test('where the street is in the east, the front is there', () => {
  const { box } = buildableBox({ ...LOT, front: 'east' })
  expect([box?.minX, box?.maxX].map((each) => each?.toFixed(2))).toEqual(['5.00', '12.50'])
  expect([box?.minZ, box?.maxZ].map((each) => each?.toFixed(2))).toEqual(['-38.00', '-2.00'])
})

test('where the street is unknown, the greatest setback holds on all borders', () => {
  const { box } = buildableBox({ ...LOT, front: null })
  expect([box?.minX, box?.maxX].map((each) => each?.toFixed(2))).toEqual(['7.50', '12.50'])
})

test('a ring in the other direction is the same lot', () => {
  const turned = { ...LOT, parcel: LOT.parcel.toReversed() }
  expect(buildableBox(turned).box).toEqual(buildableBox(LOT).box)
})

test('setbacks may leave nothing', () => {
  const strict = { ...LOT, zoning: zoning({ setbacks: { front: 20, side: 2, rear: 21 } }) }
  expect(buildableBox(strict).box).toBeNull()
})
