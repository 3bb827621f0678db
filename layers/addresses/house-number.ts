/** A house number: what is compared, and the whole number that stands first in it. */
export interface HouseNumber {
  /** In one spelling: `12`, `12a`, `12-34`, `12 1/2`. */
  text: string
  value: number
}

const PATTERN = /^0*([1-9]\d{0,5})(?:-(\d{1,5}))?([a-z])?$/
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Reads the words that open an address as its number, and how many of them it takes. */
export function readHouseNumber(
  words: readonly string[],
): { number: HouseNumber; taken: number } | null {
  if (words.length === 0) return null
  const spelled = WORDS.indexOf(words[0])
  if (spelled !== -1) return { number: { text: `${spelled + 1}`, value: spelled + 1 }, taken: 1 }
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
  const words = text.trim().toLowerCase().split(/\s+/)
  const read = readHouseNumber(words)
  return read?.taken === words.length ? read.number : null
}
