import { fieldFormat, hasTwin } from './field-format.ts'
import { isLeftOut } from './left-out.ts'
import { titleCase } from './title-case.ts'
import { formatArea, formatMeasure, formatNumber, type UnitSystem } from './units.ts'
import { isWebAddress } from './web-address.ts'

/** A field of `data` as it is shown: a value, or a group under a heading. */
export type Fact =
  | { kind: 'value'; label: string; text: string; isKnown: boolean; link?: string }
  | { kind: 'group'; label: string; facts: Fact[]; isList?: true }

/** Shown items of a list; further ones are only counted. */
const LIST_MAX = 24
const TEXT_CHARACTERS = 2_000
const DEPTH_MAX = 4
const NOT_KNOWN = 'not known'

/** The fields of `data` in their order, also those that the page does not know. */
export function factsOf(data: unknown, system: UnitSystem = 'us'): Fact[] {
  return isRecord(data) ? factsOfRecord(data, 0, system) : []
}

/** The number of values, including those in groups. */
export function countFacts(facts: readonly Fact[]): number {
  return facts.reduce((sum, fact) => sum + countValues(fact), 0)
}

function countValues(fact: Fact): number {
  switch (fact.kind) {
    case 'value':
      return 1
    case 'group':
      return countFacts(fact.facts)
  }
}

function factsOfRecord(record: Record<string, unknown>, depth: number, system: UnitSystem): Fact[] {
  const keys = Object.keys(record)
  return Object.entries(record)
    .filter(([key, value]) => !isLeftOut(key, value, record) && !hasTwin(key, keys, system))
    .map(([key, value]) => factOf(key, value, depth, system))
}

function factOf(key: string, value: unknown, depth: number, system: UnitSystem): Fact {
  const { label } = fieldFormat(key)
  if (Array.isArray(value)) return factOfList(key, value, depth, system)
  if (!isRecord(value)) return { kind: 'value', label, ...formatValue(key, value, system) }
  if (depth >= DEPTH_MAX)
    return { kind: 'value', label, ...formatValue(key, 'see the JSON', system) }
  return { kind: 'group', label, facts: factsOfRecord(value, depth + 1, system) }
}

function factOfList(key: string, list: unknown[], depth: number, system: UnitSystem): Fact {
  const { label } = fieldFormat(key)
  const value = (text: string): Fact => ({ kind: 'value', label, text, isKnown: true })
  if (list.length === 0) return value('none')
  const shown = list.slice(0, LIST_MAX)
  const more = list.length - shown.length
  const rest = more > 0 ? `and ${more} more in the exports` : ''
  if (!shown.some(isRecord)) {
    const texts = shown.map((each) => formatValue(key, each, system).text)
    return value([...texts, ...(rest ? [rest] : [])].join(', '))
  }
  const groups = shown.map((each, i): Fact => {
    const isShown = isRecord(each) && depth < DEPTH_MAX
    const facts = isShown ? factsOfRecord(each, depth + 1, system) : []
    return { kind: 'group', label: `${i + 1} of ${list.length}`, facts }
  })
  const tail: Fact[] = rest ? [{ kind: 'value', label: 'More', text: rest, isKnown: true }] : []
  return { kind: 'group', label, facts: [...groups, ...tail], isList: true }
}

/** Formats a value. Null is "not known", which is neither no nor zero. */
function formatValue(
  key: string,
  value: unknown,
  system: UnitSystem,
): { text: string; isKnown: boolean; link?: string } {
  if (value === null || value === undefined) return { text: NOT_KNOWN, isKnown: false }
  const { unit, isMoney, isCode } = fieldFormat(key)
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no', isKnown: true }
  if (typeof value === 'number') {
    const number = isCode ? `${value}` : formatNumber(value, 4)
    if (isMoney) return { text: `$${number}`, isKnown: true }
    if (unit === null) return { text: number, isKnown: true }
    if (key === 'area_m2') return { text: formatArea(value, system), isKnown: true }
    if (unit === '°') return { text: `${number}°`, isKnown: true }
    return { text: formatMeasure({ value, unit }, system), isKnown: true }
  }
  const text = `${value}`.slice(0, TEXT_CHARACTERS)
  if (isWebAddress(text)) return { text, isKnown: true, link: text }
  return { text: formatDate(text) ?? (isCode ? text : textOf(key, text)), isKnown: true }
}

function textOf(key: string, text: string): string {
  if (KINDS.has(key)) return kindInWords(text)
  // Sentences of clerks: `REROOF, SHINGLE FOR SHINGLE`.
  if (key === 'description' && text === text.toUpperCase()) return sentenceOf(text)
  if (key === 'estimated_fields') return fieldFormat(text).label.toLowerCase()
  return inWords(text)
}

/** Fields with a kind in one word, which is not an abbreviation where it is in capitals. */
const KINDS = new Set(['type', 'status', 'source_class'])

/** A kind in one word or more, such as `FENCE` and `ISSUED`. */
export function kindInWords(text: string): string {
  return /^[A-Z]{4,}$/.test(text) ? sentenceOf(text) : inWords(text)
}

/** Names of months in dates. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Formats an ISO date, or date and time in UTC, for people; null for any other text. */
export function formatDate(text: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z)?$/.exec(text)
  const month = match && MONTHS[Number(match[2]) - 1]
  if (!month) return null
  const day = `${Number(match[3])} ${month} ${match[1]}`
  return match[4] ? `${day}, ${match[4]} UTC` : day
}

/**
 * A code of several words as words, such as `boundary_file`, `SINGLE_FAMILY` and `KnownSeptic`, and
 * a name in capitals in title case; other texts of agencies stay unchanged.
 */
export function inWords(text: string): string {
  if (/^[a-z]+(?:_[a-z0-9]+)+$/.test(text)) return text.replaceAll('_', ' ')
  if (/^[A-Z]{2,}(?:_[A-Z0-9]+)+$/.test(text)) return sentenceOf(text.replaceAll('_', ' '))
  if (/^(?:[A-Z][a-z]+){2,}$/.test(text)) return sentenceOf(text.replace(/\B([A-Z])/g, ' $1'))
  return /\S\s+\S/.test(text) ? titleCase(text) : text
}

function sentenceOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
