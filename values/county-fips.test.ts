import { describe, expect, test } from 'vitest'
import { countyCounterparts } from './county-fips.ts'

/**
 * Towns of Connecticut with their county and their planning region: for each county, towns that
 * went to another region than most of the county, and one that did not.
 */
const TOWNS = {
  Hartford: ['09003', '09110'],
  Tolland: ['09013', '09110'],
  Bridgeport: ['09001', '09120'],
  Middletown: ['09007', '09130'],
  'Old Lyme': ['09011', '09130'],
  Waterbury: ['09009', '09140'],
  Shelton: ['09001', '09140'],
  Bristol: ['09003', '09140'],
  Watertown: ['09005', '09140'],
  Killingly: ['09015', '09150'],
  Union: ['09013', '09150'],
  Voluntown: ['09011', '09150'],
  Torrington: ['09005', '09160'],
  Burlington: ['09003', '09160'],
  'New Haven': ['09009', '09170'],
  Norwich: ['09011', '09180'],
  'Windham town': ['09015', '09180'],
  Stamford: ['09001', '09190'],
  'New Milford': ['09005', '09190'],
}

describe('Connecticut has two FIPS schemes', () => {
  test.each(Object.entries(TOWNS))('%s is found from its county and its region', (_, [a, b]) => {
    expect(countyCounterparts(a)).toContain(b)
    expect(countyCounterparts(b)).toContain(a)
  })

  test('and only the pairs that a town accounts for', () => {
    const pairs = new Set(Object.values(TOWNS).map(([county]) => county))
    const listed = [...pairs].flatMap((county) =>
      countyCounterparts(county).map((region) => `${county} ${region}`),
    )
    const towns = Object.values(TOWNS).map((pair) => pair.join(' '))
    expect(listed.sort()).toEqual([...new Set(towns)].sort())
    expect(pairs.size).toBe(8)
    expect(new Set(Object.values(TOWNS).map(([, region]) => region)).size).toBe(9)
  })
})

test('a county that was split has all of its parts, and each part the whole', () => {
  expect(countyCounterparts('02261')).toEqual(['02063', '02066'])
  expect(countyCounterparts('02063')).toEqual(['02261'])
  expect(countyCounterparts('02275')).toEqual(['02201', '02280'])
  expect(countyCounterparts('02280')).toEqual(['02195', '02198', '02275'])
})

test('a county that was renamed is found under both codes', () => {
  for (const [before, after] of [
    ['02270', '02158'],
    ['46113', '46102'],
    ['12025', '12086'],
  ]) {
    expect(countyCounterparts(before)).toEqual([after])
    expect(countyCounterparts(after)).toEqual([before])
  }
})

test('a county that took in a city does not answer with the rows of that city', () => {
  expect(countyCounterparts('51515')).toEqual(['51019'])
  expect(countyCounterparts('51019')).toEqual([])
  expect(countyCounterparts('51560')).toEqual(['51005'])
  expect(countyCounterparts('51005')).toEqual([])
  expect(countyCounterparts('02130')).toEqual([])
})

test('a county that never changed has no other code', () => {
  expect(countyCounterparts('23019')).toEqual([])
})
