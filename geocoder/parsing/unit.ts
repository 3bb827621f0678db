import { ORDINAL_NUMBERS, ordinalNumber } from './ordinals.ts'
import { STREET_TYPE_OF } from './street-types.ts'

/** Designators of a part of a building. USPS Publication 28, appendix C2, and what rolls write. */
const DESIGNATORS: ReadonlySet<string> = new Set(
  `apt apartment apts bldg building bsmt basement dept department fl flr floor frnt front hngr hangar
   lbby lobby lot lowr lower ofc office ph penthouse rear rm room spc space ste suite trlr trailer
   unit units upper uppr condo`
    .split(/\s+/)
    .filter(Boolean),
)
/** Those that stand without a number behind them. */
const ALONE: ReadonlySet<string> = new Set(
  'bsmt basement frnt front lbby lobby lowr lower ofc office ph penthouse rear side upper uppr'.split(
    ' ',
  ),
)
/** Words that say what, not which: `SUB LOT 25`. */
const FILLERS: ReadonlySet<string> = new Set(['sub'])

/** Floors are said the other way round: `15th floor`, `lower level`. */
const FLOORS: ReadonlySet<string> = new Set(['floor', 'fl', 'flr', 'floors', 'level'])
const STOREYS: ReadonlySet<string> = new Set('ground lower upper main mezzanine top'.split(' '))

/** Designators behind which any one word names the unit: `Unit Rear`. */
const NAMING: ReadonlySet<string> = new Set(['apt', 'apartment', 'ste', 'suite', 'unit'])
/** A designator and a number in one word: `apt5`. Of a penthouse it is a part of the name. */
const GLUED = /^(?:apt|unit|ste|suite|rm|lot|bldg)(\d\w*)$|^((?:ph|th)\d+[a-z]?)$/

const isIdentifier = (word: string) =>
  /^#?[a-z]{0,3}\d{1,5}[a-z]{0,2}$|^[a-z]$|^#.+$|^\d{1,5}-\w{1,5}$/.test(word)
const isLetter = (word: string) => /^[a-z]$/.test(word)
const isStorey = (word: string) =>
  STOREYS.has(word) || ORDINAL_NUMBERS.has(word) || /^\d+(st|nd|rd|th)$/.test(word)

/**
 * The unit that the words begin with, and how many of them it takes: `suite 500`, `#5`, `4th floor`.
 * A unit is compared by its identifier alone: Apt 2B, Unit 2B and #2B are one.
 */
export function leadingUnit(words: readonly string[]): { unit: string; taken: number } | null {
  const [first, second] = words
  if (first === undefined) return null
  if (first.startsWith('#')) return identified(words, 0)
  const glued = GLUED.exec(first)
  if (glued) return taken([glued[1] ?? glued[2]], 1)
  if (isStorey(first) && FLOORS.has(second)) return taken([first], 2)
  // `No 102`; before a name it is the north.
  if (first === 'no' && /^\d/.test(second ?? '')) return identified(words, 1)
  if (!DESIGNATORS.has(first)) return null
  if (second !== undefined && isIdentifier(second)) return identified(words, 1)
  if (ALONE.has(first)) return taken([first], 1)
  const isNamed = NAMING.has(first) && words.length === 2 && !STREET_TYPE_OF.has(second)
  return isNamed ? taken([second], 2) : null
}

/** An identifier of one word, or of the two that a hyphen leaves: `C-4`, `100-A`, `2-14`. */
function identified(words: readonly string[], from: number) {
  const [word, next] = words.slice(from)
  const isLast = words.length === from + 2
  const isDouble =
    next !== undefined &&
    (isLetter(word)
      ? /^\d/.test(next) || (isLast && isLetter(next))
      : isLast && (isLetter(next) || /^\d+[a-z]?$/.test(next)))
  if (!isDouble) return taken([word], from + 1)
  const isNested = !isLetter(word) && !isLetter(next)
  return taken(isNested ? [word, '-', next] : [word, next], from + 2)
}

function taken(words: readonly string[], count: number) {
  const unit = unitKey(words)
  return unit === null ? null : { unit, taken: count }
}

/** One unit inside of another: building 2, flat 4b. */
export function unitWithin(outer: string | null, inner: string | null): string | null {
  return outer === null || inner === null ? (inner ?? outer) : `${outer}-${inner}`
}

/** The words with each number sign at what it belongs to: `# 5` is `#5`, `Apt # 5` is `Apt 5`. */
export function signsJoined(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    if (word === '#') return []
    const isSigned = words[i - 1] === '#' && !DESIGNATORS.has(word) && !word.startsWith('#')
    return [isSigned && !DESIGNATORS.has(words[i - 2]) ? `#${word}` : word]
  })
}

/** Parts the unit from the end of a street line: `['main', 'st', 'apt', '2b']` is Main St and `2b`. */
export function splitUnit(written: readonly string[]): { words: string[]; unit: string | null } {
  const words = signsJoined(written)
  // `1A Unit`: some rolls write it the other way round.
  const [which, last] = words.slice(-2)
  if (words.length > 2 && DESIGNATORS.has(last) && isIdentifier(which))
    return { words: words.slice(0, -2), unit: unitKey([which]) }
  for (let i = 1; i < words.length; i++) {
    const found = leadingUnit(words.slice(i))
    if (!found) continue
    // What follows may be a second unit, `Building 1 Suite 100`, or a turn: `Unit 2 East`.
    const rest = words.slice(i + found.taken)
    const inner = leadingUnit(rest)
    const end = FILLERS.has(words[i - 1]) && i > 1 ? i - 1 : i
    if (rest.length === 0) return { words: words.slice(0, end), unit: found.unit }
    if (inner && inner.taken === rest.length)
      return { words: words.slice(0, end), unit: unitWithin(found.unit, inner.unit) }
  }
  return { words, unit: null }
}

/** Reads a source's own column of units, with or without a designator; null for none. */
export function unitOf(written: readonly string[]): string | null {
  const words = signsJoined(written)
  const [first, ...rest] = words
  if (first === undefined) return null
  // Read as behind a street, so that a column and a line say the same.
  for (const line of [words, ['unit', ...words]]) {
    const read = splitUnit(['', ...line])
    if (read.words.length === 1) return read.unit
  }
  return unitKey(DESIGNATORS.has(first) && rest.length > 0 ? rest : words)
}

function unitKey(words: readonly string[]): string | null {
  const key = words
    .map((word) => (isStorey(word) ? (ordinalNumber(word) ?? word) : word))
    .join('')
    .replace(/[#/]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/(\d)-([a-z])$/, '$1$2')
  return key === '' ? null : key
}
