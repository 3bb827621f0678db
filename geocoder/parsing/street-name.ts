import { DIRECTIONAL_OF } from './directionals.ts'
import { parseHighway } from './highway.ts'
import { ordinalNumber, ordinalsJoined } from './ordinals.ts'
import { STREET_TYPE_NAMES, STREET_TYPE_OF } from './street-types.ts'
import { compactKey, tokenize } from './tokens.ts'

/** A street's name in its parts, each in one spelling; a missing part is ''. */
export interface StreetName {
  /** Directional before the name: `ne`. */
  pre: string
  /** The words of the name itself, ordinals as numbers: `['16']`, `['umbrella', 'pine']`. */
  base: string[]
  /** USPS abbreviation of the type, `ave`; of a numbered road its system: `us`, `sr`, `cr`, `i`. */
  type: string
  /** Directional after the name. */
  post: string
}

/** Abbreviations at the start of a name. Elsewhere `st` is a street. */
const OPENING: Readonly<Record<string, string>> = { st: 'saint', mt: 'mount', ft: 'fort' }

/** Types that come before the name: Avenue H, Via Roma. */
const LEADING_TYPES: ReadonlySet<string> = new Set(['ave', 'via', 'rue'])

/** Parses a name as people and agencies write it; null where it has no word. */
export function parseStreetName(text: string | readonly string[]): StreetName | null {
  return readName(typeof text === 'string' ? tokenize(text) : text, true)
}

/**
 * Parses a name with its last word as a part of the name, not as a type: `Oak Hill` may be Oak Hill
 * Rd. Null where that word is not a type.
 */
export function parseUntyped(words: readonly string[]): StreetName | null {
  const type = parseStreetName(words)?.type ?? ''
  return STREET_TYPE_NAMES.has(type) ? readName(words, false) : null
}

function readName(written: readonly string[], isTyped: boolean): StreetName | null {
  let words = ordinalsJoined(written.filter((word) => /[\p{L}\p{N}]/u.test(word)))
  if (words.length === 0) return null
  const last = words.length - 1
  const typeOf = (i: number) => (isTyped && STREET_TYPE_OF.get(words[i])) || ''
  const directionalOf = (i: number) => DIRECTIONAL_OF.get(words[i]) ?? ''
  let [pre, post] = ['', '']
  // In `Avenue E` the letter is the name.
  const isLetterAvenue = words.length === 2 && LEADING_TYPES.has(typeOf(0))
  if (words.length >= 2 && directionalOf(last) && !isLetterAvenue) {
    post = directionalOf(last)
    words = words.slice(0, -1)
  }
  // `North St` is a street named North; `N E 16th Ave` is in the north-east.
  if (words.length >= 2 && directionalOf(0) && !(words.length === 2 && typeOf(1))) {
    pre = directionalOf(0)
    words = words.slice(1)
    const next = directionalOf(0)
    const both = next === '' ? undefined : DIRECTIONAL_OF.get(`${pre}${next}`)
    if (words.length >= 3 && both) {
      pre = both
      words = words.slice(1)
    }
  }
  const highway = parseHighway(words)
  if (highway) return { pre, base: highway.base, type: highway.system, post }
  const { base, type } = isTyped ? splitType(words) : { base: words, type: '' }
  return { pre, base: base.map(wordOfName), type, post }
}

function splitType(words: string[]): { base: string[]; type: string } {
  if (words.length < 2) return { base: words, type: '' }
  const trailing = STREET_TYPE_OF.get(words.at(-1)!)
  if (trailing) return { base: words.slice(0, -1), type: trailing }
  const leading = STREET_TYPE_OF.get(words[0])
  if (leading && LEADING_TYPES.has(leading)) return { base: words.slice(1), type: leading }
  return { base: words, type: '' }
}

/** Normalizes a word inside a name. */
function wordOfName(word: string, i: number, words: string[]): string {
  return ordinalNumber(word) ?? normalizeWord(word, i, words)
}

/** Normalizes a word of a name without numbers, such as a city's. */
export function normalizeWord(word: string, i: number, words: readonly string[]): string {
  const opening = i === 0 && words.length > 1 ? OPENING[word] : undefined
  if (opening) return opening
  // Written out, so that `UMBRELLA PINE` and `UMBRELLAPINE` are one.
  const type = STREET_TYPE_OF.get(word)
  return DIRECTIONAL_OF.get(word) ?? STREET_TYPE_NAMES.get(type ?? '') ?? word
}

/** Lookup key of a name, without its type, directionals and blanks. */
export function baseKeyOf({ base }: StreetName): string {
  return compactKey(base)
}

/** Lookup key of a name and its type: some files have Sunny Hollow Pl as Sunny Hollow. */
export function wholeKeyOf({ base, type }: StreetName): string {
  return compactKey([...base, STREET_TYPE_NAMES.get(type) ?? type])
}

/** Key of a name with all its parts: within a place, equal keys are one street. */
export function streetKeyOf(name: StreetName): string {
  return [name.pre, baseKeyOf(name), name.type, name.post].join('|')
}

/** Key of a street as a source writes it; null for a text that is not a name. */
export function streetKey(text: string): string | null {
  const name = parseStreetName(text)
  return name && streetKeyOf(name)
}
