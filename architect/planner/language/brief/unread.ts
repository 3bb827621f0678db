import type { Token } from '../token.ts'
import { isFiller, isFillerAfter, isRequestWord } from './unread-words.ts'

const JOINTS = /^(?:and|or|but|plus|also|with|including|as)$/
const ADVERB = /ly$/
/** What is not wanted is stated as such. */
const NEGATIONS = /^(?:no|without)$/
/** Phrases of one brief that are stated as not understood. */
export const UNREAD_MAX = 12

/** Requests in runs of tokens that no part of the reader has understood, in the user's words. */
export function findUnread(runs: readonly (readonly Token[])[]): string[] {
  const phrases = runs
    .flatMap(splitAtJoints)
    .map((part) => withContext(trim(part), part))
    .filter(isRequest)
    .map((phrase) => phrase.map(({ text }) => text).join(' '))
  return [...new Set(phrases)].slice(0, UNREAD_MAX)
}

/** A request has a noun or a measure, or states what must be absent. */
const isRequest = (phrase: readonly Token[]): boolean =>
  phrase.some((token) => isMeasure(token) || isRequestWord(plainWord(token))) ||
  (phrase.length > 1 && NEGATIONS.test(plainWord(phrase[0])))

/** A number alone states little: `for 40` in place of `40`. */
const withContext = (phrase: Token[], part: readonly Token[]): readonly Token[] =>
  phrase.length > 0 && phrase.every(({ kind }) => kind === 'number') ? part : phrase

const UNIT = /^(?:m2|m²|sqm|sqft|sf|ft2)$/
const isMeasure = (token: Token): boolean =>
  /^(?:length|area|size|angle)$/.test(token.kind) ||
  (token.kind === 'number' && token.text.toLowerCase() !== 'one') ||
  UNIT.test(plainWord(token))
const plainWord = (token: Token): string => (token.kind === 'word' ? token.word : '')

function splitAtJoints(run: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of run) {
    if (JOINTS.test(plainWord(token))) parts.push([])
    else parts.at(-1)!.push(token)
  }
  return parts
}

/** Without the words at both ends that request nothing. */
function trim(phrase: readonly Token[]): Token[] {
  const start = phrase.findIndex(
    (token) => NEGATIONS.test(plainWord(token)) || !isPlain(token, isFiller),
  )
  return start < 0
    ? []
    : phrase.slice(start, phrase.findLastIndex((token) => !isPlain(token, isFillerAfter)) + 1)
}

const isPlain = (token: Token, isFillerWord: (word: string) => boolean): boolean =>
  token.kind === 'word' && (isFillerWord(token.word) || ADVERB.test(token.word))
