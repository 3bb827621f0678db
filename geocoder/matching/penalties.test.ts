import { describe, expect, test } from 'vitest'
import { parseStreetName } from '../parsing/street-name.ts'
import { differenceNote } from './difference-note.ts'
import { isUnconfirmed, type KnownPlace, namePenalty, placePenalty } from './penalties.ts'

const name = (requested: string, known: string) =>
  namePenalty(parseStreetName(requested)!, parseStreetName(known)!)

describe('a street by its name', () => {
  test.each([
    ['N Main St', 'NORTH MAIN ST'],
    ['16th Avenue NE', '16 AVE NE'],
  ])('%s is %s', (requested, known) => {
    expect(name(requested, known)).toBe(0)
  })

  test.each([
    ['S 5 Ave', '5 AVE S', 'Main', 'MAIN ST'],
    ['Main St', 'N MAIN ST', 'N Main St', 'MAIN ST'],
    ['Main', 'MAIN ST', 'Main Rd', 'MAIN ST'],
    ['Main', 'N MAIN ST', 'Main Rd', 'MAIN ST'],
  ])('%s is nearer to %s than %s to %s', (one, near, other, far) => {
    expect(name(one, near)!).toBeLessThan(name(other, far)!)
  })

  test.each([
    ['N Main St', 'S MAIN ST'],
    ['NE Main St', 'N MAIN ST'],
    ['16 St', '16 AVE'],
    ['E St', 'AVENUE E'],
    ['SR 1', 'US 1'],
    // In a grid the plain name is another street: 301 3 St W and 301 3 St are 10 km apart.
    ['3 Street W', '3 ST'],
    ['N K St', 'K ST'],
    ['Main St W', 'N MAIN ST'],
    ['N Main St', 'MAIN ST W'],
  ])('%s is not %s, whatever else agrees', (requested, known) => {
    expect(name(requested, known)).toBeNull()
  })

  // Answers have at most 9 points: `geocoder.test.ts`.
  test.each([
    ['S 5 Ave', '5 AVE S', 1],
    ['Main St', 'N MAIN ST', 2],
    ['N Main St', 'MAIN ST', 3],
    ['N Main St S', 'MAIN ST', 6],
    ['Main', 'MAIN ST', 2],
    ['Main St', 'MAIN', 2],
    ['Main', 'N MAIN ST', 4],
    ['N Main', 'MAIN ST', 5],
    ['Main Rd', 'MAIN ST', 8],
    ['Main Rd', 'N MAIN ST', 10],
    ['16 Ave', 'NE 16 AVE', 2],
    ['N Main Rd', 'MAIN ST', 11],
  ])('%s differs from %s by %i points', (requested, known, points) => {
    expect(name(requested, known)).toBe(points)
  })
})

const parts = (text: string) => text.split(' ').map((part) => (part === '-' ? null : part))
function requested(text: string) {
  const [city, state, zip] = parts(text)
  return { city, state, zip }
}
function known(text: string): KnownPlace {
  const [city, state, zip, zcta] = parts(text)
  return { cities: city === null ? null : [city], state, zip, zcta }
}

