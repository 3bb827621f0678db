import { DIRECTIONAL_NAMES, DIRECTIONAL_OF } from './directionals.ts'
import { ordinalNumber } from './ordinals.ts'
import { baseKeyOf, type StreetName } from './street-name.ts'
import { STREET_TYPE_NAMES, STREET_TYPE_OF } from './street-types.ts'

/** Shorter names are never taken as misspelled: Elk St is not a misspelled Elm St. */
const LETTERS_MIN = 5
/** Least length of a name in which two letters may be wrong; one in shorter names. */
const LONG_LETTERS = 10

/** A street's name, and the words in which it was written. */
export interface WrittenName {
  name: StreetName
  words: readonly string[]
}

/**
 * Whether one name may be a misspelling of the other: by a letter or two of the whole name, or of
 * one word where both have the same number of words. Numbers are never misspelled: 16th Ave is not
 * 18th. Differing types and directionals are left to `penalties.ts`.
 */
export function isMisspelled(requested: WrittenName, known: WrittenName): boolean {
  if (isSpelledLike(baseKeyOf(requested.name), baseKeyOf(known.name))) return true
  const { words } = requested
  if (words.length !== known.words.length) return false
  const wrong = words.filter((word, i) => !isSame(word, known.words[i]))
  return (
    wrong.length === 1 && words.every((word, i) => isSpelledLike(word, writtenOut(known.words[i])))
  )
}

function isSame(a: string, b: string): boolean {
  return a === b || spelled(a) === spelled(b)
}

/** The short spelling of a word that has several. */
function spelled(word: string): string {
  return ordinalNumber(word) ?? DIRECTIONAL_OF.get(word) ?? STREET_TYPE_OF.get(word) ?? word
}

/** A type or directional in its long form: `st` is too short for a misspelling. */
function writtenOut(word: string): string {
  const type = STREET_TYPE_NAMES.get(STREET_TYPE_OF.get(word) ?? '')
  return type ?? DIRECTIONAL_NAMES[DIRECTIONAL_OF.get(word) ?? ''] ?? word
}

/** True when one word or compact name may be a misspelling of the other, or both mean the same. */
export function isSpelledLike(a: string, b: string): boolean {
  if (isSame(a, b)) return true
  // Two known words are not misspellings of each other, nor are a short and a long form.
  if (spelled(a) !== a && spelled(b) !== b) return false
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false
  const letters = Math.min(a.length, b.length)
  // `Wado` is Waldo with a letter missing; Maine St is not a misspelled Main St.
  const isLetterLess = a.length === LETTERS_MIN - 1 && b.length === LETTERS_MIN
  if (letters < LETTERS_MIN && !isLetterLess) return false
  return editsWithin(a, b, letters < LONG_LETTERS ? 1 : 2)
}

/**
 * Whether at most this many edits turn a into b: letters added, removed, changed or swapped in
 * place.
 */
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
