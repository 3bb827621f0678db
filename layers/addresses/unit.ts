import { ORDINAL_NUMBERS, ordinalNumber } from './ordinals.ts'

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

const isIdentifier = (word: string) => /^#?[a-z]?\d{1,5}[a-z]{0,2}$|^[a-z]$|^#.+$/.test(word)
const isStorey = (word: string) =>
  STOREYS.has(word) || ORDINAL_NUMBERS.has(word) || /^\d+(st|nd|rd|th)$/.test(word)

/**
 * The unit that the words begin with, and how many of them it takes: `suite 500`, `#5`, `4th floor`.
 * A unit is compared by its identifier alone: Apt 2B, Unit 2B and #2B are one.
 */
export function leadingUnit(words: readonly string[]): { unit: string; taken: number } | null {
  const [first, second, third] = words
  if (first === undefined) return null
  if (first.startsWith('#')) return taken([first], 1)
  if (isStorey(first) && FLOORS.has(second)) return taken([first], 2)
  if (!DESIGNATORS.has(first)) return null
  if (second !== undefined && isIdentifier(second)) {
    // `Suite C 4` was `C-4`.
    const isDouble = third !== undefined && /^[a-z]$/.test(second) && /^\d/.test(third)
    return isDouble ? taken([second, third], 3) : taken([second], 2)
  }
  return ALONE.has(first) ? taken([first], 1) : null
}

function taken(words: readonly string[], count: number) {
  const unit = unitKey(words)
  return unit === null ? null : { unit, taken: count }
}

/** Parts the unit from the end of a street line: `['main', 'st', 'apt', '2b']` is Main St and `2b`. */
export function splitUnit(words: readonly string[]): { words: string[]; unit: string | null } {
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
      return { words: words.slice(0, end), unit: inner.unit }
  }
  return { words: [...words], unit: null }
}

/** Reads a source's own column of units, with or without a designator; null for none. */
export function unitOf(words: readonly string[]): string | null {
  const [first, ...rest] = words
  if (first === undefined) return null
  return unitKey(DESIGNATORS.has(first) && rest.length > 0 ? rest : words)
}

function unitKey(words: readonly string[]): string | null {
  const key = words
    .map((word) => (isStorey(word) ? (ordinalNumber(word) ?? word) : word))
    .join('')
    .replace(/[#/]/g, '')
    .replace(/^0+(?=\d)/, '')
  return key === '' ? null : key
}
