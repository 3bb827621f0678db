import { expect, test } from 'vitest'
import { parseStreetLine } from './street-line.ts'
import { streetKeyOf } from './street-name.ts'

test.each([
  ['12 OAK DR', '12', 'OAK DR', '|oak|dr|', null],
  ['00012  OAK   DR', '12', 'OAK DR', '|oak|dr|', null],
  ['12 1/2 OAK DR', '12 1/2', 'OAK DR', '|oak|dr|', null],
  ['12½ OAK DR', '12 1/2', 'OAK DR', '|oak|dr|', null],
  ['12A OAK DR', '12a', 'OAK DR', '|oak|dr|', null],
  ['100 OAK DR # 1', '100', 'OAK DR', '|oak|dr|', '1'],
  ['100 OAK DR, APT # 5', '100', 'OAK DR', '|oak|dr|', '5'],
  ['100 OAK DR BLDG 2 APT 4B', '100', 'OAK DR', '|oak|dr|', '2-4b'],
  ['97 HILL &amp; DALE RD', '97', 'HILL & DALE RD', '|hillanddale|rd|', null],
  ['100 N OAK HILL RD', '100', 'N OAK HILL RD', 'n|oakhill|rd|', null],
  ['5 AVE S', '5', 'AVE S', '|s|ave|', null],
  ['100 SPACE CENTER BLVD', '100', 'SPACE CENTER BLVD', '|spacecenter|blvd|', null],
])('the roll line %j is house %s on %s', (line, number, streetText, key, unit) => {
  const read = parseStreetLine(line)!
  expect([read.number.text, read.streetText, streetKeyOf(read.street), read.unit]).toEqual([
    number,
    streetText,
    key,
    unit,
  ])
})

test.each(['0 OAK DR', '000 OAK DR', 'OAK DR', '12', '', ' ', 'OFF OAK DR'])(
  'the roll line %j has no house: on vacant land the number is 0 or missing',
  (line) => {
    expect(parseStreetLine(line)).toBeNull()
  },
)

test.each(['TWO RIVERS RD', 'ONE MILE RD', '16 AVE', '16 AVE NE', '5 ST NW'])(
  'the number of %j is the name of the street, not a house',
  (line) => {
    expect(parseStreetLine(line)).toBeNull()
  },
)
