import { expect, test } from 'vitest'
import { CountyId } from './county-id.ts'

test.each([
  ['12-34-0010', '12340010'],
  ['12-34-0010', 'https://example.com/parcels/12_34_0010/photos'],
  ['0450', 'listing 0450 of 2025'],
  ['R-1', 'r1'],
  ['A/7', 'A-7'],
])('the parcel id %j is recognised in %j', (id, text) => {
  expect(new CountyId(id).isIn(text)).toBe(true)
})

test.each([
  ['0450', 'SLF-104501'],
  ['12', 'https://example.com/homes/12'],
  ['12-34-0010', 'https://example.com/homes/12-34-0011'],
  ['-', 'FOR_SALE'],
])('the parcel id %j is not recognised in %j', (id, text) => {
  expect(new CountyId(id).isIn(text)).toBe(false)
})
