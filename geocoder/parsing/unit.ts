import { ORDINAL_NUMBERS, ordinalNumber } from './ordinals.ts'
import { STREET_TYPE_OF } from './street-types.ts'

/** Designators of a unit in a building: USPS Publication 28, appendix C2, and others in rolls. */
const DESIGNATORS: ReadonlySet<string> = new Set(
  `apt apartment apts bldg building bsmt basement dept department fl flr floor frnt front hngr hangar
   lbby lobby lot lowr lower ofc office ph penthouse rear rm room spc space ste suite trlr trailer
   unit units upper uppr condo`
    .split(/\s+/)
    .filter(Boolean),
)
/** Designators that need no number behind them. */
const ALONE: ReadonlySet<string> = new Set(
  'bsmt basement frnt front lbby lobby lowr lower ofc office ph penthouse rear side upper uppr'.split(
    ' ',
  ),
)
/** Words that do not identify the unit: `SUB LOT 25`. */
const FILLERS: ReadonlySet<string> = new Set(['sub'])

/** Designators that follow their identifier: `15th floor`, `lower level`. */
const FLOORS: ReadonlySet<string> = new Set(['floor', 'fl', 'flr', 'floors', 'level'])
const STOREYS: ReadonlySet<string> = new Set('ground lower upper main mezzanine top'.split(' '))

/** Designators behind which any single word identifies the unit: `Unit Rear`. */
const NAMING: ReadonlySet<string> = new Set(['apt', 'apartment', 'ste', 'suite', 'unit'])
/** A designator and a number in one word: `apt5`. In `ph5` both are the identifier. */
const GLUED = /^(?:apt|unit|ste|suite|rm|lot|bldg)(\d\w*)$|^((?:ph|th)\d+[a-z]?)$/

const isIdentifier = (word: string) =>
  /^#?[a-z]{0,3}\d{1,5}[a-z]{0,2}$|^[a-z]$|^#.+$|^\d{1,5}-\w{1,5}$/.test(word)
const isLetter = (word: string) => /^[a-z]$/.test(word)
const isStorey = (word: string) =>
  STOREYS.has(word) || ORDINAL_NUMBERS.has(word) || /^\d+(st|nd|rd|th)$/.test(word)

/**
 * Finds a unit at the start of the words, and the number of words it consists of: `suite 500`,
 * `#5`, `4th floor`. A unit is compared by its identifier alone: Apt 2B, Unit 2B and #2B are one.
 */
export function leadingUnit(words: readonly string[]): { unit: string; wordCount: number } | null {
  const [first, second] = words
  if (first === undefined) return null
  if (first.startsWith('#')) return identified(words, 0)
  const glued = GLUED.exec(first)
  if (glued) return unitOfWords([glued[1] ?? glued[2]], 1)
  if (isStorey(first) && FLOORS.has(second)) return unitOfWords([first], 2)
  // `No 102`; before a name `No` is the north.
  if (first === 'no' && /^\d/.test(second ?? '')) return identified(words, 1)
  if (!DESIGNATORS.has(first)) return null
  if (second !== undefined && isIdentifier(second)) return identified(words, 1)
  if (ALONE.has(first)) return unitOfWords([first], 1)
  const isNamed = NAMING.has(first) && words.length === 2 && !STREET_TYPE_OF.has(second)
  return isNamed ? unitOfWords([second], 2) : null
}

/** An identifier of one word, or of two that were split at a hyphen: `C-4`, `100-A`, `2-14`. */
function identified(words: readonly string[], from: number) {
  const [word, next] = words.slice(from)
  const isLast = words.length === from + 2
  const isDouble =
    next !== undefined &&
    (isLetter(word)
      ? /^\d/.test(next) || (isLast && isLetter(next))
      : isLast && (isLetter(next) || /^\d+[a-z]?$/.test(next)))
  if (!isDouble) return unitOfWords([word], from + 1)
  const isNested = !isLetter(word) && !isLetter(next)
  return unitOfWords(isNested ? [word, '-', next] : [word, next], from + 2)
}

function unitOfWords(words: readonly string[], count: number) {
  const unit = unitKey(words)
  return unit === null ? null : { unit, wordCount: count }
}

/** Joins a unit inside of another: building 2, flat 4b. */
export function unitWithin(outer: string | null, inner: string | null): string | null {
  return outer === null || inner === null ? (inner ?? outer) : `${outer}-${inner}`
}

/** Joins each number sign to its word: `# 5` becomes `#5`, `Apt # 5` becomes `Apt 5`. */
export function signsJoined(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    if (word === '#') return []
    const isSigned = words[i - 1] === '#' && !DESIGNATORS.has(word) && !word.startsWith('#')
    return [isSigned && !DESIGNATORS.has(words[i - 2]) ? `#${word}` : word]
  })
}

/**
 * Splits the unit off the end of a street line: `['main', 'st', 'apt', '2b']` is Main St and `2b`.
 */
export function splitUnit(written: readonly string[]): { words: string[]; unit: string | null } {
  const words = signsJoined(written)
  // `1A Unit`: some rolls write it the other way round.
  const [which, last] = words.slice(-2)
  if (words.length > 2 && DESIGNATORS.has(last) && isIdentifier(which))
    return { words: words.slice(0, -2), unit: unitKey([which]) }
  for (let i = 1; i < words.length; i++) {
    const found = leadingUnit(words.slice(i))
    if (!found) continue
    // Behind it may be a second unit, `Building 1 Suite 100`, or something else: `Unit 2 East`.
    const rest = words.slice(i + found.wordCount)
    const inner = leadingUnit(rest)
    const end = FILLERS.has(words[i - 1]) && i > 1 ? i - 1 : i
    if (rest.length === 0) return { words: words.slice(0, end), unit: found.unit }
    if (inner && inner.wordCount === rest.length)
      return { words: words.slice(0, end), unit: unitWithin(found.unit, inner.unit) }
  }
  return { words, unit: null }
}

/** Parses the unit column of a source, with or without a designator; null where it is empty. */
export function unitOf(written: readonly string[]): string | null {
  const words = signsJoined(written)
  const [first, ...rest] = words
  if (first === undefined) return null
  // Parsed as behind a street, so that a column and a line give the same unit.
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
