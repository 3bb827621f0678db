import { englishTag } from './english.ts'
import { ENGLISH_WORDS } from './english-words.ts'
import { singular } from './singular.ts'
import { vocabulary } from './vocabulary.ts'

/** Shorter words have too many neighbours: the usual faults in them are in a table. */
const LETTERS_MIN = 4
const USUAL: Record<string, string> = {
  teh: 'the',
  hte: 'the',
  adn: 'and',
  nad: 'and',
  n: 'and',
  wth: 'with',
  fo: 'of',
  theres: "there's",
  dont: "don't",
  doesnt: "doesn't",
  isnt: "isn't",
  cant: "can't",
  wont: "won't",
  im: "i'm",
  thats: "that's",
  whats: "what's",
  wheres: "where's",
}
/** Words of at least so many letters may have one letter in place of another. */
const REPLACED_LETTERS = 6
/** Words of at least so many letters may have two faults. */
const LONG_LETTERS = 8
/** Words whose correction is cached. */
const CACHE_MAX = 4_000
const LETTERS = /^[a-z]+$/
const corrected = new Map<string, string>()
let candidates: Map<string, string[]> | null = null

/**
 * The word in lower case, or the only word of requests that it may be misspelt from. Words of
 * English stay as they are.
 */
export function correctSpelling(word: string): string {
  if (Object.hasOwn(USUAL, word)) return USUAL[word]
  if (word.length < LETTERS_MIN || !LETTERS.test(word)) return word
  const cached = corrected.get(word)
  if (cached !== undefined) return cached
  const result = isKnown(word) ? word : (nearest(word) ?? word)
  if (corrected.size < CACHE_MAX) corrected.set(word, result)
  return result
}

/** `kichens` is not known, though `kichen` is not a word either. */
function isKnown(word: string): boolean {
  const words = [word, singular(word), ...stems(word)]
  return words.some(
    (each) => ENGLISH_WORDS.has(each) || englishTag(each) !== null || ours().has(each),
  )
}

/** What endings are added to: `walkers` is from `walk`. */
const ENDINGS = /(?:ers?|est|ing|ed|ly|ness|able)$/
function stems(word: string): string[] {
  const stem = word.replace(ENDINGS, '')
  if (stem === word || stem.length < LETTERS_MIN - 1) return []
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]
}

let known: ReadonlySet<string> | null = null
function ours(): ReadonlySet<string> {
  known ??= vocabulary()
  return known
}

/** Candidates by their first letter: that is seldom wrong. */
function candidatesOf(letter: string): readonly string[] {
  candidates ??= Map.groupBy(
    [...ours()].filter((word) => word.length >= LETTERS_MIN),
    ([first]) => first,
  )
  return candidates.get(letter) ?? []
}

/** The word that has the fewest faults; null where none or several have them. */
function nearest(word: string): string | null {
  const most = word.length >= LONG_LETTERS ? 2 : 1
  let best: string[] = []
  let least = most
  for (const candidate of [...candidatesOf(word[0]), ...swappedStart(word)]) {
    const longer = candidate.length - word.length
    if (Math.abs(longer) > most || (longer === 0 && !mayBeReplaced(word, candidate))) continue
    const faults = faultsBetween(word, candidate)
    if (faults > least || (faults > 1 && candidate.length <= LONG_LETTERS)) continue
    if (faults < least) best = []
    least = faults
    best.push(candidate)
  }
  return best.length === 1 ? best[0] : null
}

/** Candidates of which the first two letters are exchanged: `ktichen` begins like `kitchen`. */
const swappedStart = (word: string): string[] =>
  word[0] === word[1] ? [] : candidatesOf(word[1]).filter(([, second]) => second === word[0])

/** One letter for another makes too many words of short ones; exchanged letters do not. */
const mayBeReplaced = (word: string, candidate: string): boolean =>
  word.length >= REPLACED_LETTERS || [...word].sort().join() === [...candidate].sort().join()

/** Letters to add, to leave out, to replace, or to exchange with the next. */
function faultsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let k = 1; k <= b.length; k++) {
      const replaced = row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)
      next[k] = Math.min(row[k] + 1, next[k - 1] + 1, replaced)
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1])
        next[k] = Math.min(next[k], before[k - 2] + 1)
    }
    before = row
    row = next
  }
  return row[b.length]
}
