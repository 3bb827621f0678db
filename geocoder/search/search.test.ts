import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { Draw } from '../../tests/fixtures/geocoder/generated-towns.ts'
import { buildTown, house, OTHERTON, SAMPLETON } from '../../tests/fixtures/geocoder/town.ts'
import { at } from '../../tests/fixtures/ground.ts'
import { SAME_PLACE_M } from '../matching/house-search.ts'
import { SEARCH_TYPES, type SearchType, searchFor } from './search.ts'
import { SearchIndex } from './search-index.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())

function search(
  text: string,
  {
    near = null as GridPoint | null,
    limit = 10,
    types = SEARCH_TYPES as readonly SearchType[],
    build = town,
  } = {},
) {
  return searchFor(build.packs, build.index, { text, types, limit, near })
}

const labels = (...request: Parameters<typeof search>) =>
  search(...request).map(({ label }) => label)

describe('a search while a text is typed', () => {
  test.each([
    ['umbr', 'UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['umbrella pi', 'UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['umbrellap', 'UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['125 umbrella', '125 UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['12 umbrella', '125 UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['5 elm st samp', '5 ELM ST, Sampleton, ZZ 99801'],
    ['5 elm 99802', '5 ELM ST, Otherton, ZZ 99802'],
    ['mcginnis', 'MC GINNIS RD, Sampleton, ZZ 99801'],
    ['91 mc g', '91 MC GINNIS RD, Sampleton, ZZ 99801'],
    ["o'br", "O'BRIEN ST, Sampleton, ZZ 99801"],
    ['16th av', 'NE 16 AVE, Sampleton, ZZ 99801'],
    ['207 northeast 16', '207 NE 16 AVE, Sampleton, ZZ 99801'],
    ['saint clo', 'ST CLOUD AVE, Sampleton, ZZ 99801'],
    ['samp', 'Sampleton, ZZ'],
    ['sample county', 'Sample County, ZZ'],
    ['998', 'ZZ 99801'],
    ['99801', 'ZZ 99801'],
    ['100 oak dr', '100 OAK DR UNIT 4B, Sampleton, ZZ 99801'],
    ['150 range', '150 RANGE RD, Sampleton, ZZ 99801'],
    ['umbrela', 'UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['125 umbrela pine ct, sampleton, zz 99801', '125 UMBRELLA PINE CT, Sampleton, ZZ 99801'],
  ])('%j finds %s', (typed, label) => {
    expect(labels(typed)).toContain(label)
  })

  test('a name typed in full comes first', () => {
    expect(labels('5 Elm St, Sampleton')[0]).toBe('5 ELM ST, Sampleton, ZZ 99801')
    expect(labels('Sampleton')[0]).toBe('Sampleton, ZZ')
    expect(labels('99802')[0]).toBe('ZZ 99802')
  })

  test('returns only the requested types, and at most the requested number', () => {
    expect(search('sample', { types: ['county'] }).map(({ type }) => type)).toEqual(['county'])
    expect(search('998', { types: ['zip'], limit: 2 })).toHaveLength(2)
    expect(search('st', { limit: 3 })).toHaveLength(3)
  })

  test('finds a parcel only by its key', () => {
    const parcel_key = town.packs.get('parcels')!.value(0, 'parcel_key') as string
    expect(search(` ${parcel_key} `)).toMatchObject([{ type: 'parcel', parcel_key }])
    expect(search(parcel_key.slice(0, -1))).toEqual([])
  })
})

test('a house number on a numbered side has the precision street', () => {
  for (const { label, precision } of search('150 range rd'))
    expect([label, precision]).toEqual([label, /^\d/.test(label) ? 'street' : 'place'])
})

test('a lookup of the label finds each hit with isNamed, and the others share their label', () => {
  for (const typed of ['8 far ln', 'elm', '5 elm', 'main', '100 oak', 'samp', '998', 'st', 'ave'])
    for (const { type, label, point, isNamed } of search(typed, { limit: 50 })) {
      const answer = town.geocoder.resolve(label)
      if (isNamed && 'found' in answer)
        expect(distanceM(answer.found.point, point)).toBeLessThanOrEqual(SAME_PLACE_M)
      else expect([label, isNamed, type]).toEqual([label, false, type])
    }
  const far = search('8 far ln').filter(({ label }) => label.startsWith('8 FAR LN'))
  expect(far.map(({ isNamed }) => isNamed)).toEqual([false, false])
})

test('every street and place is found by each beginning of its name near its point', () => {
  for (const [table, columns] of [
    ['streets', ['name']],
    ['localities', ['name']],
  ] as const) {
    const pack = town.packs.get(table)!
    for (let row = 0; row < pack.rows; row++) {
      const name = pack.value(row, columns[0]) as string
      for (let length = Math.min(4, name.length); length <= name.length; length++) {
        const typed = name.slice(0, length)
        const near = pack.point(row)
        const found = labels(typed, { near }).filter((label) => label.includes(name))
        expect([typed, found.length > 0]).toEqual([typed, true])
      }
    }
  }
})

test('of a name that every town has the near one is found', async () => {
  const address_points = Array.from({ length: 200 }, (_, i) =>
    house('5|MAIN ST', { city: `Town ${i}`, state: 'ZZ', zip: `${10_000 + i}` }, [i * 2_000, 0]),
  )
  const build = await buildFixture({ address_points })
  for (const i of [0, 57, 123, 199]) {
    const near = at(i * 2_000, 0)
    expect(labels('main', { near, build })[0]).toBe(`MAIN ST, Town ${i}, ZZ ${10_000 + i}`)
    expect(labels('5 main', { near, build })).toContain(`5 MAIN ST, Town ${i}, ZZ ${10_000 + i}`)
  }
  build.close()
})

test('a house is found on a street with more houses than are compared', async () => {
  const address_points = Array.from({ length: 2_500 }, (_, i) =>
    house(`${i + 1}|LONG RD`, SAMPLETON, [i * 10, 0]),
  )
  const build = await buildFixture({ address_points })
  for (const number of [1, 2_400, 2_500])
    expect(labels(`${number} long`, { build })).toContain(`${number} LONG RD, Sampleton, ZZ 99801`)
  build.close()
})

test('the same rows give the same index, byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-names-'))
  const [first, second] = ['a', 'b'].map((name) => join(folder, `${name}.sqlite`))
  expect(SearchIndex.write(town.packs, first)).toBe(town.index.items)
  SearchIndex.write(town.packs, second)
  expect(await readFile(first)).toEqual(await readFile(second))
  await rm(folder, { recursive: true })
})

test('misspelled names are searched for in the stated place, and not where too many match', async () => {
  const address_points = Array.from({ length: 1_001 }, (_, i) =>
    house('5|MAPLE ST', { ...OTHERTON, zip: `${10_000 + i}`, city: `Town ${i}` }, [i, 0]),
  )
  const build = await buildFixture({ address_points })
  const words = ['mapple', 'st']
  expect(build.index.similar(words, { cityTokens: [], zip: null })).toEqual([])
  expect(build.index.similar(words, { cityTokens: ['town', '7'], zip: null })).toHaveLength(1)
  expect(build.index.similar(words, { cityTokens: [], zip: '10007' })).toHaveLength(1)
  expect(build.index.similar(Array(13).fill('maple'), { cityTokens: [], zip: null })).toEqual([])
  build.close()
})

test('a repeated search finds the same rows, and only as many as are requested', () => {
  const rows = () => town.index.typed('s', 10)
  const first = rows()
  expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['street', 'locality']))
  expect(rows()).toEqual(first)
  expect(town.index.typed('s', 2)).toEqual(first.slice(0, 2))
})

test('a search accepts any text', () => {
  const draw = new Draw(seededRandom(8))
  const signs = [...'abeilmnorstu0159 ,.#&;-/()\'"\u00bd\u00f1\u0130\ufdfa\u{1f3e0}\ud800\n\0']
  for (let i = 0; i < 1_000; i++) {
    const length = draw.below(draw.chance(0.1) ? 500 : 12)
    const text = Array.from({ length }, () => draw.of(signs)).join('')
    const limit = 1 + draw.below(20)
    const found = search(text, { limit, near: draw.chance(0.5) ? at(0, 0) : null })
    expect(found.length).toBeLessThanOrEqual(limit)
    for (const { type } of found) expect(SEARCH_TYPES).toContain(type)
  }
})
