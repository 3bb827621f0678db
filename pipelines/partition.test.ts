import { expect, test } from 'vitest'
import { areaNameOf, PartitionBase } from './partition.ts'

const COUNTY = { fips: '23019', name: 'Penobscot County' }

test('what a partition covers is its place, else its county, else its area in words', () => {
  const nameOf = (fields: object) =>
    areaNameOf(PartitionBase.parse({ lock: 'a-lock', ...fields }), 'parcel/x')
  expect(nameOf({ county: COUNTY, place: 'City of Bangor' })).toBe('City of Bangor')
  expect(nameOf({ county: COUNTY })).toBe('Penobscot County')
  expect(nameOf({ area: 'the 50 states' })).toBe('the 50 states')
  expect(() => nameOf({})).toThrow('it names neither its county nor its area')
})
