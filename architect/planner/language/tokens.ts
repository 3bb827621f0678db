import nlp from 'compromise'
import { correctSpelling } from './spelling.ts'
import type { Token } from './token.ts'
import { isNoun } from './vocabulary.ts'

/** Most characters of a request that are read: what follows is stated as left out. */
export const REQUEST_CHARACTERS_MAX = 4_000

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+`
const METRES: Record<string, number> = {
  m: 1,
  meter: 1,
  metre: 1,
  cm: 0.01,
  centimeter: 0.01,
  centimetre: 0.01,
  mm: 0.001,
  millimeter: 0.001,
  millimetre: 0.001,
  ft: 0.3048,
  foot: 0.3048,
  feet: 0.3048,
  "'": 0.3048,
  in: 0.0254,
  inch: 0.0254,
  '"': 0.0254,
  yard: 0.9144,
  yd: 0.9144,
}
/** `a table for 6 in the kitchen` has no inches. */
const INCH = String.raw`in(?!\s+(?:the|an?|my|our|your|this|that|each|every|all|both|there|front|\w*rooms?|\w+ rooms?|bath|kitchen|hall|storage|study|corridor|place)\b)`
const LENGTH_UNIT = String.raw`(?:centimet(?:re|er)|millimet(?:re|er)|met(?:re|er)|inche?|yard|feet|foot|cm|mm|ft|yd|m|${INCH})s?\b\.?|['"′″’”]`
const SQUARE = String.raw`(?:m²|m2\b|m\^2|sqm\b|sq\.?\s?m(?:et(?:re|er)s?)?\b|square\s+met(?:re|er)s?\b|ft²|ft2\b|sq\.?\s?f(?:ee)?t\b\.?|square\s+f(?:ee|oo)t\b|sf\b)`
const FEET_INCHES = String.raw`(\d+)\s*(?:'|′|’|ft\b|feet\b)\s*(\d+(?:\.\d+)?)\s*(?:"|″|”|in\b|inch(?:es)?\b)`
const BY = String.raw`\s*(?:x|×|\*|by)\s*`

const PATTERNS: [RegExp, (match: RegExpExecArray) => Measure | null][] = [
  [
    new RegExp(String.raw`(${NUMBER})\s*(${SQUARE})`, 'iy'),
    ([, value, unit]) => ({ kind: 'area', metres2: numberOf(value) * squareOf(unit) }),
  ],
  [
    new RegExp(
      String.raw`(${NUMBER})\s*(${LENGTH_UNIT})?(?:\s*(\d+)\s*["″”])?${BY}(${NUMBER})\s*(${LENGTH_UNIT})(?:\s*(\d+)\s*["″”])?`,
      'iy',
    ),
    ([, a, unitA, inchesA, b, unitB, inchesB]) => ({
      kind: 'size',
      metres: [
        numberOf(a) * metresOf(unitA ?? unitB) + Number(inchesA ?? 0) * METRES['"'],
        numberOf(b) * metresOf(unitB) + Number(inchesB ?? 0) * METRES['"'],
      ],
    }),
  ],
  [
    new RegExp(FEET_INCHES, 'iy'),
    ([, feet, inches]) => ({
      kind: 'length',
      metres: Number(feet) * METRES.ft + Number(inches) * METRES.in,
    }),
  ],
  [
    new RegExp(String.raw`(${NUMBER})\s*(?:°|degrees?\b|deg\b)`, 'iy'),
    ([, value]) => ({ kind: 'angle', degrees: numberOf(value) }),
  ],
  [
    new RegExp(String.raw`(${NUMBER})[\s-]*(${LENGTH_UNIT})`, 'iy'),
    ([, value, unit]) => ({ kind: 'length', metres: numberOf(value) * metresOf(unit) }),
  ],
  [
    /(half\s+an?|an?)\s+(met(?:re|er)|foot|yard)\b/iy,
    ([, count, unit]) => ({
      kind: 'length',
      metres: metresOf(unit) * (/^half/i.test(count) ? 0.5 : 1),
    }),
  ],
  [
    new RegExp(String.raw`(${NUMBER})(?![\w])`, 'iy'),
    ([, value]) => ({ kind: 'number', value: numberOf(value) }),
  ],
]

type Measure =
  | { kind: 'number'; value: number }
  | { kind: 'length'; metres: number }
  | { kind: 'area'; metres2: number }
  | { kind: 'size'; metres: [number, number] }
  | { kind: 'angle'; degrees: number }

/** A comma before three digits groups them; one before others is a decimal comma. */
function numberOf(text: string): number {
  return Number(
    /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'),
  )
}
function metresOf(unit: string): number {
  const plain = unit.toLowerCase().replace(/[.]$/, '').replace(/[′’]/, "'").replace(/[″”]/, '"')
  return METRES[plain] ?? METRES[plain.replace(/s$/, '')] ?? METRES[plain.replace(/es$/, '')] ?? 1
}
const squareOf = (unit: string): number =>
  /^(m|sq\.?\s?m|square\s+m)/i.test(unit) ? 1 : METRES.ft ** 2

/** `2x2.5` without a unit: a number in it has a point. */
const BARE_SIZE = new RegExp(
  String.raw`^(?=\d*\.?\d*[x×]\d*\.?\d)(?=\d+\.|\d+[x×]\d+\.\d)(\d+(?:\.\d+)?)([x×])(\d+(?:\.\d+)?)(?!\w|\s*${LENGTH_UNIT})`,
  'i',
)

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * The tokens of a request in their order, with misspelt words put right. `names` are words in lower
 * case that stay as they are.
 */
export function tokensOf(request: string, names = NO_NAMES): Token[] {
  const text = request.slice(0, REQUEST_CHARACTERS_MAX)
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at)
    const space = /^[^\S\n]+/.exec(rest)
    if (space) {
      at += space[0].length
      continue
    }
    const quoted = /^["“]([^"”\n]{1,80})["”]/.exec(rest)
    if (quoted && !/^["“]\s*$/.test(quoted[0])) {
      tokens.push({ kind: 'quote', word: quoted[1], at, text: quoted[0] })
      at += quoted[0].length
      continue
    }
    const bare = BARE_SIZE.exec(rest)
    if (bare) {
      const [whole, width, by, depth] = bare
      tokens.push({ kind: 'number', value: numberOf(width), at, text: width })
      tokens.push({ kind: 'word', word: 'x', at: at + width.length, text: by })
      const last = at + whole.length - depth.length
      tokens.push({ kind: 'number', value: numberOf(depth), at: last, text: depth })
      at += whole.length
      continue
    }
    const measure = measureAt(text, at)
    if (measure) {
      tokens.push({ ...measure.measure, at, text: measure.text })
      at += measure.text.length
      continue
    }
    const word = /^(?:(?:twen|thir|for|fif)ty-\p{L}+|[\p{L}\d]+(?:['’]\p{L}+)?)\/?/u.exec(rest)
    if (word) {
      const plain = withoutOwner(word[0].replace(/\/$/, ''), names)
      const lower = plain.toLowerCase().replace('’', "'")
      tokens.push({
        kind: 'word',
        word: names.has(lower) ? lower : correctSpelling(lower),
        at,
        text: plain,
      })
      at += word[0].length
      continue
    }
    if (rest[0] === '%') tokens.push({ kind: 'word', word: 'percent', at, text: '%' })
    if (/^[,;.:!?\n()]/.test(rest)) tokens.push({ kind: 'break', mark: rest[0], at, text: rest[0] })
    at += 1
  }
  return withNumberWords(tokens)
}

/** `kitchen` of `the kitchen's window`, unless a name ends so: people own rooms too. */
function withoutOwner(word: string, names: ReadonlySet<string>): string {
  const owner = word.replace(/['’]s$/i, '')
  const isName = names.has(word.toLowerCase().replace('’', "'"))
  return isName || !isNoun(owner.toLowerCase()) ? word : owner
}

function measureAt(text: string, at: number): { measure: Measure; text: string } | null {
  for (const [pattern, read] of PATTERNS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const measure = match && read(match)
    if (measure) return { measure, text: match[0].trimEnd() }
  }
  return null
}

/** Numbers in words become numbers: `three`, `twenty-two`, `a dozen`. */
function withNumberWords(tokens: Token[]): Token[] {
  return tokens.map((token) => {
    if (token.kind !== 'word') return token
    const value = numberWord(token.word)
    return value === null ? token : { kind: 'number', value, at: token.at, text: token.text }
  })
}

const known = new Map<string, number | null>()

function numberWord(word: string): number | null {
  const cached = known.get(word)
  if (cached !== undefined) return cached
  const [found] = nlp(word).numbers().json() as { number?: { num: number | null } }[]
  // Not `first` and `second`, which name storeys, nor `half`.
  const isPlain =
    /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?)$/.test(
      word,
    )
  const value = isPlain ? (found?.number?.num ?? null) : null
  if (known.size < 2_000) known.set(word, value)
  return value
}
