import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { buildTown, range, SAMPLETON } from '../../tests/fixtures/geocoder/town.ts'
import { lineOf } from '../../tests/fixtures/ground.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())

/** Streets on which a number was looked up. */
function lookedUp(text: string): string[] {
  const rowsOf = vi.spyOn(town.packs.get('addresses')!, 'rowsOf')
  try {
    town.geocoder.resolve(text)
    return rowsOf.mock.calls.flatMap(([column, value]) => (column === 'house_key' ? value : []))
  } finally {
    rowsOf.mockRestore()
  }
}

test('a house that is found as written is looked up once, and on no other street', () => {
  // Elm St is the name Elm with a type, and Elm St without one.
  expect(lookedUp('5 Elm St, Sampleton, ZZ 99801')).toHaveLength(1)
  // North Main St and South Main St are tried where neither is named.
  expect(new Set(lookedUp('10 Main St, Sampleton')).size).toBe(2)
  expect(lookedUp('10 North Main St, Sampleton')).toHaveLength(1)
})

test('a street that two readings name is one: its middle stands for an unknown number', async () => {
  const line = lineOf([0, 0], [100, 0])
  const short = await buildFixture({
    street_ranges: [range('SHORT LN', SAMPLETON, 'left', [2, 8], line)],
  })
  expect(short.geocoder.resolve('99 Short Ln, Sampleton')).toMatchObject({
    found: { formatted: 'SHORT LN, Sampleton, ZZ 99801', precision: 'street' },
  })
  short.close()
})
