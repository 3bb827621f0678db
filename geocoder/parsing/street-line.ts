import { DIRECTIONAL_OF } from './directionals.ts'
import { type HouseNumber, numbersPlain, parseHouseNumber } from './house-number.ts'
import { parseStreetName, type StreetName } from './street-name.ts'
import { STREET_TYPE_OF } from './street-types.ts'
import { decodeEntities, tokenize } from './tokens.ts'
import { splitUnit } from './unit.ts'

/** A street and the unit behind it, split from one text. */
export interface StreetPart {
  street: StreetName
  /** The street as it stands in the text, blanks squeezed. */
  streetText: string
  /** Identifier of the unit for comparing: `2b`. */
  unit: string | null
  /** The unit as it stands in the text: `STE B`. */
  unitText: string | null
}

/** The line of an address as a file has it: number, street and unit in one text. */
export interface StreetLine extends StreetPart {
  number: HouseNumber
  /** The number as it stands in the line: `1609-A`. */
  numberText: string
}

/** Splits words behind a house number into street and unit: files and questions alike. */
export function splitStreet(written: readonly string[]): {
  words: string[]
  street: StreetName | null
  unit: string | null
} {
  const { words, unit } = splitUnit(written)
  return { words, street: parseStreetName(words.map((word) => word.replace(/#/g, ''))), unit }
}

/**
 * Reads a line of a roll; null where it has no house number, as vacant land has none or 0. There
 * `16 AVE NE` is land along a street.
 */
export function parseStreetLine(text: string): StreetLine | null {
  const line = parseAddressLine(text)
  return line && isTypeAlone(tokenize(line.streetText)) ? null : line
}

/** Reads a line of a file of houses, in which `310 BOULEVARD EAST` is one; null without a number. */
export function parseAddressLine(text: string): StreetLine | null {
  const tokens = tokensOf(text)
  const numbered = parseHouseNumber(tokens.map((token) => token.toLowerCase()))
  if (!numbered) return null
  const after = tokens.slice(numbered.taken)
  const part = readPart(after)
  if (!part) return null
  const numberText = tokens.slice(0, numbered.taken).join(' ')
  return { number: numbered.number, numberText, ...part }
}

/** Reads a column of streets, in which some files leave the unit; null where it has no word. */
export function parseStreetPart(text: string): StreetPart | null {
  return readPart(tokensOf(text))
}

function tokensOf(text: string): string[] {
  return numbersPlain(decodeEntities(text)).trim().split(/\s+/)
}

function readPart(tokens: readonly string[]): StreetPart | null {
  const { words, street, unit } = splitStreet(tokens.flatMap(tokenize))
  if (!street) return null
  const named = unit === null ? tokens : opening(tokens, words.length)
  const streetText = named.join(' ').replace(/[\s,;/-]+$/, '')
  const unitText = tokens
    .slice(named.length)
    .join(' ')
    .replace(/^[\s,;/-]+/, '')
  return { street, streetText, unit, unitText: unit === null ? null : unitText }
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
    count += tokenize(tokens[i]).length
  }
  return tokens
}
