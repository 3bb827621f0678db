import { DIRECTIONAL_NAMES, DIRECTIONAL_OF } from './directionals.ts'
import { ordinalNumber } from './ordinals.ts'
import { baseKeyOf, type StreetName } from './street-name.ts'
import { STREET_TYPE_NAMES, STREET_TYPE_OF } from './street-types.ts'

/** Letters of a name below which nothing is misspelled: Elk St is no misspelled Elm St. */
const LETTERS_MIN = 5
/** From so many letters on two of them may be wrong, below that one. */
const LONG_LETTERS = 10

/** A street's name, and the words that it was written in. */
export interface WrittenName {
  name: StreetName
  words: readonly string[]
}

/**
 * Whether one name may be the other misspelled: by a letter or two of the name itself, or of one of
 * its words where the words are as many. Numbers are never misspelled ones: 16th Ave is not 18th. Types
 * and directionals that are others are left to `penalties.ts`.
 */
export function isMisspelled(asked: WrittenName, known: WrittenName): boolean {
  if (isNear(baseKeyOf(asked.name), baseKeyOf(known.name))) return true
  const { words } = asked
  if (words.length !== known.words.length) return false
  const wrong = words.filter((word, i) => !isSame(word, known.words[i]))
  return wrong.length === 1 && words.every((word, i) => isNear(word, writtenOut(known.words[i])))
}

function isSame(a: string, b: string): boolean {
  return a === b || spelled(a) === spelled(b)
}

/** One spelling of a word that is written in several ways. */
function spelled(word: string): string {
  return ordinalNumber(word) ?? DIRECTIONAL_OF.get(word) ?? STREET_TYPE_OF.get(word) ?? word
}

/** A type or directional in its long form: of `st` nothing can be misspelled. */
function writtenOut(word: string): string {
  const type = STREET_TYPE_NAMES.get(STREET_TYPE_OF.get(word) ?? '')
  return type ?? DIRECTIONAL_NAMES[DIRECTIONAL_OF.get(word) ?? ''] ?? word
}

/** Whether one compact name of a city may be the other misspelled. */
export function isSpelledLike(a: string, b: string): boolean {
  return isNear(a, b)
}

function isNear(a: string, b: string): boolean {
  if (isSame(a, b)) return true
  // A short and a long form are no misspellings of each other, nor are two known words.
  if (spelled(a) !== a && spelled(b) !== b) return false
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false
  const letters = Math.min(a.length, b.length)
  // `Wado` is Waldo with a letter left out; Maine St is no misspelled Main St.
  const isLetterLess = a.length === LETTERS_MIN - 1 && b.length === LETTERS_MIN
  if (letters < LETTERS_MIN && !isLetterLess) return false
  return editsWithin(a, b, letters < LONG_LETTERS ? 1 : 2)
}

/** Whether so few letters added, left out, changed or swapped with their neighbour make b of a. */
export function editsWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isOther = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + isOther)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    if (Math.min(...row) > most) return false
    ;[before, last] = [last, row]
  }
  return last[b.length] <= most
}
