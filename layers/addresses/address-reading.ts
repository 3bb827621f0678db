import { stateCodeOf } from '../state-names.ts'
import { DIRECTIONAL_OF } from './directionals.ts'
import { type HouseNumber, readHouseNumber } from './house-number.ts'
import { readStreetName, type StreetName } from './street-name.ts'
import { splitUnit, unitOf } from './unit.ts'
import { compactOf, wordsOf } from './words.ts'

/** One way of reading a line of text as a mailing address. */
export interface AddressReading {
  /** Null where none is given, and for the 0 of vacant land. */
  number: HouseNumber | null
  /** Null where the text names a place alone. */
  street: StreetName | null
  /** The words of the street as they were written. */
  streetWords: string[]
  /** Identifier of a part of the building: `2b`. */
  unit: string | null
  /** Compact: `mcginnis`; null where none is said. */
  city: string | null
  cityWords: string[]
  /** USPS code. */
  state: string | null
  zip: string | null
}

/** A line that is read in more ways than these is no address. */
const READINGS_MAX = 64
/** Words that a city's name has at most: Lake in the Hills, Truth or Consequences. */
const CITY_WORDS_MAX = 4

const COUNTRY = /^(usa|us|united states|united states of america)$/
const PO_BOX = /^p\s*\.?\s*o\s*\.?\s*box\b/i

/**
 * All ways in which a line can be read, the likelier ones first. Which one is meant is for the
 * tables to decide: a reader alone cannot know that `ST CLOUD` is a city and `CLOUD` is none.
 */
export function readAddress(text: string): AddressReading[] {
  const parts = text
    .split(/[,;\n\r\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  while (parts.length > 1 && COUNTRY.test(wordsOf(parts.at(-1)!).join(' '))) parts.pop()
  const readings: AddressReading[] = []
  for (const { words: heads, state, zip } of endings(parts))
    for (const reading of readingsOf(heads, state, zip)) {
      if (readings.length === READINGS_MAX) return readings
      readings.push(reading)
    }
  return readings
}

/** What is left of the parts without ZIP and state, in each way of taking them off the end. */
function endings(parts: readonly string[]) {
  const found: { words: string[][]; state: string | null; zip: string | null }[] = []
  const words = parts.map(rawWords)
  const zips = zipAtEnd(words)
  const rests = zips ? [zips, { words, zip: null }] : [{ words, zip: null }]
  for (const { words: rest, zip } of rests) {
    // Nobody writes a ZIP after a comma and means a house: only a lone line is read both ways.
    if (zips && zip === null && (parts.length > 1 || rest[0].length > 2)) continue
    const states = stateAtEnd(rest)
    if (states) found.push({ ...states, zip })
    const isSure = states !== null && (states.isOwnPart || zip !== null)
    if (!isSure) found.push({ words: rest, state: null, zip })
  }
  return found
}

/** Words of one part as they stand: numbers keep their hyphens and fractions. */
function rawWords(part: string): string[] {
  return part
    .split(/\s+/)
    .flatMap((word) =>
      /^#?\d/.test(word) ? [word.toLowerCase().replace(/[.)]+$/, '')] : wordsOf(word),
    )
    .flatMap((word) => (word === '#' || word === '/' ? [] : [word]))
}

const ZIP = /^(\d{5})(?:-?(\d{4}))?$/

function zipAtEnd(parts: readonly string[][]) {
  const last = parts.at(-1) ?? []
  const found = ZIP.exec(last.at(-1) ?? '')
  if (!found) {
    // `32601 3779`: the add-on stands apart.
    const apart = /^\d{4}$/.test(last.at(-1) ?? '') && ZIP.exec(last.at(-2) ?? '')
    return apart ? { words: withoutLast(parts, 2), zip: apart[1] } : null
  }
  return { words: withoutLast(parts, 1), zip: found[1] }
}

function stateAtEnd(parts: readonly string[][]) {
  const last = parts.at(-1)
  if (!last) return null
  for (const count of [1, 2, 3]) {
    if (count > last.length) break
    const state = stateCodeOf(last.slice(-count).join(' '))
    if (!state) continue
    const isOwnPart = count === last.length && parts.length > 1
    return { words: withoutLast(parts, count), state, isOwnPart }
  }
  return null
}

function withoutLast(parts: readonly string[][], count: number): string[][] {
  const rest = parts.at(-1)!.slice(0, -count)
  const before = parts.slice(0, -1)
  return rest.length > 0 ? [...before, rest] : before
}

function* readingsOf(
  parts: readonly string[][],
  state: string | null,
  zip: string | null,
): Generator<AddressReading> {
  const blank = { number: null, street: null, streetWords: [], unit: null }
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
  const numbered = parts.findIndex((part) => readHouseNumber(part) !== null)
  const lead = numbered === -1 ? 0 : numbered
  const [line, ...rest] = parts.slice(lead)
  const unitParts = rest.filter((part) => splitUnit(['', ...part]).words.length === 1)
  const others = rest.filter((part) => !unitParts.includes(part))
  const unit = unitParts.length > 0 ? unitOf(unitParts[0]) : null
  const city = others.at(-1)
  if (city) yield* lineReadings(line, city, unit, state, zip)
  else {
    for (let count = 0; count <= Math.min(CITY_WORDS_MAX, line.length - 1); count++)
      yield* lineReadings(
        line.slice(0, line.length - count),
        line.slice(line.length - count),
        unit,
        state,
        zip,
      )
    if (!readHouseNumber(line)) yield { ...blank, ...cityOf(line), state, zip }
  }
}

/** The line of number, street and unit. */
function* lineReadings(
  line: readonly string[],
  city: readonly string[],
  unitApart: string | null,
  state: string | null,
  zip: string | null,
): Generator<AddressReading> {
  const place = { ...cityOf(city), state, zip }
  const numbered = readHouseNumber(line)
  const isVacant = /^0+$/.test(line[0])
  const after = line.slice(numbered?.taken ?? (isVacant ? 1 : 0)).flatMap(wordsOf)
  if (after.length === 0) return
  const split = splitUnit(after)
  const number = numbered?.number ?? null
  const reading = (words: string[], unit: string | null): AddressReading => {
    const street = readStreetName(words.map((word) => word.replace(/[#/]/g, '')))
    return { number, street, streetWords: words, unit, ...place }
  }
  yield reading(split.words, split.unit ?? unitApart)
  // `1434 Ohio Street 38`: a number behind the type is a unit without its word.
  const last = split.words.at(-1)!
  const isBareUnit = /\d|^[a-z]$/.test(last) && !DIRECTIONAL_OF.has(last)
  if (split.unit === null && unitApart === null && split.words.length > 2 && isBareUnit)
    yield reading(split.words.slice(0, -1), unitOf([last]))
}

function cityOf(words: readonly string[]): Pick<AddressReading, 'city' | 'cityWords'> {
  const cityWords = words.flatMap(wordsOf)
  return { city: cityWords.length > 0 ? cityKeyOf(cityWords) : null, cityWords }
}

/** A city's name for comparing: Saint, Fort and Mount have one spelling. */
export function cityKeyOf(text: string | readonly string[]): string {
  const words = typeof text === 'string' ? wordsOf(text) : text
  const [first, ...rest] = words
  const opening = { st: 'saint', ft: 'fort', mt: 'mount' }[first] ?? first
  return compactOf([opening, ...rest])
}
