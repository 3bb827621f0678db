import { type Clause, clausesOf } from '../language/clause.ts'
import { levelIn } from '../language/storey-words.ts'
import { itemsIn, matchingItems } from '../rules/furniture/house-items.ts'
import {
  matchingOpenings,
  openingReference,
  wallSideIn,
} from '../rules/openings/opening-reference.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { masked } from './masked.ts'

/** A clause without what it excepts, and the words for that. */
export interface Excepting {
  request: string
  excepted: string
}

const WORDS =
  '(?:except(?:ing)?(?: for| from)?|apart from|other than|excluding|save for|aside from|with the exception of|not counting|not including|but (?:please )?not(?! (?:more|less|too|larger|bigger|smaller|wider|narrower|over|under|above|below|at|by|as|if)\\b)(?: (?:for|in|on|to))?|and not(?= (?:in|on|the|those|that|its)\\b)|, not(?= (?:in|on|the|those|that|its)\\b))'
const EXCEPTION = new RegExp(
  String.raw`\s*[,(]?\s*\b${WORDS}\s+(?<excepted>[^()]+?)\s*(?:\)|[.!]?$)`.replace(
    String.raw`\b(?:`,
    String.raw`(?:\b|(?=,))(?:`,
  ),
  'id',
)
/** `(not the ensuite)` within a clause. */
const BRACKETED = /\s*\(\s*(?:but )?not\s+(?<excepted>[^()]+)\)/di
/** `all rooms but the kitchen`, `everywhere but in bathrooms`. */
const ALL_BUT =
  /\b(?:all|every|each|everything|everywhere|anything|whole)\b[^,]*?(?<rest>\s*,?\s*\bbut\s+(?!not\b)(?<excepted>[^()]+?)\s*[.!]?$)/di

/** Splits `all windows except those of the bath`; null for a clause that excepts nothing. */
export function exceptingOf(original: string): Excepting | null {
  const text = masked(original)
  const match = BRACKETED.exec(text) ?? ALL_BUT.exec(text) ?? EXCEPTION.exec(text)
  if (!match) return null
  const [from, to] = match.indices!.groups!.rest ?? match.indices![0]!
  const [start, end] = match.indices!.groups!.excepted!
  const request = `${original.slice(0, from)} ${original.slice(to)}`.trim()
  return request === '' ? null : withPlaceOf({ request, excepted: original.slice(start, end) })
}

/** `Clear everything except the bed in the attic` clears the attic, not the house. */
function withPlaceOf({ request, excepted }: Excepting): Excepting {
  const place =
    /^(?<thing>(?!.*\bones?\b).+?) (?<place>(?:in|of|from) (?:the |my |our )?[\w' -]+)$/i.exec(
      excepted,
    )?.groups
  const isPlaced = /\b(?:in|of|from|on|at|to|everywhere|house|upstairs|downstairs)\b/i.test(request)
  return place && !isPlaced && /\b(?:everything|all|furniture|things|stuff)\b/i.test(request)
    ? { request: `${request} ${place.place}`, excepted: place.thing }
    : { request, excepted }
}

/**
 * The ids of the rooms, openings and furniture that an exception names; those of a room are
 * excepted with it. Throws `Declined` where it names none.
 */
export function exceptedIds(
  bench: Workbench,
  { request, excepted }: Excepting,
  labels: readonly string[],
): ReadonlySet<string> {
  const [main] = clausesOf(request, labels)
  const [clause] = clausesOf(withNoun(excepted, main), labels)
  if (!clause) throw unread(excepted)
  const { house, scene } = bench
  const reference = openingReference(clause)
  if (reference)
    return idsOf(matchingOpenings(bench, { ...reference, isPlural: true, side: sideOf(clause) }))
  const rooms = clause.rooms.flatMap((each) => bench.rooms(each))
  if (clause.items.length > 0)
    return idsOf(
      clause.items.flatMap((each) => matchingItems(bench, each, rooms.length > 0 ? rooms : null)),
    )
  const level = levelIn(clause.text)
  const storey = level === null ? [] : house.rooms.filter((room) => room.level === level)
  const all = [...rooms, ...(rooms.length === 0 ? storey : [])]
  const side = all.length === 0 ? sideOf(clause) : null
  if (all.length === 0 && side === null) throw unread(excepted)
  return idsOf([
    ...all,
    ...all.flatMap((room) => [...room.openings, ...itemsIn(scene, room)]),
    ...house.openings.filter((each) => side !== null && each.side === side),
  ])
}

const idsOf = (nodes: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(nodes.map(({ id }) => id))

/** `those on the north side`, `the south`. */
const sideOf = ({ text }: Clause) =>
  wallSideIn(text) ?? wallSideIn(`on ${text.replace(/^(?:those|ones?|num\d+) /, '')}`)

/** `the main one` among bedrooms is `the main bedroom`. */
function withNoun(excepted: string, main: Clause | undefined): string {
  const opening = main && openingReference(main)
  const noun = opening
    ? opening.kind
    : (main?.items.at(-1)?.text ?? main?.rooms.at(-1)?.word?.label.toLowerCase())
  return noun === undefined
    ? excepted
    : excepted.replace(/\b(?:ones?|those|that)\b(?! of (?:them|these))/gi, noun)
}

const unread = (excepted: string): Declined =>
  new Declined(
    `I cannot find what “${excepted}” leaves out, so nothing was done. Please name rooms, windows, doors or furniture.`,
  )
