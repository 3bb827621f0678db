/** A house number: its key for comparisons, and the whole number that it begins with. */
export interface HouseNumber {
  /** The number in one spelling: `12`, `12a` (also for `12-A`), `12-34`, `12 1/2`. */
  text: string
  value: number
}

/** `1609-A` is `1609a`; a hyphen before digits stays, since `12-34` is not `1234`. */
const PATTERN = /^0*([1-9]\d{0,5})(?:-(\d{1,5}))?-?([a-z])?$/
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const FRACTIONS: Readonly<Record<string, string>> = {
  '\u00bc': '1/4',
  '\u00bd': '1/2',
  '\u00be': '3/4',
}

interface ReadNumber {
  number: HouseNumber
  /** Number of words that it consists of. */
  wordCount: number
}

/** Normalizes the numbers of a line: `12\u00bd` and `12-1/2` become `12 1/2`, a dash a hyphen. */
export function numbersPlain(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00bc-\u00be]/g, (sign) => ` ${FRACTIONS[sign]}`)
    .replace(/(\d)-([1-3]\/[2-4])(?!\d)/g, '$1 $2')
}

/**
 * Parses the number at the start of an address that a person typed: also `One Main St`, `#1 Main
 * St`.
 */
export function parseTypedNumber(words: readonly string[]): ReadNumber | null {
  const [first = '', ...rest] = words
  const value = WORDS.indexOf(first) + 1
  if (value > 0) return { number: { text: `${value}`, value }, wordCount: 1 }
  return parseHouseNumber(rest.length > 0 ? [first.replace(/^#/, ''), ...rest] : words)
}

/** Parses the number at the start of an address in a file. Files do not spell numbers out. */
export function parseHouseNumber(words: readonly string[]): ReadNumber | null {
  if (words.length === 0) return null
  const found = PATTERN.exec(words[0])
  if (!found) return null
  const [, digits, second, letter] = found
  const plain = `${digits}${second ? `-${second}` : ''}${letter ?? ''}`
  const value = Number(digits)
  const half = !letter && /^[1-3]\/[2-4]$/.test(words[1] ?? '')
  if (half) return { number: { text: `${plain} ${words[1]}`, value }, wordCount: 2 }
  return { number: { text: plain, value }, wordCount: 1 }
}

/** Parses the number column of a source; null where it has none, and for the 0 of vacant land. */
export function houseNumberOf(text: string | null): HouseNumber | null {
  if (text === null) return null
  const words = numbersPlain(text).trim().toLowerCase().split(/\s+/)
  const read = parseHouseNumber(words)
  return read?.wordCount === words.length ? read.number : null
}

/**
 * The other spelling of a lettered number: house 12, part a for 12a, and 12a for house 12, part a.
 */
export function lettered(
  { text, value }: HouseNumber,
  unit: string | null,
): [number: HouseNumber | null, unit: string | null] {
  const [, plain, letter] = /^(.*\d)([a-z])$/.exec(text) ?? []
  if (letter && unit === null) return [{ text: plain, value }, letter]
  const isPart = !letter && unit !== null && /^[a-z]$/.test(unit)
  return isPart ? [{ text: `${text}${unit}`, value }, null] : [null, null]
}
