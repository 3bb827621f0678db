import { expect, test } from 'vitest'
import { parseAddress } from '../parsing/address-reading.ts'
import { tokenize } from '../parsing/tokens.ts'
import { unitOf } from '../parsing/unit.ts'
import { formatAddress } from './formatted-address.ts'

const PLACE = { city: 'Sampleton', state: 'ZZ', zip: '99801' }

test.each([
  [{ number: '12a', street: 'MAIN ST', ...PLACE }, '12A MAIN ST, Sampleton, ZZ 99801'],
  [{ ...PLACE, zip: null }, 'Sampleton, ZZ'],
  [{ ...PLACE, city: null }, 'ZZ 99801'],
  [{ street: 'MAIN ST', city: null, state: null, zip: null }, 'MAIN ST'],
  [{ city: null, state: null, zip: null }, ''],
])('%o is %j', (parts, line) => {
  expect(formatAddress(parts)).toBe(line)
})

test.each([
  ['3', 'UNIT 3'],
  ['2-4B', 'UNIT 2-4B'],
  ['APT 3', 'APT 3'],
  ['Ste. 3', 'Ste. 3'],
  ['#3', '#3'],
  ['# 3', '# 3'],
  ['REAR', 'REAR'],
  ['2ND FL', '2ND FL'],
  ['PH1', 'PH1'],
  ['BLDG 2 APT 4B', 'BLDG 2 APT 4B'],
  ['TOWER', 'UNIT TOWER'],
])('the unit %j is formatted as %j, and parsed as the same unit', (unit, formatted) => {
  const line = formatAddress({ number: '12', street: 'MAIN ST', unit, ...PLACE })
  expect(line).toBe(`12 MAIN ST ${formatted}, Sampleton, ZZ 99801`)
  const [first] = parseAddress(line)
  expect(first.unit).toBe(unitOf(tokenize(unit)))
})
