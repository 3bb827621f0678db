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

const isIdentifier = (word: string) => /^#?[a-z]?\d{1,5}[a-z]?$|^[a-z]$|^#.+$/.test(word)

/**
 * Parts the unit from the end of a street line: `['main', 'st', 'apt', '2b']` is Main St and `2b`.
 * A unit is compared by its identifier alone: Apt 2B, Unit 2B and #2B are one.
 */
export function splitUnit(words: readonly string[]): { words: string[]; unit: string | null } {
  for (let i = 1; i < words.length; i++) {
    const word = words[i]
    if (word.startsWith('#')) return parted(words, i, words.slice(i))
    if (!DESIGNATORS.has(word)) continue
    const rest = words.slice(i + 1)
    if (rest.length === 0 && ALONE.has(word)) return parted(words, i, [word])
    if (rest.length > 0 && rest.length <= 3 && rest.every(isIdentifier))
      return parted(words, i, rest)
  }
  return { words: [...words], unit: null }
}

function parted(words: readonly string[], at: number, identifier: readonly string[]) {
  const end = FILLERS.has(words[at - 1]) && at > 1 ? at - 1 : at
  return { words: words.slice(0, end), unit: unitKey(identifier) }
}

/** Reads a source's own column of units, with or without a designator; null for none. */
export function unitOf(words: readonly string[]): string | null {
  const [first, ...rest] = words
  if (first === undefined) return null
  return unitKey(DESIGNATORS.has(first) && rest.length > 0 ? rest : words)
}

function unitKey(words: readonly string[]): string | null {
  const key = words
    .join('')
    .replace(/[#/]/g, '')
    .replace(/^0+(?=\d)/, '')
  return key === '' ? null : key
}
