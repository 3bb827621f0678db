import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Geocoder } from '../../geocoder/matching/geocoder.ts'
import { REVERSE_MAX_M } from '../../geocoder/matching/reverse.ts'
import { parseStreetLine } from '../../geocoder/parsing/street-line.ts'
import { containsPoint } from '../../geometry/contains.ts'
import { distanceM } from '../../geometry/distance.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { isLongRun } from '../long-run.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

let sample: ServedSample
let parcels: Pack
/** One house in so many of the roll is looked up. */
const ROWS_EVERY = isLongRun ? 1 : 4

beforeAll(async () => {
  sample = await serveSample()
  parcels = sample.build.packs.get('parcels')!
})
afterAll(() => sample?.close())

async function get(path: string, query: Record<string, string>) {
  const url = `/api${path}?${new URLSearchParams(query)}`
  const { statusCode, body } = await sample.app.inject(url)
  return { status: statusCode, body: JSON.parse(body) }
}
const locate = (query: Record<string, string>) =>
  get('/v1/location', { ...query, layers: 'parcel' })

/** Seeded parcels whose roll names a house. */
function numberedParcels(count: number, seed: number): number[] {
  const random = seededRandom(seed)
  const found = new Set<number>()
  while (found.size < count) {
    const row = Math.floor(random() * parcels.rows)
    const line = parcels.value(row, 'situs_line1') as string | null
    if (line && parseStreetLine(line)) found.add(row)
  }
  return [...found]
}

describe('an address of the roll', () => {
  test('is found at the rooftop, in a parcel that has it: houses of the county', () => {
    const geocoder = new Geocoder(sample.build.packs)
    const counts = { requested: 0, rooftop: 0, ambiguous: 0, elsewhere: 0 }
    for (let row = 0; row < parcels.rows; row += ROWS_EVERY) {
      const line = parcels.value(row, 'situs_line1') as string | null
      if (!line || !parseStreetLine(line)) continue
      counts.requested++
      const answer = geocoder.resolve(`${line}, ZZ ${parcels.value(row, 'situs_zip')}`)
      if (!('found' in answer)) {
        counts.ambiguous += 'candidates' in answer ? 1 : 0
        continue
      }
      const { precision, point } = answer.found
      if (precision !== 'rooftop') continue
      counts.rooftop++
      const there = parcels.rowsAt(...point)
      if (!there.some((each) => parcels.value(each, 'situs_line1') === line)) counts.elsewhere++
    }
    expect(counts.requested * ROWS_EVERY).toBeGreaterThan(3_000)
    expect(counts.rooftop + counts.ambiguous).toBe(counts.requested)
    expect(counts.rooftop / counts.requested).toBeGreaterThan(0.97)
    // An address point may be on the wrong side of a line, as one of the sample is.
    expect(counts.elsewhere).toBeLessThan(counts.requested / 100)
  })

  test('answers for the same parcel whose roll names it', async () => {
    const [row] = numberedParcels(1, 3)
    const line = parcels.value(row, 'situs_line1') as string
    const zip = parcels.value(row, 'situs_zip') as string
    const { status, body } = await locate({ address: `${line}, ${zip}` })
    expect(status).toBe(200)
    expect(body.query).toEqual({ type: 'address', address: `${line}, ${zip}` })
    expect(body.point.source).toBe('geocoded')
    expect(body.address.precision).toBe('rooftop')
    expect(body.layers.parcel.data.situs_address.line1).toBe(line)
  })
})

describe('the address of a location', () => {
  test('resolves to the same location again, requested by parcel or by coordinates', async () => {
    let compared = 0
    for (const row of numberedParcels(60, 11)) {
      const parcel = parcels.value(row, 'parcel_key') as string
      const first = (await locate({ parcel })).body
      const { lat, lng } = first.point
      for (const { address } of [first, (await locate({ ll: `${lat},${lng}` })).body]) {
        if (!address) continue
        compared++
        expect(address.distance_m).toBeLessThanOrEqual(REVERSE_MAX_M)
        const again = (await locate({ address: address.formatted })).body
        expect(again.address.formatted).toBe(address.formatted)
        expect(again.address.precision).toBe(address.precision)
        const [a, b] = [first.point, again.point].map(
          (point) => [Math.round(point.lng * GRID), Math.round(point.lat * GRID)] as const,
        )
        // A parcel's own point is its middle; the address of a large one is at its building.
        const isSameParcel = again.layers.parcel.data?.parcel_key === parcel
        expect([address.formatted, isSameParcel || distanceM(a, b) < 300]).toEqual([
          address.formatted,
          true,
        ])
      }
    }
    expect(compared).toBeGreaterThan(100)
  })

  test('is absent out at sea', async () => {
    const { status, body } = await locate({ ll: '29.9,-71.5' })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('address')
  })
})

