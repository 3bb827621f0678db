import { METRES_PER } from '../../scene/units.ts'
import type { Clause } from '../language/clause.ts'
import { OPENERS, REQUESTS, TAILS } from './canonical-forms.ts'

/** Rounds in which a clause is rewritten: each form may lead to another. */
const ROUNDS_MAX = 4
/** Verbs that request a change, whatever a clause began with before. */
const IMPERATIVE =
  /^(?:make|add|put|move|remove|turn|swap|furnish|replace|give|widen|enlarge|paint|lay|merge|split|rename|raise|lower|set|tile|carpet|narrow|shrink|connect|i want)\b/
/** On a storey, in front of a request: `on the upper floor, widen the hall`. */
const STOREY =
  /^(?:(?<up>upstairs|(?:on|at|in) (?:upper|first|second|top) (?:floor|storey|story|level))|downstairs|(?:on|at|in) (?:ground|lower|main) (?:floor|storey|story|level)) ,? ?(?<request>.+)$/

/** A list of a clause that marks number, and the metres or square metres of its units in words. */
const LISTS = {
  room: 'rooms',
  item: 'items',
  len: 'lengths',
  area: 'areas',
  size: 'sizes',
  angle: 'angles',
  num: 'numbers',
  quote: 'quotes',
} as const
const UNITS: readonly [form: RegExp, kind: 'len' | 'area', factor: number][] = [
  [/\bnum(\d+) (?:sqm|square met(?:re|er)s?)\b/, 'area', 1],
  [/\bnum(\d+) (?:sqft|square (?:feet|foot))\b/, 'area', METRES_PER.ft ** 2],
  [/\bnum(\d+) (?:met(?:re|er)s?)\b/, 'len', 1],
  [/\bnum(\d+) (?:feet|foot|ft)\b/, 'len', METRES_PER.ft],
  [/\bnum(\d+) (?:centimet(?:re|er)s?|cm)\b/, 'len', 0.01],
  [/\bnum(\d+) inch(?:es)?\b/, 'len', METRES_PER.ft / 12],
]

const cached = new WeakMap<Clause, Clause>()

/**
 * The clause in the few forms that rules know: `I'd like the kitchen to be 3 m wide` and `the
 * kitchen needs to be 3 m wide` are `make room0 len0 wide`. Marks are numbered in their new order.
 */
export function canonicalClause(clause: Clause): Clause {
  const known = cached.get(clause)
  if (known) return known
  const canonical = rewritten(withStorey(withUnits(clause)))
  cached.set(clause, canonical)
  return canonical
}

function rewritten(clause: Clause): Clause {
  let { text } = clause
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = text
    for (const [form, instead] of OPENERS) text = text.replace(form, instead)
    for (const [form, instead] of TAILS) text = text.replace(form, instead)
    const request = REQUESTS.find(([form]) => form.test(text))
    if (request) text = text.replace(request[0], request[1])
    text = text.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '')
    if (text === before) break
  }
  return text === clause.text ? clause : renumbered(clause, text)
}

/** A clause whose marks are numbered in the order of its new text. */
function renumbered(clause: Clause, text: string): Clause {
  const lists: Record<string, unknown[]> = {}
  const order: Record<string, string[]> = {}
  const marked = text.replace(
    /\b(room|item|len|area|size|angle|num|quote)(\d+)\b/g,
    (mark, kind: keyof typeof LISTS, index: string) => {
      order[kind] ??= []
      lists[LISTS[kind]] ??= []
      const known = order[kind].indexOf(mark)
      if (known >= 0) return `${kind}${known}`
      order[kind].push(mark)
      lists[LISTS[kind]].push(clause[LISTS[kind]][Number(index)])
      return `${kind}${order[kind].length - 1}`
    },
  )
  const isQuestion = clause.isQuestion && !IMPERATIVE.test(marked)
  const empty = Object.fromEntries(Object.values(LISTS).map((list) => [list, []]))
  return { ...clause, ...empty, ...lists, text: marked, isQuestion }
}

/** Measures whose number is a word: `one metre deeper`, `twenty square metres`. */
function withUnits(clause: Clause): Clause {
  let { text } = clause
  const lengths = [...clause.lengths]
  const areas = [...clause.areas]
  for (const [form, kind, factor] of UNITS)
    text = text.replace(form, (_, index: string) => {
      const list = kind === 'len' ? lengths : areas
      list.push(clause.numbers[Number(index)] * factor)
      return `${kind}${list.length - 1}`
    })
  return text === clause.text ? clause : { ...clause, text, lengths, areas }
}

/** The storey in front of a request belongs to its rooms that name none. */
function withStorey(clause: Clause): Clause {
  const match = STOREY.exec(clause.text)
  if (!match || clause.rooms.length === 0) return clause
  const level = match.groups!.up === undefined ? 0 : 1
  const rooms = clause.rooms.map((room) => ({ ...room, level: room.level ?? level }))
  return { ...clause, rooms, text: match.groups!.request }
}
