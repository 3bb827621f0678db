import { expect, test } from 'vitest'
import { stateOfZip } from './zip-states.ts'

test.each([
  ['28150', 'NC'],
  ['90210', 'CA'],
  ['04401', 'ME'],
  ['00501', 'NY'],
  ['20001', 'DC'],
  ['20101', 'VA'],
  ['20601', 'MD'],
  ['88510', 'TX'],
  ['59645', 'MT'],
  // An island whose mail comes through Connecticut, and a valley reached from Idaho.
  ['06390', 'NY'],
  ['83414', 'WY'],
])('%s is a ZIP code of %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state)
})

test.each(['09001', '34001', '96201', '00100', ''])('%j belongs to no state', (zip) => {
  expect(stateOfZip(zip)).toBeNull()
})