describe('a street by its place', () => {
  test.each([
    ['sampleton ZZ 99801 -', 'sampleton ZZ 99801 99801'],
    ['- - - -', 'sampleton ZZ 99801 99801'],
    ['sampleton - - -', 'sampleton ZZ 99801 99801'],
    ['- - 99801 -', 'sampleton ZZ - 99801'],
    ['- ZZ - -', 'sampleton - 99801 99801'],
  ])('the requested place %s agrees with %s', (place, there) => {
    expect(placePenalty(requested(place), known(there))).toBe(0)
  })

  test.each([
    ['sampleton FL 99801 -', 'sampleton ZZ 99801 99801'],
    ['otherton - - -', 'sampleton ZZ 99801 99801'],
    ['- - 99802 -', 'sampleton ZZ 99801 99801'],
    ['otherton - 99802 -', 'sampleton ZZ 99801 99801'],
    ['otherton - 99802 -', 'sampleton ZZ - 99801'],
  ])('the requested place %s contradicts %s', (place, there) => {
    expect(placePenalty(requested(place), known(there))).toBeNull()
  })

  test.each([
    // Another city with the same ZIP code, and the other way round.
    ['otherton - 99801 -', 'sampleton ZZ 99801 -', 3],
    ['otherton - 99801 -', 'sampleton ZZ - 99801', 3],
    ['sampleton - 99802 -', 'sampleton ZZ 99801 -', 3],
    ['sampleton - 99802 -', 'sampleton ZZ - 99801', 2],
    ['sampleton - 99802 -', 'sampleton ZZ - -', 1],
    ['sampleton - - -', '- ZZ 99801 -', 1],
    ['sampleton - 99801 -', '- ZZ - -', 2],
    ['sampleton - 99802 -', '- ZZ - 99801', 3],
  ])('the requested place %s differs from %s by %i points', (place, there, points) => {
    expect(placePenalty(requested(place), known(there))).toBe(points)
  })

  test('a city and a ZIP code that contradict each other have the same penalty', () => {
    const place = requested('sampleton ZZ 99802')
    const [byCity, byZip] = [known('sampleton ZZ 99801 -'), known('otherton ZZ 99802 -')]
    expect(placePenalty(place, byCity)).toBe(placePenalty(place, byZip))
    expect(placePenalty(place, byCity)).toBeGreaterThan(0)
  })

  test('a street of unknown place agrees with nothing and contradicts nothing', () => {
    const nowhere = known('- ZZ - -')
    for (const place of ['sampleton - - -', '- - 99801 -', 'sampleton ZZ 99801 -']) {
      expect(placePenalty(requested(place), nowhere)).toBeGreaterThan(0)
      expect(isUnconfirmed(requested(place), nowhere)).toBe(true)
    }
    expect(isUnconfirmed(requested('- ZZ - -'), nowhere)).toBe(false)
    expect(isUnconfirmed(requested('sampleton - 99802 -'), known('sampleton ZZ - 99801'))).toBe(
      false,
    )
    expect(isUnconfirmed(requested('- - 99801 -'), known('- ZZ - 99801'))).toBe(false)
  })
})

describe('the note of a found street', () => {
  const note = (name: string, at: string, knownName: string, knownAt: string) =>
    differenceNote(
      {
        ...requested(at),
        street: parseStreetName(name)!,
        number: null,
        streetTokens: [],
        unit: null,
        cityTokens: [],
      },
      { name: parseStreetName(knownName)!, place: known(knownAt) },
    )
  const AT = 'sampleton ZZ 99801 99801'

  test('is absent where nothing differs, or where the request has fewer parts', () => {
    expect(note('N Main St', AT, 'NORTH MAIN ST', AT)).toBeNull()
    expect(note('Main', '- - - -', 'MAIN ST', AT)).toBeNull()
    expect(note('5 Ave S', AT, 'S 5 AVE', AT)).toBeNull()
  })

  test.each([
    ['Main Rd', AT, 'MAIN ST', AT, 'another type'],
    ['N Main St', AT, 'MAIN ST', AT, 'without the requested directional'],
    ['Main', '- - - -', 'NORTH MAIN ST', AT, 'with a directional'],
    ['Main St', 'sampleton - 99801 -', 'MAIN ST', '- ZZ 99801 -', 'no city to compare'],
    ['Main St', 'sampleton - 99801 -', 'MAIN ST', 'sampleton ZZ - -', 'no ZIP code to compare'],
    ['Main St', 'otherton ZZ 99801 -', 'MAIN ST', AT, 'city is not the requested one'],
    ['Main St', 'sampleton ZZ 99802 -', 'MAIN ST', AT, 'ZIP code is not the requested one'],
    ['Main St', 'sampleton ZZ 99802 -', 'MAIN ST', '- ZZ - -', 'no city or ZIP code'],
  ])('%s at %s, found as %s at %s: %s', (name, at, knownName, knownAt, part) => {
    expect(note(name, at, knownName, knownAt)).toContain(part)
  })
})
