import { type Ending, endingsOf } from './address-ending.ts'
import { tailsOf } from './address-tail.ts'
import { DIRECTIONAL_NAMES, DIRECTIONAL_OF } from './directionals.ts'
import { type HouseNumber, numbersPlain, parseTypedNumber } from './house-number.ts'
import { splitStreet } from './street-line.ts'
import { normalizeWord, parseStreetName, type StreetName } from './street-name.ts'
import { STREET_TYPE_OF } from './street-types.ts'
import { compactKey, decodeEntities, tokenize } from './tokens.ts'
import { signsJoined, unitOf, unitWithin } from './unit.ts'

/** One way of reading a line of text as a mailing address. */
export interface AddressReading {
  /** House number; null where there is none, and for the 0 of vacant land. */
  number: HouseNumber | null
  /** Street; null where the text names only a place. */
  street: StreetName | null
  /** Tokens of the street as they were written. */
  streetTokens: string[]
  /** Identifier of a unit in the building: `2b`. */
  unit: string | null
  /** Compact key of the city, `mcginnis`; null where there is none. */
  city: string | null
  cityTokens: string[]
  /** USPS code of the state. */
  state: string | null
  zip: string | null
}

/** Most readings of one line; a line with more is not an address. */
const READINGS_MAX = 64
/** Most words in the name of a city: Lake in the Hills, Truth or Consequences. */
const CITY_WORDS_MAX = 4

const COUNTRY = /^(usa|us|united states|united states of america)$/
/** A country without a comma before it, which must follow a ZIP code: `US 1` is a road. */
const COUNTRY_BEHIND_ZIP = /(?<=\d{4})\s+(?:usa|us|u\.s\.a?\.?|united states(?: of america)?)\s*$/i
/** Control characters without a meaning; a TAB and the end of a line separate parts. */
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu
const PO_BOX = /^p\s*\.?\s*o\s*\.?\s*box\b/i

/**
 * Parses a line in every way in which it can be read, the likelier first. The tables of a build
 * decide between them: a parser cannot know that `ST CLOUD` is a city and `CLOUD` is not.
 */
export function parseAddress(text: string): AddressReading[] {
  const parts = numbersPlain(decodeEntities(text))
    .replace(CONTROLS, ' ')
    .replace(COUNTRY_BEHIND_ZIP, '')
    .split(/[,;\n\r\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  while (parts.length > 1 && COUNTRY.test(tokenize(parts.at(-1)!).join(' '))) parts.pop()
  const readings: AddressReading[] = []
  for (const divided of divisionsOf(parts.map(rawWords)))
    for (const ending of endingsOf(divided))
      for (const reading of readingsOf(ending)) {
        if (readings.length === READINGS_MAX) return readings
        readings.push(reading)
      }
  return readings
}

/**
 * Returns the parts as they are and, first, with a leading number joined to the part behind it:
 * tables often have number and street in two columns with a TAB between. The number may also be a
 * ZIP code.
 */
function divisionsOf(parts: string[][]): string[][][] {
  const [first, second, ...rest] = parts
  const isApart =
    second !== undefined &&
    parseTypedNumber(first)?.wordCount === first.length &&
    parseTypedNumber(second) === null
  return isApart ? [[[...first, ...second], ...rest], parts] : [parts]
}

/** Words of one part as written: numbers include their hyphens and fractions. */
function rawWords(part: string): string[] {
  const words = part
    .split(/\s+/)
    .flatMap((word) =>
      /^#?\d/.test(word) ? [word.toLowerCase().replace(/[.)]+$/, '')] : tokenize(word),
    )
  return signsJoined(words.filter((word) => word !== '/'))
}

function* readingsOf({ parts, state, zip }: Ending): Generator<AddressReading> {
  const blank = { number: null, street: null, streetTokens: [], unit: null }
  if (parts.length === 0) {
    if (zip ?? state) yield { ...blank, ...cityOf([]), state, zip }
    return
  }
  // A post office box is at a post office: only its place is known.
  if (PO_BOX.test(parts[0].join(' '))) {
    yield { ...blank, ...cityOf(parts.length > 1 ? parts.at(-1)! : []), state, zip }
    return
  }
  // The name of a building may come before the line with the number.
  const numbered = parts.findIndex((part) => parseTypedNumber(part) !== null)
  const [line, ...rest] = parts.slice(Math.max(0, numbered))
  for (const { directional, unit, city } of tailsOf(rest)) {
    const whole = directional === null ? line : [...line, directional]
    const most = city === null ? Math.min(CITY_WORDS_MAX, whole.length - 1) : 0
    for (let count = 0; count <= most; count++) {
      const cut = whole.length - count
      yield* lineReadings(whole.slice(0, cut), unit, cityOf(city ?? whole.slice(cut)), state, zip)
    }
  }
  if (rest.length === 0 && numbered === -1) yield { ...blank, ...cityOf(line), state, zip }
}

/** Reads the line of number, street and unit. */
function* lineReadings(
  line: readonly string[],
  unitApart: string | null,
  city: Pick<AddressReading, 'city' | 'cityTokens'>,
  state: string | null,
  zip: string | null,
): Generator<AddressReading> {
  const place = { ...city, state, zip }
  const numbered = parseTypedNumber(line)
  const isVacant = /^0+$/.test(line[0])
  const after = line.slice(numbered?.wordCount ?? (isVacant ? 1 : 0)).flatMap(tokenize)
  if (after.length === 0) return
  const split = splitStreet(after)
  const unit = unitWithin(split.unit, unitApart)
  const reading = (
    words: string[],
    unit: string | null,
    number: HouseNumber | null = numbered?.number ?? null,
  ): AddressReading => {
    const street = parseStreetName(words.map((word) => word.replace(/#/g, '')))
    return { number, street, streetTokens: words, unit, ...place }
  }
  yield reading(split.words, unit)
  // `Two Rivers Rd` and `16 Ave` may be streets whose names begin with a number.
  const isNameless = split.words.every(
    (word) => STREET_TYPE_OF.has(word) || DIRECTIONAL_OF.has(word),
  )
  if (numbered && (isNameless || /^\D/.test(line[0])))
    yield reading([...line.slice(0, numbered.wordCount), ...split.words], unit, null)
  // `4922 B South Cornell Ave`: a letter behind the number is a part of the house.
  const [letter, ...name] = split.words
  if (numbered && name.length > 1 && /^[a-z]$/.test(letter) && !DIRECTIONAL_OF.has(letter))
    yield reading(name, unit ?? letter)
  // `1434 Ohio Street 38`: a number behind the type is a unit without a designator.
  const last = split.words.at(-1)!
  const isBareUnit = /\d|^[a-z]$/.test(last) && !DIRECTIONAL_OF.has(last)
  if (unit === null && split.words.length > 2 && isBareUnit)
    yield reading(split.words.slice(0, -1), unitOf([last]))
}

function cityOf(words: readonly string[]): Pick<AddressReading, 'city' | 'cityTokens'> {
  const cityTokens = words.flatMap(tokenize)
  return { city: cityTokens.length > 0 ? cityKeyOf(cityTokens) : null, cityTokens }
}

/** Key to compare cities by: `St`, `N` and `Bch` are spelled like Saint, North and Beach. */
export function cityKeyOf(text: string | readonly string[]): string {
  const words = typeof text === 'string' ? tokenize(text) : text
  return compactKey(words.map(normalizeWord).map((word) => DIRECTIONAL_NAMES[word] ?? word))
}
