/** A house number: what is compared, and the whole number that stands first in it. */
export interface HouseNumber {
  /** In one spelling: `12`, `12a` (also of `12-A`), `12-34`, `12 1/2`. */
  text: string
  value: number
}

/** `1609-A` is `1609a`; a hyphen before digits stays, since `12-34` is no `1234`. */
const PATTERN = /^0*([1-9]\d{0,5})(?:-(\d{1,5}))?-?([a-z])?$/
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const FRACTIONS: Readonly<Record<string, string>> = {
  '\u00bc': '1/4',
  '\u00bd': '1/2',
  '\u00be': '3/4',
}

interface ReadNumber {
  number: HouseNumber
  /** Words that it is made of. */
  taken: number
}

/** A line whose numbers are written one way: `12\u00bd` and `12-1/2` are `12 1/2`, a dash is a hyphen. */
export function numbersPlain(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00bc-\u00be]/g, (sign) => ` ${FRACTIONS[sign]}`)
    .replace(/(\d)-([1-3]\/[2-4])(?!\d)/g, '$1 $2')
}

/** Reads the words that open an address as a person writes it: also `One Main St`, `#1 Main St`. */
export function parseTypedNumber(words: readonly string[]): ReadNumber | null {
  const [first = '', ...rest] = words
  const value = WORDS.indexOf(first) + 1
  if (value > 0) return { number: { text: `${value}`, value }, taken: 1 }
  return parseHouseNumber(rest.length > 0 ? [first.replace(/^#/, ''), ...rest] : words)
}

/** Reads the words that open an address as its number. Of words alone no file makes a number. */
export function parseHouseNumber(words: readonly string[]): ReadNumber | null {
  if (words.length === 0) return null
  const found = PATTERN.exec(words[0])
  if (!found) return null
  const [, digits, second, letter] = found
  const plain = `${digits}${second ? `-${second}` : ''}${letter ?? ''}`
  const value = Number(digits)
  const half = !letter && /^[1-3]\/[2-4]$/.test(words[1] ?? '')
  if (half) return { number: { text: `${plain} ${words[1]}`, value }, taken: 2 }
  return { number: { text: plain, value }, taken: 1 }
}

/** The number of a source's own column; null for none, and for the 0 of vacant land. */
export function houseNumberOf(text: string | null): HouseNumber | null {
  if (text === null) return null
  const words = numbersPlain(text).trim().toLowerCase().split(/\s+/)
  const read = parseHouseNumber(words)
  return read?.taken === words.length ? read.number : null
}
