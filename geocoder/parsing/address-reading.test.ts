import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { type AddressReading, cityKeyOf, parseAddress } from './address-reading.ts'
import { streetKeyOf } from './street-name.ts'
import { tokenize } from './tokens.ts'

/** A reading in one line: number, street, unit, city, state, ZIP code. */
function format({ number, street, unit, city, state, zip }: AddressReading): string {
  const key = street && streetKeyOf(street)
  return [number?.text, key, unit, city, state, zip].map((part) => part ?? '-').join(' ')
}

/** Lines with their intended reading. */
const INTENDED: [line: string, reading: string][] = [
  ['5 Elm St, Sampleton, ZZ 99801', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 Elm St Sampleton ZZ 99801', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 ELM ST.,SAMPLETON,ZZ', '5 |elm|st| - sampleton ZZ -'],
  ['5 Elm St, Sampleton, ZZ 99801-1234', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 Elm St, Sampleton, ZZ, 998011234', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 Elm St, Sampleton, ZZ 99801 1234', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 Elm St 99801', '5 |elm|st| - - - 99801'],
  ['5 Elm St', '5 |elm|st| - - - -'],
  ['5 Elm St, Bangor, Maine', '5 |elm|st| - bangor ME -'],
  ['5 Elm St, Bangor ME 4401', '5 |elm|st| - bangor ME 04401'],
  ['5 Elm St\nSampleton, ZZ 99801\nUSA', '5 |elm|st| - sampleton ZZ 99801'],
  ['5\tElm St\tSampleton\tZZ\t99801', '5 |elm|st| - sampleton ZZ 99801'],
  ['5\nElm St\nSampleton, ZZ 99801', '5 |elm|st| - sampleton ZZ 99801'],
  ['5, Elm St, Sampleton, ZZ', '5 |elm|st| - sampleton ZZ -'],
  ['12 1/2\tElm St', '12 1/2 |elm|st| - - - -'],
  ['5 Elm St Sampleton ZZ 99801 USA', '5 |elm|st| - sampleton ZZ 99801'],
  ['5 Elm St, Sampleton, Sample County, ZZ', '5 |elm|st| - sampleton ZZ -'],
  ['5 Elm St, Roswell, Georgia, GA', '5 |elm|st| - roswell GA -'],
  ['5 Elm St, New York, NY', '5 |elm|st| - newyork NY -'],
  ['5 Elm St, North Port, FL', '5 |elm|st| - northport FL -'],
  ['1800 M Street, NW, Washington, DC', '1800 |m|st|nw - washington DC -'],
  ['5 Elm St Apt 2B, Sampleton', '5 |elm|st| 2b sampleton - -'],
  ['5 Elm St, Apt 2B, Sampleton', '5 |elm|st| 2b sampleton - -'],
  ['5 Elm St # 2B Sampleton', '5 |elm|st| 2b sampleton - -'],
  ['5 Elm St Bldg 3, Apt 12, Sampleton', '5 |elm|st| 3-12 sampleton - -'],
  ['5 Elm St, 4th Floor, Sampleton', '5 |elm|st| 4 sampleton - -'],
  ['5 Elm St, C-4, Sampleton', '5 |elm|st| c4 sampleton - -'],
  ['5 Elm St, Ste. 103-B St. Simons', '5 |elm|st| 103b saintsimons - -'],
  ['1800 M St., NW Ste. 700, Washington, DC', '1800 |m|st|nw 700 washington DC -'],
  ['#1 Pinto Dr', '1 |pinto|dr| - - - -'],
  ['1434 Ohio Street 38, Sampleton', '1434 |ohio|st| 38 sampleton - -'],
  ['4922 B South Cornell Ave', '4922 s|cornell|ave| b - - -'],
  ['97 Hill &amp; Dale Rd, Sampleton', '97 |hillanddale|rd| - sampleton - -'],
  ['12 1/2 Elm St', '12 1/2 |elm|st| - - - -'],
  ['12½ Elm St', '12 1/2 |elm|st| - - - -'],
  ['12-34 Elm St', '12-34 |elm|st| - - - -'],
  ['00012 Elm St', '12 |elm|st| - - - -'],
  ['0 Elm St', '- |elm|st| - - - -'],
  ['One Elm St', '1 |elm|st| - - - -'],
  ['Two Rivers Rd', '- |tworivers|rd| - - - -'],
  ['16 Ave, Sampleton', '- |16|ave| - sampleton - -'],
  ['Cedar Hall, 5 Elm St, Sampleton', '5 |elm|st| - sampleton - -'],
  ['PO Box 5, Sampleton, ZZ 99801', '- - - sampleton ZZ 99801'],
  ['P.O. Box 5, Sampleton', '- - - sampleton - -'],
  ['Sampleton, ZZ', '- - - sampleton ZZ -'],
  ['99801', '- - - - - 99801'],
  ['12 Oak Ct', '12 |oak|ct| - - - -'],
  ['12 Oak Ct, 99801', '12 |oak|ct| - - - 99801'],
  ['12 Oak Ct, Hartford CT 06101', '12 |oak|ct| - hartford CT 06101'],
  ['12 Avenue E', '12 |e|ave| - - - -'],
  ['Elm St, Saint Cloud', '- |elm|st| - saintcloud - -'],
]

describe('a line of text', () => {
  test.each(INTENDED)('%j can be read as %s', (line, reading) => {
    expect(parseAddress(line).map(format)).toContain(reading)
  })
})

test.each([
  ['St. Cloud', 'Saint Cloud'],
  ['FT MYERS', 'Fort Myers'],
  ['Mt. Dora', 'MOUNT DORA'],
  ['Cañon City', 'CANON CITY'],
  ['Winston-Salem', 'Winston Salem'],
])('%s and %s are one city', (a, b) => {
  expect(cityKeyOf(a)).toBe(cityKeyOf(b))
})

test.each(['', ' ', ',', ';;;', '\n', ', ,'])('%j has no reading', (text) => {
  expect(parseAddress(text)).toEqual([])
})

test.each(['0', '#', '()', '&amp;'])('%j has no street and no place', (text) => {
  const readings = parseAddress(text)
  expect(readings.length).toBeGreaterThan(0)
  for (const { number, city, state, zip, street } of readings) {
    expect([number, state, zip]).toEqual([null, null, null])
    expect(street?.base.join('') ?? city ?? '').not.toMatch(/[a-z]{4}/)
  }
})

/** Texts that a person, a scraper or an attacker may send: up to 500 characters. */
const HOSTILE = [
  ...[...'a1,#/ .-(&;0\u00bd\u0130\ufdfa\ud800'].map((sign) => sign.repeat(500)),
  ...['1 ', '# ', 'a,', '1,', 'st ', 'n ', 'apt ', 'unit 1 ', '&amp;', '12-1/2 ', 'zz ', '99801 '],
  ...['p . o . ', '((', 'me ', 'one ', 'twenty first ', 'us 1 ', 'bldg 1 apt '],
].map((text) => text.repeat(500).slice(0, 500))

test.each(Array.from({ length: 33 }, (_, n) => (n === 32 ? 0x7f : n)))(
  'the control character %i is a blank behind a number, and adds no word elsewhere',
  (code) => {
    const line = '5 Elm St, Sampleton, ZZ 99801'
    const control = String.fromCharCode(code)
    const read = (text: string) => parseAddress(text).map(format)
    const [first] = read(line)
    for (const text of [
      line.replace('5 ', `5${control}`),
      line.replace('5 ', `5 ${control}`),
      line.replace(', ', `${control}, `),
      line.replace(', ', `,${control}`),
      control + line,
      line + control,
    ])
      expect(read(text)[0], JSON.stringify(text)).toBe(first)
  },
)

test('work is bounded: a line of 500 characters has at most 64 readings', () => {
  for (const text of HOSTILE) expect(parseAddress(text).length).toBeLessThanOrEqual(64)
  const random = seededRandom(7)
  const pieces = ['5', 'Elm', 'St', ',', '#', 'apt', 'n', 'zz', '99801', 'ct', '\u{1f3e0}', '1/2']
  for (let i = 0; i < 2_000; i++) {
    const length = Math.floor(random() * 40)
    const piece = () => pieces[Math.floor(random() * pieces.length)]
    const text = Array.from({ length }, piece).join(random() < 0.5 ? ' ' : '')
    expect(parseAddress(text).length).toBeLessThanOrEqual(64)
  }
})

test('each reading of a line reads each of its words at most once', () => {
  for (const text of HOSTILE) {
    const all = parseAddress(text).reduce((sum, { streetTokens }) => sum + streetTokens.length, 0)
    expect(all).toBeLessThanOrEqual(64 * tokenize(text).length)
  }
})
