import { DIRECTIONAL_OF } from './directionals.ts'
import { type HouseNumber, numbersPlain, parseHouseNumber } from './house-number.ts'
import { parseStreetName, type StreetName } from './street-name.ts'
import { STREET_TYPE_OF } from './street-types.ts'
import { decodeEntities, tokenize } from './tokens.ts'
import { splitUnit } from './unit.ts'

/** A street and the unit behind it, split from one text. */
export interface StreetPart {
  street: StreetName
  /** The street as written, with runs of blanks collapsed. */
  streetText: string
  /** Identifier of the unit for comparisons: `2b`. */
  unit: string | null
  /** The unit as written: `STE B`. */
  unitText: string | null
}

/** An address line of a file: number, street and unit in one text. */
export interface StreetLine extends StreetPart {
  number: HouseNumber
  /** The number as written: `1609-A`. */
  numberText: string
}

/** Splits the words behind a house number into street and unit, in files and in requests. */
export function splitStreet(written: readonly string[]): {
  words: string[]
  street: StreetName | null
  unit: string | null
} {
  const { words, unit } = splitUnit(written)
  return { words, street: parseStreetName(words.map((word) => word.replace(/#/g, ''))), unit }
}

/**
 * Parses a line of a roll. Null where it has no house number: vacant land has none or 0, and `16
 * AVE NE` is land along a street.
 */
export function parseStreetLine(text: string): StreetLine | null {
  const line = parseAddressLine(text)
  return line && isTypeAlone(tokenize(line.streetText)) ? null : line
}

/**
 * Parses a line of a file of houses, where `310 BOULEVARD EAST` is a house; null without a number.
 */
export function parseAddressLine(text: string): StreetLine | null {
  const tokens = rawTokens(text)
  const numbered = parseHouseNumber(tokens.map((token) => token.toLowerCase()))
  if (!numbered) return null
  const after = tokens.slice(numbered.wordCount)
  const part = readPart(after)
  if (!part) return null
  const numberText = tokens.slice(0, numbered.wordCount).join(' ')
  return { number: numbered.number, numberText, ...part }
}

/** Parses a street column, in which some files include the unit; null where it has no word. */
export function parseStreetPart(text: string): StreetPart | null {
  return readPart(rawTokens(text))
}

function rawTokens(text: string): string[] {
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

/** Types that are never the name of a street: `12 Park` may be a house, `16 Ave NE` is a street. */
const BARE_TYPES: ReadonlySet<string> = new Set(['ave', 'blvd', 'ct', 'dr', 'ln', 'rd', 'st'])

/** Whether a number before these words is a part of the street. `5 Avenue S` is still house 5. */
function isTypeAlone([type, ...rest]: readonly string[]): boolean {
  if (!BARE_TYPES.has(STREET_TYPE_OF.get(type) ?? '')) return false
  const isLetterAvenue = rest.length === 1 && rest[0].length === 1 && /^av/.test(type)
  return !isLetterAvenue && rest.every((word) => DIRECTIONAL_OF.has(word))
}

/** The leading tokens that hold the given number of words. */
function opening(tokens: readonly string[], words: number): readonly string[] {
  let count = 0
  for (let i = 0; i < tokens.length; i++) {
    if (count >= words) return tokens.slice(0, i)
    count += tokenize(tokens[i]).length
  }
  return tokens
}
