import { expect, test } from 'vitest'
import { describeHydrologicGroup, HYDROLOGIC_GROUPS } from './soil-codes.ts'
import { unitKind } from './unit-kind.ts'

test.each([
  ['W', 'Water', 'water'],
  ['CW', 'Census water', 'water'],
  ['Ws', 'Water, saline', 'water'],
  ['M-W', 'Miscellaneous water', 'water'],
  ['W', null, 'water'],
  // Waterboro is a soil series; a survey may give W to a soil, and then its name is a soil's.
  ['WaB', 'Waterboro silt loam, 3 to 8 percent slopes', 'soil'],
  ['W', 'Warsaw loam', 'soil'],
  ['Wb', null, 'soil'],
  ['NOTCOM', 'No Digital Data Available', 'not_surveyed'],
  ['NOTCOM', null, 'not_surveyed'],
  ['DA', 'Access denied', 'not_surveyed'],
  ['Ur', 'Urban land', 'soil'],
  [null, null, 'soil'],
])('the symbol %s with the name %s is %s', (symbol, name, expected) => {
  expect(unitKind(symbol, name)).toBe(expected)
})

test('a dual group has both letters, and the undrained one is named', () => {
  const words = HYDROLOGIC_GROUPS.map(describeHydrologicGroup)
  expect(words).toEqual([
    'hydrologic group A',
    'hydrologic group A/D (D unless drained)',
    'hydrologic group B',
    'hydrologic group B/D (D unless drained)',
    'hydrologic group C',
    'hydrologic group C/D (D unless drained)',
    'hydrologic group D',
  ])
})
