import type { Token } from './token.ts'

/** Before a list: `Three things:`, `please do the following:`. */
const HEADING =
  /^(?:(?:please|can|could|would|you|i|we|have|need|want|would|like|do|make|here|are|is|my|our|the|these|those|following|a|few|some|several|to|of|next|changes?|things?|points?|requests?|tasks?|edits?|jobs?|items?|list|todo|#) ?)+$/
/** Most tokens of a heading. */
const HEADING_TOKENS_MAX = 10

/**
 * The tokens of a request without the numbers of a list, each of whose items begins a sentence:
 * `1. ... 2. ...`, `a) ... b) ...`.
 */
export function withoutListMarks(tokens: readonly Token[]): Token[] {
  const marks = listMarks(tokens)
  const result: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!marks.has(at)) result.push(token)
    else {
      result.push({ kind: 'break', mark: ';', at: token.at, text: '' })
      at += 1
    }
  }
  return withoutHeading(result)
}

/** Places of numbers that count the items of a list, from 1 on and each followed by `.` or `)`. */
function listMarks(tokens: readonly Token[]): Set<number> {
  const marks: number[] = []
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const isMark =
      numberOf(token) === marks.length + 1 &&
      next?.kind === 'break' &&
      /[.)]/.test(next.mark) &&
      tokens[at + 2] !== undefined &&
      !isAmount(tokens, at)
    if (isMark) marks.push(at)
  }
  return new Set(marks.length > 1 || marks[0] === 0 ? marks : [])
}

function numberOf(token: Token): number | null {
  if (token.kind === 'number') return token.value
  return token.kind === 'word' && /^[a-h]$/.test(token.word) ? token.word.charCodeAt(0) - 96 : null
}

/** `the bedroom 1.`: a number within a sentence. */
function isAmount(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return before !== undefined && before.kind === 'word' && /^(?:bed)?rooms?$/.test(before.word)
}

function withoutHeading(tokens: Token[]): Token[] {
  const end = tokens.findIndex((token) => token.kind === 'break')
  const head = tokens.slice(0, Math.max(0, end))
  const text = head
    .map((token) => (token.kind === 'word' ? token.word : token.kind === 'number' ? '#' : '|'))
    .join(' ')
  const mark = tokens[end]
  const isHeading =
    mark?.kind === 'break' &&
    mark.mark === ':' &&
    head.length <= HEADING_TOKENS_MAX &&
    HEADING.test(text)
  return isHeading ? tokens.slice(end + 1) : tokens
}
