import { type HouseNumber, readHouseNumber } from './house-number.ts'
import { readStreetName, type StreetName } from './street-name.ts'
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
  const tokens = decodeEntities(text).trim().split(/\s+/)
  const numbered = readHouseNumber(tokens.map((token) => token.toLowerCase()))
  if (!numbered) return null
  const after = tokens.slice(numbered.taken)
  const { words, unit } = splitUnit(after.flatMap(wordsOf))
  const street = readStreetName(words)
  if (!street) return null
  const streetText = opening(after, words.length)
    .join(' ')
    .replace(/[\s,-]+$/, '')
  return { number: numbered.number, street, streetText, unit }
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
