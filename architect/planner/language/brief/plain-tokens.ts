import { singular } from '../singular.ts'
import type { Token } from '../token.ts'

type Build = (parts: readonly Token[], match: RegExpExecArray) => Token[]

const FOOT = 0.3048
const METRE = /^m/
const LETTERS = /^[a-z]+$/i
/** Most tokens that one rule replaces. */
const RULE_TOKENS_MAX = 6
/** Two numbers with a dash are a range where the second is at most this many times the first. */
const RANGE_RATIO_MAX = 2

/** The token in lower case, or a mark for its kind: `#area`. A break is its own mark. */
export function plainText(token: Token): string {
  if (token.kind === 'word') return token.word
  return token.kind === 'break' ? token.mark : `#${token.kind}`
}

export const plainTexts = (tokens: readonly Token[]): string => tokens.map(plainText).join(' ')

/** How many whole tokens a match at the start of their plain text takes; null for a part of one. */
export function tokensOfMatch(text: string, match: RegExpExecArray | null): number | null {
  if (!match || match[0] === '') return null
  const end = text[match[0].length]
  return end === undefined || end === ' ' || match[0].endsWith(' ')
    ? match[0].trimEnd().split(' ').length
    : null
}

const numberAt = (token: Token): number => (token.kind === 'number' ? token.value : 0)

const wordToken = (from: Token, word: string): Token => ({
  kind: 'word',
  word,
  at: from.at,
  text: word,
})
const numberToken = (parts: readonly Token[], value: number): Token => ({
  kind: 'number',
  value,
  at: parts[0].at,
  text: parts.map(({ text }) => text).join(' '),
})

/**
 * Ways to write numbers and measures that single tokens do not show. Applied in this order, each to
 * the result of those before it.
 */
