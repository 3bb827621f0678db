import { expect, test } from 'vitest'
import { countyFullName } from './county-name.ts'

test.each([
  ['23019', 'Penobscot', 'Penobscot County'],
  ['22071', 'Orleans', 'Orleans Parish'],
  ['02016', 'Aleutians West', 'Aleutians West Census Area'],
  ['02013', 'Aleutians East', 'Aleutians East Borough'],
  ['02110', 'Juneau', 'Juneau City and Borough'],
  ['02020', 'Anchorage', 'Anchorage Municipality'],
  ['51059', 'Fairfax', 'Fairfax County'],
  ['51509', 'Last', 'Last County'],
  ['51510', 'Alexandria', 'Alexandria city'],
  ['51600', 'Fairfax', 'Fairfax city'],
  ['24005', 'Baltimore', 'Baltimore County'],
  ['24510', 'Baltimore', 'Baltimore city'],
  ['29510', 'St. Louis', 'St. Louis city'],
  ['11001', 'District of Columbia', 'District of Columbia'],
  ['09001', 'Fairfield', 'Fairfield County'],
  ['09099', 'Last', 'Last County'],
  ['09100', 'First', 'First Planning Region'],
  ['09110', 'Capitol', 'Capitol Planning Region'],
  ['72001', 'Adjuntas', 'Adjuntas Municipio'],
  ['78010', 'St. Croix', 'St. Croix Island'],
  ['66010', 'Guam', 'Guam'],
])('%s, %s, is %s', (geoid, name, whole) => {
  expect(countyFullName(geoid, name)).toBe(whole)
})

test('a city whose name ends in City has the word once, and Carson City has no other', () => {
  expect(countyFullName('51036', 'Charles City')).toBe('Charles City County')
  expect(countyFullName('51095', 'James City')).toBe('James City County')
  expect(countyFullName('32510', 'Carson City')).toBe('Carson City')
})

test('a name stays as it is where the code does not determine the word', () => {
  expect(countyFullName('60050', 'Western')).toBe('Western')
  expect(countyFullName('02999', 'Nowhere')).toBe('Nowhere')
  expect(countyFullName('99001', 'Sample')).toBe('Sample')
})

test('a whole name is not given its word twice', () => {
  expect(countyFullName('23019', 'Penobscot County')).toBe('Penobscot County')
})
