/** Words that keep their capitals: directions, roads by number, numerals. */
const CAPITALS = new Set(
  'N S E W NE NW SE SW US CR SR FM RR PO II III IV USA LLC PUD MLK FPL GIS FEMA'.split(' '),
)
/** Words that stay small inside a name. */
const SMALL = new Set('of and the at in on to for by a an de del'.split(' '))
const SHOUTED = /^[^a-z]*[A-Z][^a-z]*[A-Z][^a-z]*$/

/**
 * Names and addresses that a publisher writes in capitals, as people write them: `12 N MAIN ST,
 * BANGOR, ME 04401` is `12 N Main St, Bangor, ME 04401`. Texts with small letters stay as they are.
 */
export function titleCase(text: string): string {
  if (!SHOUTED.test(text)) return streetOf(text)
  const words = text.split(/(\s+)/)
  return words.map((word, i) => (i % 2 === 1 ? word : wordOf(word, words, i))).join('')
}

/** The street of an address whose city the roll writes otherwise: `35 CENTRAL ST, Bangor, ME`. */
function streetOf(text: string): string {
  const [, street, city] =
    /^([^,a-z]*[A-Z]{2}[^,a-z]*)(, .*\b[A-Z]{2}(?: \d{5}(?:-\d{4})?)?)$/.exec(text) ?? []
  return street && /\s/.test(street) ? titleCase(street) + city : text
}

function wordOf(word: string, words: readonly string[], i: number): string {
  const bare = word.replace(/[^A-Z0-9&']/g, '')
  if (CAPITALS.has(bare) || isState(bare, words, i)) return word
  // Units: `#54B`, `12A`.
  if (/^#|^\d+[A-Z],?$/.test(word)) return word
  if (/^\d+(ST|ND|RD|TH)\b/.test(word) || word.startsWith('(')) return word.toLowerCase()
  if (i > 0 && SMALL.has(word.toLowerCase())) return word.toLowerCase()
  return word
    .toLowerCase()
    .replace(/(^|[-/.&(])([a-z])/g, (_, before, letter) => before + letter.toUpperCase())
    .replace(/^(Mc|O'|D')([a-z])/, (_, before, letter) => before + letter.toUpperCase())
}

/** A state's code: two letters at the end, or before a ZIP code. */
function isState(bare: string, words: readonly string[], i: number): boolean {
  if (!/^[A-Z]{2}$/.test(bare) || i === 0) return false
  const before = words[i - 2] ?? ''
  const after = words[i + 2]
  return before.endsWith(',') && (after === undefined || /^\d{5}/.test(after))
}

/**
 * A sentence in which the capitals of its section's names are as people write them: only names that
 * stand in `data` are changed, and no code or abbreviation of ours.
 */
export function sentenceWithNames(sentence: string, data: unknown): string {
  let text = sentence
  // Sentences leave the full stops of names out: `POWER CO.` would end them.
  for (const name of shoutedNames(data, 0))
    for (const spelled of [name, name.replace(/[.!?](?=\s|$)/g, '')])
      text = text.replaceAll(spelled, titleCase(spelled))
  return text
}

/** Levels of nested data in which names are looked for. */
const DEPTH_MAX = 4

/** Names of several words in capitals, the longest first. */
function shoutedNames(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return SHOUTED.test(value) && /\S\s+\S/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return []
  return Object.entries(value)
    .filter(([key]) => key !== 'geometry')
    .flatMap(([, each]) => shoutedNames(each, depth + 1))
    .sort((a, b) => b.length - a.length)
}
