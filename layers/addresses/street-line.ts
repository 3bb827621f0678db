import { DIRECTIONAL_OF } from './directionals.ts'
import { type HouseNumber, numbersPlain, readHouseNumber } from './house-number.ts'
import { readStreetName, type StreetName } from './street-name.ts'
import { STREET_TYPE_OF } from './street-types.ts'
import { splitUnit } from './unit.ts'
import { decodeEntities, wordsOf } from './words.ts'

/** The line of an address as a roll has it: number, street and unit in one text. */
export interface StreetLine {
  number: HouseNumber
  street: StreetName
  /** The street as it stands in the line, blanks squeezed. */
  streetText: string
  unit: string | null
}

/** Reads a line; null where it has no house number, as vacant land has none or 0. */
export function readStreetLine(text: string): StreetLine | null {
  const tokens = numbersPlain(decodeEntities(text)).trim().split(/\s+/)
  const numbered = readHouseNumber(tokens.map((token) => token.toLowerCase()))
  if (!numbered) return null
  const after = tokens.slice(numbered.taken)
  const { words, unit } = splitUnit(after.flatMap(wordsOf))
  const street = isTypeAlone(words) ? null : readStreetName(words)
  if (!street) return null
  const streetText = opening(after, words.length)
    .join(' ')
    .replace(/[\s,-]+$/, '')
  return { number: numbered.number, street, streetText, unit }
}

/** Types that no street has for a name: `12 Park` may be a house, `16 Ave NE` is a street. */
const BARE_TYPES: ReadonlySet<string> = new Set(['ave', 'blvd', 'ct', 'dr', 'ln', 'rd', 'st'])

/** Whether a number before these words is the street's own. `5 Avenue S` is house 5 all the same. */
function isTypeAlone([type, ...rest]: readonly string[]): boolean {
  if (!BARE_TYPES.has(STREET_TYPE_OF.get(type) ?? '')) return false
  const isLetterAvenue = rest.length === 1 && rest[0].length === 1 && /^av/.test(type)
  return !isLetterAvenue && rest.every((word) => DIRECTIONAL_OF.has(word))
}

/** The tokens that hold the first so many words. */
function opening(tokens: readonly string[], words: number): readonly string[] {
  let count = 0
  for (let i = 0; i < tokens.length; i++) {
    if (count >= words) return tokens.slice(0, i)
    count += wordsOf(tokens[i]).length
  }
  return tokens
}