const RULES: [RegExp, Build][] = [
  // `w/o garage`
  [/^w o/, ([first]) => [wordToken(first, 'without')]],
  // `a terrace house` has no terrace.
  [/^terraced? (?=house|home)/, ([first]) => [wordToken(first, 'terraced')]],
  // `min. 14 m²`
  [/^(?:min|max|approx|ca) \./, ([first]) => [first]],
  // `2.5BA` is parted at its point.
  [
    /^#number \. (\d+)([a-z]{2,})/,
    ([whole, , rest], [, digits, unit]) => [
      {
        kind: 'number',
        value: Number(`${numberAt(whole)}.${digits}`),
        at: whole.at,
        text: `${whole.text}.${digits}`,
      },
      wordToken(rest, unit),
    ],
  ],
  // `3BR`, `2x bedroom`
  [
    /^(\d+)(x|b(?:e?d|r|a|eds?|aths?|edrooms?|athrooms?)s?)(?= |$)/,
    ([token], [, digits, unit]) => [
      { kind: 'number', value: Number(digits), at: token.at, text: digits },
      ...(unit === 'x' ? [] : [wordToken(token, unit)]),
    ],
  ],
  // `3 x bedrooms`, `bedrooms x3`
  [/^#number x(?! #number)/, ([count]) => [count]],
  [/^x(\d+)(?= |$)/, ([token], [, digits]) => [numberToken([token], Number(digits))]],
  // `seventy-five`
  [
    /^#number #number(?= |$)/,
    ([tens, ones]) => {
      const [first, second] = [numberAt(tens), numberAt(ones)]
      const isOne = LETTERS.test(tens.text + ones.text) && first >= 20 && second < 10
      return isOne ? [numberToken([tens, ones], first + second)] : [tens, ones]
    },
  ],
  [
    /^(double|triple)(?= (?:car )?garage)/,
    ([first], [, word]) => [
      numberToken([first], word === 'double' ? 2 : 3),
      wordToken(first, 'car'),
    ],
  ],
  [/^a (?:couple|pair) of/, (parts) => [numberToken(parts, 2)]],
  [
    /^(?:#number|a) hundred(?: (?:and )?#number)?/,
    (parts) => {
      const last = parts.at(-1)!
      const rest = parts.length > 2 ? numberAt(last) : 0
      return [numberToken(parts, (numberAt(parts[0]) || 1) * 100 + rest)]
    },
  ],
  // `two and a half baths`
  [/^#number and a half/, (parts) => [numberToken(parts, numberAt(parts[0]) + 0.5)]],
  // `1 1/2 baths`
  [
    /^#number #number #number/,
    (parts) =>
      numberAt(parts[1]) === 1 && numberAt(parts[2]) === 2
        ? [numberToken(parts, numberAt(parts[0]) + 0.5)]
        : [...parts],
  ],
  // `1/2 bath`
  [
    /^#number #number(?= bath)/,
    (parts) => {
      const [first, second] = parts
      const isHalf = numberAt(first) === 1 && numberAt(second) === 2 && second.at === first.at + 2
      return isHalf ? [wordToken(first, 'half')] : [...parts]
    },
  ],
  [
    /^#number (?:square|sq) (met(?:re|er)s?|foot|feet)/,
    (parts, [, unit]) => [
      {
        kind: 'area',
        metres2: numberAt(parts[0]) * (METRE.test(unit) ? 1 : FOOT ** 2),
        at: parts[0].at,
        text: parts.map(({ text }) => text).join(' '),
      },
    ],
  ],
  [
    /^#number (met(?:re|er)s?|foot|feet)/,
    (parts, [, unit]) => [
      {
        kind: 'length',
        metres: numberAt(parts[0]) * (METRE.test(unit) ? 1 : FOOT),
        at: parts[0].at,
        text: parts.map(({ text }) => text).join(' '),
      },
    ],
  ],
  // `ten by twelve metres`
  [
    /^(?:#number|#length) by #length/,
    (parts) => {
      const [first, , last] = parts
      const [text, metres] = [parts.map((part) => part.text).join(' '), metresOf(last)]
      const width = first.kind === 'length' ? first.metres : numberAt(first)
      return [{ kind: 'size', metres: [width, metres], at: first.at, text }]
    },
  ],
  // `between 120 and 140 m²`
  [
    /^between #number and #area/,
    (parts) => {
      const [, first, , last] = parts
      return last.kind === 'area'
        ? [{ ...last, metres2: (numberAt(first) + last.metres2) / 2, at: parts[0].at }]
        : [...parts]
    },
  ],
  // `120-140 m²`
  [
    /^#number #area/,
    ([first, last]) => {
      const least = numberAt(first)
      const isRange =
        first.at + first.text.length + 1 === last.at &&
        last.kind === 'area' &&
        least < last.metres2 &&
        last.metres2 <= RANGE_RATIO_MAX * least
      return isRange
        ? [{ ...last, metres2: (least + last.metres2) / 2, at: first.at }]
        : [first, last]
    },
  ],
  // `1. Kitchen` and `2) Bath`: numbers of a list.
  [/^\n #number (?:\.|\))/, ([line]) => [line]],
  [
    /^(north|south)(east|west)(?:ern)?(?= |$)/,
    ([token], [, first, second]) => [wordToken(token, first), wordToken(token, second)],
  ],
]

const metresOf = (token: Token): number => (token.kind === 'length' ? token.metres : 0)

/** The tokens of a brief with its numbers and measures in one form each. */
export function plainTokens(tokens: readonly Token[]): Token[] {
  const isList = /^#number (?:\.|\)) \D/.test(plainTexts(tokens.slice(0, 3)))
  const start = isList ? tokens.slice(2) : tokens
  return RULES.reduce(
    (all, [pattern, build]) => applyRule(all, pattern, build),
    [...withoutUnit(start)],
  )
}

function applyRule(tokens: readonly Token[], pattern: RegExp, build: Build): Token[] {
  const result: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const text = plainTexts(tokens.slice(at, at + RULE_TOKENS_MAX))
    const match = pattern.exec(text)
    const count = tokensOfMatch(text, match)
    if (match && count !== null) {
      result.push(...build(tokens.slice(at, at + count), match))
      at += count
    } else {
      result.push(tokens[at])
      at += 1
    }
  }
  return result
}

/** `12x14` and `12 x 14`: metres, or feet where the brief has feet and no metres. */
function withoutUnit(tokens: readonly Token[]): Token[] {
  const units = tokens.map(({ text }) => text.toLowerCase())
  const hasFeet = units.some((text) => /\d.*(?:ft|feet|foot|sf\b|')|^(?:feet|foot)$/.test(text))
  const hasMetres = units.some((text) => /\d\s*(?:m|sqm|cm)\b|m²|met(?:re|er)/.test(text))
  const unit = hasFeet && !hasMetres ? FOOT : 1
  const size = (from: Token, text: string, width: number, depth: number): Token => ({
    kind: 'size',
    metres: [width * unit, depth * unit],
    at: from.at,
    text,
  })
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const [next, last] = [tokens[at + 1], tokens[at + 2]]
    const joined = token.kind === 'word' ? /^(\d+)x(\d+)$/.exec(token.word) : null
    const isParted =
      token.kind === 'number' &&
      last?.kind === 'number' &&
      next.kind === 'word' &&
      /^(?:x|by)$/.test(singular(next.word))
    if (joined) result.push(size(token, token.text, Number(joined[1]), Number(joined[2])))
    else if (isParted) {
      result.push(size(token, `${token.text} x ${last.text}`, token.value, last.value))
      at += 2
    } else result.push(token)
  }
  return result
}
