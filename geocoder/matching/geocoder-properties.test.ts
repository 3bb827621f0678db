import { afterAll, beforeAll, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import {
  Draw,
  type StreetAddress,
  spelledStreet,
  spelledUnit,
  streetAddresses,
  streetTables,
} from '../../tests/fixtures/geocoder/generated-towns.ts'
import { at } from '../../tests/fixtures/ground.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { baseKeyOf, parseStreetName } from '../parsing/street-name.ts'
import type { GeocodedAddress } from './geocoded.ts'
import { SAME_PLACE_M } from './house-search.ts'
import { addressAt, REVERSE_MAX_M } from './reverse.ts'

const SEED = 20_261
/** Random addresses are two or three times as many. */
const SOME = isLongRun ? 1_000 : 300
const targets = streetAddresses(new Draw(seededRandom(SEED)), 90)
let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(streetTables(new Draw(seededRandom(SEED)), targets))
})
afterAll(() => town.close())

/** All addresses of an answer: the one found, or each candidate. */
function answers(text: string): GeocodedAddress[] {
  const answer = town.geocoder.resolve(text)
  return 'found' in answer ? [answer.found] : 'candidates' in answer ? answer.candidates : []
}

const isAt = (found: GeocodedAddress, { place }: StreetAddress) =>
  distanceM(found.point, at(...place)) <= 30

function format(found: readonly GeocodedAddress[]): string {
  return found.map(({ formatted, precision }) => `${precision} ${formatted}`).join(' | ')
}

/** The address as a person may write it, with city, ZIP code, both or neither. */
function written(address: StreetAddress, draw: Draw): string {
  const { number, unit, city, zip } = address
  const zeros = draw.chance(0.1) ? '00' : ''
  const line = `${zeros}${number} ${spelledStreet(address, draw)}`
  const plus = draw.of(['', '', '-1234', '1234'])
  const comma = draw.of([', ', ',', ' , '])
  const region = draw.of([
    [city, 'ZZ', zip && `${zip}${plus}`],
    [city, 'zz'],
    [city],
    [zip && `${zip}${plus}`],
    [city.toUpperCase(), zip],
    [],
  ])
  const parts = [unit ? `${line}${draw.of([' ', ', '])}${spelledUnit(unit, draw)}` : line]
  return [...parts, region.filter(Boolean).join(' ')].filter(Boolean).join(comma)
}

test('an address is the same house in every spelling, or among the candidates', () => {
  const draw = new Draw(seededRandom(1))
  for (let i = 0; i < SOME * 3; i++) {
    const address = draw.of(targets)
    const text = written(address, draw)
    const found = answers(text)
    const isThere = found.some((each) => each.precision === 'rooftop' && isAt(each, address))
    expect([text, isThere, format(found)]).toEqual([text, true, format(found)])
  }
})

test('a whole address finds one house of a town, and no other', () => {
  const draw = new Draw(seededRandom(2))
  for (const address of targets) {
    const { number, unit, city, zip } = address
    const line = [number, spelledStreet(address, draw), unit && `Unit ${unit}`].filter(Boolean)
    const text = `${line.join(' ')}, ${city}, ZZ ${zip ?? ''}`
    const found = answers(text)
    expect([text, format(found), found.length]).toEqual([text, format(found), 1])
    expect([text, isAt(found[0], address)]).toEqual([text, true])
    expect(found[0].note).toBeUndefined()
  }
})

test('a mistyped letter finds that house, none or candidates, and another only by its own name', () => {
  const draw = new Draw(seededRandom(3))
  const counted = { same: 0, none: 0, several: 0, other: 0 }
  for (let i = 0; i < SOME * 3; i++) {
    const address = draw.of(targets)
    const name = address.name.join(' ')
    if (!/^[a-z ]{5,}$/.test(name)) continue
    const { number, city, zip, type, pre, post } = address
    const wrong = mistyped(name, draw)
    const street = [pre, wrong, type, post].filter(Boolean).join(' ')
    const text = `${number} ${street}, ${city}, ZZ ${zip ?? ''}`
    const found = answers(text).filter(({ precision }) => precision !== 'place')
    if (found.length === 0) counted.none++
    else if (found.length > 1) counted.several++
    else if (isAt(found[0], address)) counted.same++
    else {
      counted.other++
      const [, line] = /^\S+(?: 1\/2)? (.*?)(?: UNIT .*)?,/i.exec(found[0].formatted) ?? []
      const [requested, known] = [street, line].map((each) => baseKeyOf(parseStreetName(each)!))
      const isItsOwn = requested === known || found[0].precision === 'street'
      expect([text, format(found), isItsOwn]).toEqual([text, format(found), true])
    }
  }
  expect(counted.same).toBeGreaterThan(SOME)
})

