import { describe, expect, test } from 'vitest'
import { baseKeyOf, parseStreetName, parseUntyped, streetKey } from './street-name.ts'
import { tokenize } from './tokens.ts'

/** Spellings of streets, by the key that they share. */
const ONE_STREET: [key: string, spellings: string[]][] = [
  ['ne|16|ave|', ['NE 16 AVE', 'N.E. 16th Avenue', 'Northeast Sixteenth Ave', 'N E 16 AV']],
  ['|5|ave|s', ['5 AVE S', '5th Avenue South', 'FIFTH AVE SO', '05 AV S']],
  ['|21|st|', ['21 ST', '21st Street', 'Twenty-First St', 'TWENTY FIRST ST']],
  ['|hwy1|us|', ['US HWY 1', 'U.S. Highway 1', 'US 1', 'US-1', 'HWY US 1', 'US ROUTE 1']],
  ['|hwy26|sr|', ['SR 26', 'STATE ROAD 26', 'State Rte 26', 'FL-26', 'FL HWY 26', 'S.R. 26']],
  ['|hwy325|cr|', ['CR 325', 'County Road 325', 'CO RD 325', 'CNTY HWY 325']],
  ['|hwy95|i|', ['I 95', 'I-95', 'Interstate 95', 'INTERSTATE HWY 95']],
  ['|hwy9||', ['HWY 9', 'Highway 9', 'ROUTE 9', 'RTE 9']],
  ['|saintcloud|ave|', ['ST CLOUD AVE', 'Saint Cloud Avenue', 'ST. CLOUD AVE']],
  ['|mountvernon|dr|', ['MT VERNON DR', 'Mount Vernon Drive']],
  ['|mcginnis|rd|', ['MC GINNIS RD', 'McGinnis Road']],
  ['|obrien|st|', ["O'BRIEN ST", 'OBrien Street', 'O’Brien St.']],
  ['|e|ave|', ['AVENUE E', 'Ave E', 'E AVE']],
  ['|n|st|', ['NORTH ST', 'N ST', 'North Street']],
  ['|umbrellapine|ct|', ['UMBRELLA PINE CT', 'Umbrellapine Court']],
  ['n|oakhill|rd|', ['N OAK HILL RD', 'North Oak Hill Road']],
  [
    'w|martinlutherkingjr|blvd|',
    ['W MARTIN LUTHER KING JR BLVD', 'West Martin Luther King, Jr. Boulevard'],
  ],
  ['n|e|st|', ['N E ST', 'North E Street']],
  ['|canon|st|', ['CAÑON ST', 'Canon Street']],
  ['|hillanddale|rd|', ['HILL &amp; DALE RD', 'Hill & Dale Rd', 'HILL AND DALE RD']],
]

describe.each(ONE_STREET)('%s', (key, spellings) => {
  test.each(spellings)('is the key of %j', (spelling) => {
    expect(streetKey(spelling)).toBe(key)
  })
})

test.each([
  ['N OAK HILL RD', 'N HILL RD'],
  ['S UMBRELLA PINE CT', 'S PINE CT'],
  ['NORTH ST', 'NORTH AVE'],
  ['N MAIN ST', 'S MAIN ST'],
  ['16 ST', '16 AVE'],
  ['16 AVE', '18 AVE'],
  ['US 1', 'SR 1'],
  ['US 1', 'US 1A'],
  ['AVENUE E', 'AVENUE F'],
  ['E ST', 'EAST MAIN ST'],
  ['1/2 MILE RD', '12 MILE RD'],
  ['ST CLOUD AVE', 'CLOUD AVE'],
])('%s and %s are two streets', (a, b) => {
  expect(streetKey(a)).not.toBe(streetKey(b))
})

test.each(['', ' ', '...', "'", '#', '# /', '(open space)'])('%j is not a name', (text) => {
  expect(streetKey(text)).toBeNull()
})

test.each([
  ['Oak Hill', '|oakhill||'],
  ['North Hill', 'n|hill||'],
  ['Umbrella Pine', '|umbrellapine||'],
])('%s may be written without its type', (text, key) => {
  const name = parseUntyped(tokenize(text))!
  expect([name.pre, baseKeyOf(name), name.type, name.post].join('|')).toBe(key)
})

test.each(['Broadway', 'US 1', 'Oak'])(
  'no type is read off %s, so none can be its name',
  (text) => {
    expect(parseUntyped(tokenize(text))).toBeNull()
  },
)

test('a name in its normalized spelling is parsed as the same', () => {
  for (const [key, [spelling]] of ONE_STREET) {
    const { pre, base, type, post } = parseStreetName(spelling)!
    const system = { us: 'US', sr: 'SR', cr: 'CR', i: 'I' }[type]
    const words = base[0] === 'hwy' ? [system ?? 'HWY', ...base.slice(1)] : [...base, type]
    expect(streetKey([pre, ...words, post].join(' '))).toBe(key)
  }
})