describe('an address that the roll does not have', () => {
  test('is interpolated on its side of the street, and marked as interpolated', async () => {
    const ranges = sample.build.packs.get('street_ranges')!
    const addresses = sample.build.packs.get('addresses')!
    const houses = new Set(
      Array.from({ length: addresses.rows }, (_, row) => addresses.value(row, 'house_key')),
    )
    let requested = 0
    for (let row = 0; row < ranges.rows && requested < 20; row += 17) {
      const { street, from_number, to_number, zip } = ranges.row(row)
      const number =
        (from_number as number) + Math.sign((to_number as number) - (from_number as number)) * 2
      const { body, status } = await locate({ address: `${number} ${street}, ZZ ${zip}` })
      if (status !== 200 || body.address.precision !== 'street') continue
      requested++
      expect(body.address.note).toBeTruthy()
      expect(body.address.formatted).toMatch(new RegExp(`^${number} `))
    }
    expect(requested).toBe(20)
    expect(houses.size).toBeGreaterThan(3_000)
  })

  test('with the same name in two ZIP codes is not guessed: both are returned', async () => {
    const { status, body } = await locate({ address: '12 Pelican Ct' })
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ code: 'not_found', param: 'address' })
    expect(body.error.hint).toContain('34598')
    expect(body.error.hint).toContain('34599')
    const one = await locate({ address: '12 Pelican Ct, 34598' })
    expect(one.body.address).toMatchObject({ precision: 'rooftop' })
    expect(one.body.address.formatted).toMatch(/^12 PELICAN CT.* 34598$/i)
  })

  test.each([
    ['Sampleton', 'place'],
    ['34598', 'place'],
    ['Sample County', 'place'],
    ['99 Nowhere Blvd, Sampleton, ZZ', 'place'],
  ])('%s has the precision of a %s', async (address, precision) => {
    const { status, body } = await locate({ address })
    expect(status).toBe(200)
    expect(body.address.precision).toBe(precision)
  })

  test.each(['99999 Upper Heron St, Sampleton', 'qwertzuiop', '1', '???'])(
    '%s is 404 with a hint',
    async (address) => {
      const { status, body } = await locate({ address: address.padEnd(3, ' ') })
      expect(status).toBe(404)
      expect(body.error.hint).toBeTruthy()
    },
  )
})

describe('search as one types', () => {
  test('finds the house of every seeded parcel first, and its result resolves to that parcel', async () => {
    for (const row of numberedParcels(40, 23)) {
      const line = parcels.value(row, 'situs_line1') as string
      const zip = parcels.value(row, 'situs_zip') as string
      const { body } = await get('/v1/search', { q: `${line} ${zip}`.toLowerCase(), limit: '5' })
      const [first] = body.data
      expect(first, line).toMatchObject({ object: 'search_result', type: 'address' })
      const dossier = await sample.app.inject(`${first.links.dossier}&layers=parcel`)
      expect(dossier.statusCode, first.links.dossier).toBe(200)
      const { point } = JSON.parse(dossier.body)
      expect(Math.abs(point.lat - first.point.lat)).toBeLessThan(0.002)
    }
  })

  test('finds places, counties, ZIP codes and parcels by their beginnings, each as its own kind', async () => {
    const kinds = async (q: string, types = '') => {
      const { body } = await get('/v1/search', { q, ...(types && { types }) })
      return body.data.map(({ type }: { type: string }) => type)
    }
    expect(await kinds('sample', 'place')).toContain('place')
    expect(await kinds('sample co', 'county')).toContain('county')
    expect(new Set(await kinds('3459'))).toEqual(new Set(['zip']))
    expect(await kinds(parcels.value(0, 'parcel_key') as string)).toEqual(['parcel'])
    expect(await kinds('qqqqqq')).toEqual([])
  })

  test('near results come first', async () => {
    const [row] = numberedParcels(1, 5)
    const inside = parcels.polygons(row)
    const { lat, lng } = (await locate({ parcel: parcels.value(row, 'parcel_key') as string })).body
      .point
    expect(containsPoint(inside, Math.round(lng * GRID), Math.round(lat * GRID))).toBe(true)
    const { body } = await get('/v1/search', {
      q: 'upper',
      near: `${lat},${lng}`,
      types: 'address',
    })
    expect(body.data.length).toBeGreaterThan(2)
    expect(body.data[0].distance_m).toBeLessThan(
      Math.max(...body.data.map((hit: { distance_m: number }) => hit.distance_m)),
    )
  })
})
