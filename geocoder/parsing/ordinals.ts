const ONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']
const TEENS = [
  ...['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth'],
  ...['sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
]
const TENS = ['twent', 'thirt', 'fort', 'fift', 'sixt', 'sevent', 'eight', 'ninet']

/** 1 to 99 by their ordinal words, those over 20 as one word, as `ordinalsJoined` writes them. */
export const ORDINAL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, i): [string, number] => [word, i + 1]),
  ...TEENS.map((word, i): [string, number] => [word, i + 10]),
  ...TENS.flatMap((stem, i): [string, number][] => [
    [`${stem}ieth`, (i + 2) * 10],
    ...ONES.map((word, one): [string, number] => [`${stem}y${word}`, (i + 2) * 10 + one + 1]),
  ]),
])

const TENS_WORDS: ReadonlySet<string> = new Set(TENS.map((stem) => `${stem}y`))

/** Joins `twenty first`, which a hyphen or a blank splits, into one word. */
export function ordinalsJoined(words: readonly string[]): string[] {
  const joins = (i: number) => TENS_WORDS.has(words[i] ?? '') && ONES.includes(words[i + 1] ?? '')
  return words.flatMap((word, i) => (joins(i - 1) ? [] : [joins(i) ? word + words[i + 1] : word]))
}

/** The number of `16TH`, `16`, `Sixteenth`; null for any other word. */
export function ordinalNumber(word: string): string | null {
  const digits = /^0*([1-9]\d*)(st|nd|rd|th)?$/.exec(word)
  if (digits) return digits[1]
  const number = ORDINAL_NUMBERS.get(word)
  return number === undefined ? null : `${number}`
}

/** Formats a number as an ordinal: 1st, 2nd, 3rd, 11th. */
export function ordinalOf(number: string): string {
  const last = /1\d$/.test(number) ? '' : number.at(-1)
  return `${number}${last === '1' ? 'st' : last === '2' ? 'nd' : last === '3' ? 'rd' : 'th'}`
}
