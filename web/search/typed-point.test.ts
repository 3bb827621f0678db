import { expect, test } from 'vitest'
import { parseTypedPoint } from './typed-point.ts'

test.each([
  ['29.9863, -71.9644', 29.9863, -71.9644],
  ['29.9863 -71.9644', 29.9863, -71.9644],
  ['29.9863;-71.9644', 29.9863, -71.9644],
  ['29.5N 71.25W', 29.5, -71.25],
  ['71.25 W, 29.5 N', 29.5, -71.25],
  ['S 29.5, E 71.25', -29.5, 71.25],
  ['29°30\'36"N, 71°15′00″W', 29.51, -71.25],
  ['-0.5, 0.25', -0.5, 0.25],
  ['44, -68', 44, -68],
])('%s are coordinates', (text, lat, lng) => {
  const point = parseTypedPoint(text)
  expect(point?.lat).toBeCloseTo(lat, 9)
  expect(point?.lng).toBeCloseTo(lng, 9)
})

test.each([
  ['a house and a street', '12 34th St'],
  ['two numbers, which may be a house and a road', '12 34'],
  ['a ZIP code', '04401'],
  ['a latitude past the pole', '91, 0'],
  ['two latitudes', '29N 30N'],
  ['a sign and a letter', '-29N, 71W'],
  ['sixty minutes', "29°60'N, 71°W"],
  ['three numbers', '1, 2, 3'],
  ['nothing', ''],
  ['a text of any length', `${'1'.repeat(5_000)},2`],
])('%s are not a point', (_what, text) => expect(parseTypedPoint(text)).toBeNull())