/** A name with one letter added, removed, changed or swapped with the next. */
function mistyped(name: string, draw: Draw): string {
  const at = 1 + draw.below(name.length - 2)
  const letter = draw.of([...'abcdefghijklmnopqrstuvwxyz'])
  const [before, after] = [name.slice(0, at), name.slice(at)]
  return draw.of([
    `${before}${letter}${after}`,
    `${before}${after.slice(1)}`,
    `${before}${letter}${after.slice(1)}`,
    `${before}${after[1]}${after[0]}${after.slice(2)}`,
  ])
}

test('only a house of the tables has the precision rooftop, under exactly its number', () => {
  const draw = new Draw(seededRandom(4))
  const pack = town.packs.get('addresses')!
  for (let i = 0; i < SOME * 2; i++) {
    const address = draw.of(targets)
    const number = draw.of([`${draw.below(400)}`, `${draw.below(120)}B`, `${draw.below(120)}-7`])
    for (const found of answers(written({ ...address, number, unit: null }, draw))) {
      expect(found.precision === 'rooftop').toBe(found.address !== undefined)
      if (found.address === undefined) continue
      const known = pack.value(found.address, 'number')
      expect([number.toLowerCase(), known]).toEqual([`${known}`, known])
      expect(found.point).toEqual(pack.point(found.address))
    }
  }
})

test('a lookup of the address of a point finds the same place, at every house and elsewhere', () => {
  const draw = new Draw(seededRandom(5))
  const { packs, geocoder } = town
  const pack = packs.get('addresses')!
  const points = Array.from({ length: pack.rows }, (_, row) => ({
    point: pack.point(row),
    parcel_key: pack.value(row, 'parcel_key') as string | null,
  }))
  for (let i = 0; i < SOME * 2; i++)
    points.push({ point: at(draw.below(1_000) - 50, draw.below(27_000)), parcel_key: null })
  const counted = { rooftop: 0, street: 0, place: 0, none: 0 }
  for (const { point, parcel_key } of points) {
    const near = addressAt(packs, geocoder, point, parcel_key)
    counted[near?.precision ?? 'none']++
    if (!near) continue
    expect(near.distance_m).toBeLessThanOrEqual(REVERSE_MAX_M)
    const again = geocoder.resolve(near.formatted)
    if (!('found' in again)) throw new Error(`${near.formatted}: ${JSON.stringify(again)}`)
    expect(again.found.formatted).toBe(near.formatted)
    expect(again.found.precision).toBe(near.precision)
    expect(distanceM(again.found.point, near.point)).toBeLessThanOrEqual(SAME_PLACE_M)
  }
  expect(counted.place).toBe(0)
  expect(counted.rooftop).toBeGreaterThan(pack.rows)
  expect(counted.street).toBeGreaterThan(SOME / 20)
  expect(counted.none).toBeGreaterThan(SOME / 20)
})

test('the address at a house is its own, never that of the next house', () => {
  const { packs, geocoder } = town
  const pack = packs.get('addresses')!
  for (let row = 0; row < pack.rows; row++) {
    const parcel_key = pack.value(row, 'parcel_key') as string | null
    const near = addressAt(packs, geocoder, pack.point(row), parcel_key)
    const own = pack.value(row, 'house_key')
    expect([near?.formatted, near && pack.value(near.address!, 'house_key')]).toEqual([
      near?.formatted,
      own,
    ])
  }
})

test('any text has an answer, and a lookup of a formatted answer finds the same', () => {
  const draw = new Draw(seededRandom(6))
  const signs = [...'abcdEFGH0123456789 ,.#&;-/()\'"\u00bd\u00f1\u0130\ufdfa\u{1f3e0}\ud800\n\t\0']
  const words = ['16th', 'Ave', 'ne', 'Oak', 'Hill', 'Apt', 'Sampleton', '99801', 'zz', 'st', 'us']
  for (let i = 0; i < SOME * 2; i++) {
    const pieces = draw.chance(0.5) ? signs : [...signs, ...words, ...words, ...words]
    const length = draw.below(draw.chance(0.1) ? 500 : 20)
    const text = Array.from({ length }, () => draw.of(pieces))
      .join(draw.of(['', ' ']))
      .slice(0, 500)
    for (const found of answers(text)) {
      const again = answers(found.formatted)
      expect([text, found.formatted, again.map(({ formatted }) => formatted)]).toEqual([
        text,
        found.formatted,
        expect.arrayContaining([found.formatted]),
      ])
    }
  }
})
