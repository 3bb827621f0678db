import { afterAll, beforeAll, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { buildTown } from '../../tests/fixtures/geocoder/town.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())

test('an address that is also outside of an area is not ambiguous in it, and one outside is not known', () => {
  const places = town.geocoder.resolve('5 Elm St')
  if (!('candidates' in places)) throw new Error('not ambiguous')
  for (const { formatted, point } of places.candidates) {
    const near = (other: readonly [number, number]) => distanceM([...other], point) < 1_000
    expect(town.geocoder.resolve('5 Elm St', near)).toMatchObject({ found: { formatted } })
  }
  const nowhere = () => false
  for (const text of ['5 Elm St', '5 Elm St, Sampleton', 'Sampleton', '6000 Elm St', '99801'])
    expect(town.geocoder.resolve(text, nowhere), text).toHaveProperty('missing')
  expect(town.geocoder.resolve('6000 Elm St', nowhere)).toMatchObject({
    missing: 'No street or place of this build matches that address.',
  })
})
