import { VERBS } from '../language/clause.ts'
import { masked } from './masked.ts'
import { trialOf } from './trial.ts'

/** A part of a request that is done on a condition, or always. */
export interface RequestPart {
  /** In words: a statement, `so` for the answer before; null where it is always done. */
  condition: string | null
  /** `unless`, `if not`: it is done where the condition does not hold. */
  isInverted: boolean
  request: string
  /** What is done otherwise; null where that is nothing. */
  otherwise: string | null
}

/**
 * Characters of a sentence whose condition is looked for: every place where it may end is tried. A
 * condition in a longer one cannot be checked.
 */
const SENTENCE_CHARACTERS_MAX = 800
/** Characters of such a sentence that a reply quotes. */
const QUOTED_CHARACTERS = 80

/** A condition that every request has: what is not possible is not done. */
const ALWAYS =
  /^(?:(?:it|that|this|they|there)(?:'s| is| are)? |at all |still )*(?:possible|feasible|ok|okay|fine|fits?|needed|necessary|required|(?:enough )?(?:space|room)(?: (?:for|left).*)?)$|^(?:you|we|i) (?:can|could|may|like|want|wish|please)$/i
/** What cannot be done is not done, whether or not a request adds it. */
const NEVER =
  /^(?:(?:it|that|this|they)? ?(?:does not|doesn't|do not|don't|will not|won't|cannot|can't|is not|isn't) (?:fit|work|possible|be possible)|(?:it|that)(?:'s| is) (?:impossible|not possible))$/i
/** `otherwise leave it` requests nothing. */
const NOTHING =
  /^(?:please )?(?:(?:leave|keep) (?:it|that|this|them|everything)\b.*|do nothing|(?:do not|don't) .*|nothing)$/i
const SENTENCES = /((?<=[.;!?])\s+|\n+|\s*,?\s+(?:and|but)\s+(?=(?:if|unless)\s))/
const IF = '(?:when|only if|if|in case|provided that|provided|as long as|unless)'
const THEN = String.raw`\s*,?\s*\bthen\b\s*,?\s*|\s*,\s*`
const ELSE = /\s*[,;]?\s*(?:\b(?:and|but|or)\s+)?\b(?:otherwise|or else|else|if not)\b\s*,?\s*/d
/** `If so, widen it.` after a question. */
const ANSWERED =
  /^(?:and |but |then )*(?:if (?:so|yes)\b\s*,?|if (?:it is|it does|there is|it has|they do|that is so)\s*,|in that case\b\s*,?)\s*(?:then )?/i
const NOT_ANSWERED =
  /^(?:and |but |then )*(?:(?:if not|otherwise|or else)\b\s*,?|if (?:no|it isn't|it is not|it doesn't|it does not|there isn't|there is not|there is none)\s*,)\s*(?:then )?/i
/** `If that is not possible, move it.` after a request. */
const FAILED =
  /^(?:and |but )*if (?:that|it|this) ?(?:'s not|is not|isn't|does not|doesn't|cannot be|can't be) ?(?:possible|work|fit|done)\s*,?\s*(?:then )?/i
/** A condition that is only stated in passing: `add a desk if possible under the window`. */
const IN_PASSING =
  /\s*[,(]?\s*\bif (?:(?:that|it)(?:'s| is) |at all )*(?:possible|feasible|ok|okay|necessary|needed)\b\s*(?:,(?=\s*(?:otherwise|or else|if not))|\))?/i

/**
 * The parts of a request, sentence by sentence where one has a condition. `isQuestion` states
 * whether words are a condition that can be checked: it ends where its comma is left out.
 */
export function partsOf(
  request: string,
  isCheckable: (condition: string) => boolean,
): RequestPart[] {
  const parts: RequestPart[] = []
  const pieces = request.split(SENTENCES)
  for (let at = 0; at < pieces.length; at += 2) {
    const found = conditional(pieces[at], isCheckable)
    const last = parts.at(-1)
    const failed = FAILED.exec(pieces[at])?.[0]
    if (failed && last?.condition === null && last.otherwise === null)
      last.otherwise = pieces[at].slice(failed.length)
    else if (found) parts.push(found)
    else if (last && isPlain(last)) last.request += pieces[at - 1] + pieces[at]
    else parts.push(always(pieces[at]))
  }
  return parts.filter(({ condition, request }) => condition !== null || request.trim() !== '')
}

const isPlain = ({ condition, otherwise }: RequestPart): boolean =>
  condition === null && otherwise === null
const always = (request: string): RequestPart => ({
  condition: null,
  isInverted: false,
  request,
  otherwise: null,
})

function conditional(
  sentence: string,
  isCheckable: (condition: string) => boolean,
): RequestPart | null {
  for (const [form, isInverted] of [
    [ANSWERED, false],
    [NOT_ANSWERED, true],
  ] as const) {
    const lead = form.exec(sentence)?.[0]
    const request = sentence.slice(lead?.length ?? 0)
    if (lead && /\w/.test(request)) return { ...always(request), condition: 'so', isInverted }
  }
  if (trialOf(sentence) !== null) return null
  const passing = IN_PASSING.exec(masked(sentence))
  const text = passing ? sentence.replace(passing[0], '') : sentence
  const hasIf = new RegExp(String.raw`\b${IF}\b`, 'i').test(masked(text))
  if (!passing && !hasIf) return null
  if (sentence.length > SENTENCE_CHARACTERS_MAX)
    return { ...always(''), condition: `${sentence.trim().slice(0, QUOTED_CHARACTERS)}…` }
  const otherwise = ELSE.exec(masked(text))
  const [from, to] = otherwise ? otherwise.indices![0]! : [text.length, text.length]
  const main = hasIf ? withCondition(text.slice(0, from), isCheckable) : always(text.slice(0, from))
  const instead = otherwise ? text.slice(to) : null
  return main && { ...main, otherwise: instead && NOTHING.test(bare(instead)) ? null : instead }
}

const bare = (words: string): string => words.trim().replace(/[\s.!?,]+$/, '')

/** A sentence without what is done otherwise; null where no condition is found. */
function withCondition(
  text: string,
  isCheckable: (condition: string) => boolean,
): RequestPart | null {
  const part = (condition: string, request: string): RequestPart => {
    const plain = bare(condition)
    const isInverted = /\bunless\b/i.test(masked(text))
    if ((isInverted ? NEVER : ALWAYS).test(plain)) return always(request)
    return { ...always(request), condition: plain, isInverted }
  }
  const first = new RegExp(String.raw`^\s*(?:and |but |also )*${IF}\s+`, 'i').exec(masked(text))
  if (!first) {
    const last = new RegExp(String.raw`^(.+?)\s*,?\s+(?:but )?(?:only )?${IF}\s+(.+)$`, 'is').exec(
      masked(text),
    )
    if (!last) return null
    const condition = text.slice(text.length - last[2].length)
    return part(condition, text.slice(0, last[1].length))
  }
  const rest = text.slice(first[0].length)
  const ends = [...masked(rest).matchAll(new RegExp(THEN, 'gi'))].map(({ index, 0: joint }) => ({
    condition: rest.slice(0, index),
    request: rest.slice(index + joint.length),
  }))
  // Where the comma is left out, the request begins with its verb.
  const words = [...rest.matchAll(/\s+(?:please )?(?=([a-z]+))/gi)]
    .filter(({ 1: verb }) => VERBS.has(verb.toLowerCase()))
    .map(({ index, 0: space }) => ({
      condition: rest.slice(0, index),
      request: rest.slice(index + space.length),
    }))
  const best =
    ends.find(({ condition }) => ALWAYS.test(condition.trim()) || isCheckable(condition)) ??
    words.find(({ condition }) => ALWAYS.test(condition.trim()) || isCheckable(condition)) ??
    (/^\W*when\b/i.test(first[0]) ? null : (ends[0] ?? words[0]))
  if (!best && /^\W*when\b/i.test(first[0])) return null
  return best ? part(best.condition, best.request) : part(rest, '')
}

/** A condition as a question, and whether the condition is that its answer is no. */
export function questionOf(condition: string): { question: string; isInverted: boolean } | null {
  const plain = condition.trim().replace(/n['’]t\b/g, ' not')
  for (const [form, question, negation] of FORMS) {
    const match = form.exec(plain)
    if (!match) continue
    const groups = match.groups!
    return {
      question: `${question(groups)}?`,
      isInverted: negation === 'always' || groups.not !== undefined,
    }
  }
  return null
}

type Groups = Record<string, string | undefined>
const FORMS: readonly (readonly [
  form: RegExp,
  question: (groups: Groups) => string,
  negation?: 'always',
])[] = [
  [
    /^there (?<verb>is|are) (?:still |already )?(?<not>no|not (?:an?|any|yet an?)|not)? ?(?:any )?(?<what>.+)$/i,
    ({ verb, what }) => `${verb} there ${/^(?:an?|the|\w+s)\b/i.test(what!) ? '' : 'a '}${what}`,
  ],
  [
    /^(?<who>(?:(?! (?:does|do) not\b).)+?) (?:has|have|gets) (?<not>no|not(?: yet)?(?: got)? (?:an?|any))? ?(?<what>.+)$/i,
    ({ who, what }) =>
      `does ${who} have ${/^(?:an?|the|more|less|at)\b/i.test(what!) ? '' : 'a '}${what}`,
  ],
  [
    /^(?<who>.+?) (?:does|do|can|could|would|will)?\s*(?<not>not )?(?<what>(?:have|fits?|faces?|stands?|borders?)\b.*)$/i,
    ({ who, what }) => `does ${who} ${what!.replace(/^(fit|face|stand|border)s\b/i, '$1')}`,
  ],
  [
    /^(?<who>.+?) (?<verb>is|are|was) (?<not>not )?(?:still |already |currently )?(?<what>.+)$/i,
    ({ verb, who, what }) => `${verb} ${who} ${what}`,
  ],
]
