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
  /** Null where none is given, and for the 0 of vacant land. */
  number: HouseNumber | null
  /** Null where the text names a place alone. */
  street: StreetName | null
  /** The words of the street as they were written. */
  streetTokens: string[]
  /** Identifier of a part of the building: `2b`. */
  unit: string | null
  /** Compact: `mcginnis`; null where none is said. */
  city: string | null
  cityTokens: string[]
  /** USPS code. */
  state: string | null
  zip: string | null
}

/** A line that is read in more ways than these is no address. */
const READINGS_MAX = 64
/** Words that a city's name has at most: Lake in the Hills, Truth or Consequences. */
const CITY_WORDS_MAX = 4

const COUNTRY = /^(usa|us|united states|united states of america)$/
/** Without a comma it is a country only behind a ZIP code: `US 1` is a road. */
const COUNTRY_BEHIND_ZIP = /(?<=\d{4})\s+(?:usa|us|u\.s\.a?\.?|united states(?: of america)?)\s*$/i
/** Control characters that stand for nothing; a TAB and the end of a line divide parts. */
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu
const PO_BOX = /^p\s*\.?\s*o\s*\.?\s*box\b/i

/**
 * All ways in which a line can be read, the likelier ones first. Which one is meant is for the
 * tables to decide: a reader alone cannot know that `ST CLOUD` is a city and `CLOUD` is none.
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
 * The parts, and before them the parts with a number that stands alone in front joined to the next:
 * in a table number and street are often two columns with a TAB between. It may be a ZIP code too.
 */
function divisionsOf(parts: string[][]): string[][][] {
  const [first, second, ...rest] = parts
  const isApart =
    second !== undefined &&
    parseTypedNumber(first)?.taken === first.length &&
    parseTypedNumber(second) === null
  return isApart ? [[[...first, ...second], ...rest], parts] : [parts]
}

/** Words of one part as they stand: numbers keep their hyphens and fractions. */
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
  // A box is at a post office, which is a place.
  if (PO_BOX.test(parts[0].join(' '))) {
    yield { ...blank, ...cityOf(parts.length > 1 ? parts.at(-1)! : []), state, zip }
    return
  }
  // A building's name may stand before the line with the number.
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

/** The line of number, street and unit. */
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
  const after = line.slice(numbered?.taken ?? (isVacant ? 1 : 0)).flatMap(tokenize)
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
    yield reading([...line.slice(0, numbered.taken), ...split.words], unit, null)
  // `4922 B South Cornell Ave`: a letter behind the number tells a part of the house.
  const [letter, ...name] = split.words
  if (numbered && name.length > 1 && /^[a-z]$/.test(letter) && !DIRECTIONAL_OF.has(letter))
    yield reading(name, unit ?? letter)
  // `1434 Ohio Street 38`: a number behind the type is a unit without its word.
  const last = split.words.at(-1)!
  const isBareUnit = /\d|^[a-z]$/.test(last) && !DIRECTIONAL_OF.has(last)
  if (unit === null && split.words.length > 2 && isBareUnit)
    yield reading(split.words.slice(0, -1), unitOf([last]))
}

function cityOf(words: readonly string[]): Pick<AddressReading, 'city' | 'cityTokens'> {
  const cityTokens = words.flatMap(tokenize)
  return { city: cityTokens.length > 0 ? cityKeyOf(cityTokens) : null, cityTokens }
}

/** A city's name for comparing: `St`, `N` and `Bch` have one spelling with Saint, North and Beach. */
export function cityKeyOf(text: string | readonly string[]): string {
  const words = typeof text === 'string' ? tokenize(text) : text
  return compactKey(words.map(normalizeWord).map((word) => DIRECTIONAL_NAMES[word] ?? word))
}
