import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { editsWithin, isMisspelled } from './misspelling.ts'
import { parseStreetName } from './street-name.ts'
import { tokenize } from './tokens.ts'

const written = (text: string) => ({ name: parseStreetName(text)!, words: tokenize(text) })

test.each([
  ['Umbrela Pine Ct', 'UMBRELLA PINE CT'],
  ['Mapel St', 'MAPLE ST'],
  ['Mapple St', 'N MAPLE ST'],
  ['Elm Strreet', 'ELM ST'],
  ['Nroth Main St', 'NORTH MAIN ST'],
  ['Macginnis Rd', 'MC GINNIS RD'],
  ['Martin Luthr King Jr Blvd', 'MARTIN LUTHER KING JR BLVD'],
  ['Massachusets Avenu', 'MASSACHUSETTS AVE'],
  // Two letters of ten.
  ['Abcdefghxx', 'ABCDEFGHIJ'],
])('%s may be %s misspelled', (requested, known) => {
  expect(isMisspelled(written(requested), written(known))).toBe(true)
})

test.each([
  ['Elk St', 'ELM ST'],
  // Two letters of nine, and three of ten.
  ['Abcdefgxx', 'ABCDEFGHI'],
  ['Abcdefgxxx', 'ABCDEFGHIJ'],
  ['St', 'NORTH ST'],
  ['Cloud Ave', 'ST CLOUD AVE'],
  ['Oak Hill Rd', 'OAK HALL MILL RD'],
  ['Hillcroft Rd', 'HILLCREST RD'],
  ['16th Ave', '18TH AVE'],
  ['Highway 17', 'HIGHWAY 11'],
  ['Avenue E', 'AVENUE F'],
  ['First St', 'FOREST ST'],
])('%s is not a misspelled %s', (requested, known) => {
  expect(isMisspelled(written(requested), written(known))).toBe(false)
})

/** The recursive definition, for short words. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const least = [
    edits(a.slice(1), b) + 1,
    edits(a, b.slice(1)) + 1,
    edits(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  ]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    least.push(edits(a.slice(2), b.slice(2)) + 1)
  return Math.min(...least)
}

test('letters added, removed, changed or swapped are counted as by the definition', () => {
  const random = seededRandom(11)
  const word = () =>
    Array.from({ length: Math.floor(random() * 6) }, () => 'abc'[Math.floor(random() * 3)]).join('')
  for (let i = 0; i < 2_000; i++) {
    const [a, b, most] = [word(), word(), Math.floor(random() * 4)]
    expect([a, b, most, editsWithin(a, b, most)]).toEqual([a, b, most, edits(a, b) <= most])
  }
})
