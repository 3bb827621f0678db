import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { buildTown, house, lot, range, SAMPLETON } from '../../tests/fixtures/geocoder/town.ts'
import { at, lineOf } from '../../tests/fixtures/ground.ts'
import { addressAt, REVERSE_MAX_M } from './reverse.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())

const nearest = (
  [east_m, north_m]: [number, number],
  { packs, geocoder }: FixtureBuild = town,
  parcel_key: string | null = null,
) => addressAt(packs, geocoder, at(east_m, north_m), parcel_key)

test('the nearest address within the limit is returned, with its distance', () => {
  const near = nearest([2000, 30])!
  expect(near.formatted).toBe('125 UMBRELLA PINE CT, Sampleton, ZZ 99801')
  expect(near.precision).toBe('rooftop')
  expect(near.distance_m).toBeCloseTo(30, 0)
  expect(nearest([2000, REVERSE_MAX_M - 1])).not.toBeNull()
  expect(nearest([2000, -REVERSE_MAX_M - 1])).toBeNull()
  expect(nearest([50_000, 50_000])).toBeNull()
})

test("the address on the lot's own roll is preferred to a nearer one, anywhere on the lot", async () => {
  const parcels = [lot('1 FARM RD', SAMPLETON, [0, 0], 2_000)]
  const address_points = [house('2|FARM RD', SAMPLETON, [900, 0])]
  const build = await buildFixture({ parcels, address_points })
  const parcel_key = build.packs.get('parcels')!.value(0, 'parcel_key') as string
  expect(nearest([900, 0], build)!.formatted).toBe('2 FARM RD, Sampleton, ZZ 99801')
  const own = nearest([900, 0], build, parcel_key)!
  expect(own.formatted).toBe('1 FARM RD, Sampleton, ZZ 99801')
  expect(own.distance_m).toBeCloseTo(900, 0)
  build.close()
})

test('an address is looked up once, wherever it is the nearest; a failure is tried again', async () => {
  const build = await buildFixture({ address_points: [house('7|ELM ST', SAMPLETON, [0, 0])] })
  const resolve = vi.spyOn(build.geocoder, 'resolve')
  resolve.mockImplementationOnce(() => {
    throw new Error('the file is gone')
  })
  expect(() => nearest([10, 0], build)).toThrow('the file is gone')
  expect(nearest([20, 0], build)).toMatchObject({ formatted: expect.stringContaining('7 ELM ST') })
  expect(nearest([30, 0], build)!.distance_m).toBeCloseTo(30, 0)
  expect(resolve).toHaveBeenCalledTimes(2)
  build.close()
})

test('an ambiguous address is skipped: a lookup would not find it', () => {
  expect(nearest([2400, 0])).toBeNull()
  expect(nearest([2400, 300])!.formatted).toBe('8 TWIN LN, Sampleton, ZZ 99801')
})

test("a lot with an ambiguous address does not get its neighbour's", async () => {
  const parcels = [
    [0, 0],
    [2_000, 0],
  ].map(([east, north]) => lot('8 FAR LN', SAMPLETON, [east, north]))
  const address_points = [house('10|FAR LN', SAMPLETON, [40, 0])]
  const build = await buildFixture({ parcels, address_points })
  const parcel_key = build.packs.get('parcels')!.value(0, 'parcel_key') as string
  expect(nearest([0, 0], build, parcel_key)).toBeNull()
  expect(nearest([35, 0], build)!.formatted).toBe('10 FAR LN, Sampleton, ZZ 99801')
  build.close()
})

test('a unit that cannot be looked up leaves its building', async () => {
  const address_points = [
    house('7|ELM ST', SAMPLETON, [0, 0], 'NEXT TO THE OLD BARN'),
    house('9|ELM ST', SAMPLETON, [60, 0]),
  ]
  const build = await buildFixture({ address_points })
  expect(nearest([0, 0], build)!.formatted).toBe('7 ELM ST, Sampleton, ZZ 99801')
  build.close()
})

test.each([
  ['with the numbers', [101, 199], 'right', [20, 120]],
  ['against them', [199, 101], 'right', [120, 20]],
] as const)(
  'along a line drawn %s the number is that of the point',
  async (_name, numbers, side, places) => {
    const street_ranges = [
      range('RANGE RD', SAMPLETON, side, [...numbers], lineOf([0, 0], [140, 0])),
    ]
    const build = await buildFixture({ street_ranges })
    const [low, high] = places.map((east) => nearest([east, -20], build)!)
    const number = ({ formatted }: { formatted: string }) => Number.parseInt(formatted, 10)
    expect(number(low)).toBeLessThan(130)
    expect(number(high)).toBeGreaterThan(170)
    for (const { precision, point, formatted } of [low, high]) {
      expect(precision).toBe('street')
      expect(build.geocoder.resolve(formatted)).toMatchObject({ found: { point } })
    }
    build.close()
  },
)

test('the number is on the side of the street on which the point lies', () => {
  const [odd, even] = [nearest([3400, -20])!, nearest([3400, 20])!]
  expect([odd, even].map(({ formatted }) => Number.parseInt(formatted, 10) % 2)).toEqual([1, 0])
  for (const { point, distance_m } of [odd, even]) {
    expect(distance_m).toBeCloseTo(20, 0)
    expect(distanceM(point, at(3400, 0))).toBeLessThan(30)
  }
})

test('a stretch that is drawn against its numbers, judged by its neighbours, has them reversed', async () => {
  const stretch = (from: number, numbers: [number, number], isTurned = false) =>
    range(
      'LONG RD',
      SAMPLETON,
      isTurned ? 'left' : 'right',
      numbers,
      isTurned ? lineOf([from + 120, 0], [from, 0]) : lineOf([from, 0], [from + 120, 0]),
    )
  const street_ranges = [
    stretch(0, [1, 99]),
    // Its numbers rise along a line that was drawn from east to west: they rise from west to east.
    stretch(120, [101, 199], true),
    stretch(240, [201, 299]),
  ]
  const build = await buildFixture({ street_ranges })
  const [west, east] = [130, 230].map((each) => nearest([each, -15], build)!)
  const [low, high] = [west, east].map(({ formatted }) => Number.parseInt(formatted, 10))
  expect(low).toBeLessThan(130)
  expect(high).toBeGreaterThan(170)
  build.close()
})

test('a build without addresses returns none', async () => {
  const build = await buildFixture({})
  expect(nearest([0, 0], build)).toBeNull()
  build.close()
})
