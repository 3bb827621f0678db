import { expect, test } from 'vitest'
import { areaNameOf, PartitionBase } from './partition.ts'

const COUNTY = { fips: '23019', name: 'Penobscot County' }

test('the name of a covered area is the place, else the county, else the area', () => {
  const nameOf = (fields: object) =>
    areaNameOf(PartitionBase.parse({ lock: 'a-lock', ...fields }), 'parcel/x')
  expect(nameOf({ county: COUNTY, place: 'City of Bangor' })).toBe('City of Bangor')
  expect(nameOf({ county: COUNTY })).toBe('Penobscot County')
  expect(nameOf({ area: 'the 50 states' })).toBe('the 50 states')
  expect(() => nameOf({})).toThrow('it names neither its county nor its area')
})
