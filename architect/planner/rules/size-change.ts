import type { Side } from '../../layout/room-program.ts'
import type { Found } from './pattern.ts'

/** What a change of size is about: `any` where the request leaves the direction open. */
export type Dimension = 'width' | 'depth' | 'length' | 'any'

/** How a room is to change. Lengths in metres, areas in square metres. */
export type SizeChange = { side: Side | null } & (
  | { kind: 'by' | 'to'; dimension: Dimension; metres: number }
  | { kind: 'times'; dimension: Dimension; factor: number; isChosen: boolean }
  | { kind: 'area by' | 'area to'; metres2: number }
  | { kind: 'area times'; factor: number; isChosen: boolean }
  | { kind: 'size'; metres: readonly [number, number] }
)

/** Where a request states no figure, as in `a bit larger`. */
const USUAL_SHARE = 0.1

interface Adjective {
  dimension: Dimension
  sign: 1 | -1
}
const LARGER: Adjective = { dimension: 'any', sign: 1 }
const SMALLER: Adjective = { dimension: 'any', sign: -1 }
const WIDER: Adjective = { dimension: 'width', sign: 1 }
const NARROWER: Adjective = { dimension: 'width', sign: -1 }
const DEEPER: Adjective = { dimension: 'depth', sign: 1 }
const SHALLOWER: Adjective = { dimension: 'depth', sign: -1 }
const LONGER: Adjective = { dimension: 'length', sign: 1 }
const SHORTER: Adjective = { dimension: 'length', sign: -1 }

const ADJECTIVES: Record<string, Adjective> = {
  wider: WIDER,
  broader: WIDER,
  narrower: NARROWER,
  deeper: DEEPER,
  shallower: SHALLOWER,
  longer: LONGER,
  shorter: SHORTER,
  larger: LARGER,
  bigger: LARGER,
  roomier: LARGER,
  smaller: SMALLER,
}
const VERBS: Record<string, Adjective> = {
  widen: WIDER,
  broaden: WIDER,
  narrow: NARROWER,
  deepen: DEEPER,
  lengthen: LONGER,
  elongate: LONGER,
  shorten: SHORTER,
  enlarge: LARGER,
  expand: LARGER,
  extend: LARGER,
  increase: LARGER,
  grow: LARGER,
  stretch: LARGER,
  set: LARGER,
  change: LARGER,
  resize: LARGER,
  shrink: SMALLER,
  reduce: SMALLER,
  decrease: SMALLER,
}
/** `too narrow`: the opposite is requested. */
const FAULTS: Record<string, Adjective> = {
  narrow: WIDER,
  wide: NARROWER,
  short: LONGER,
  long: SHORTER,
  shallow: DEEPER,
  deep: SHALLOWER,
  small: LARGER,
  tiny: LARGER,
  cramped: LARGER,
  tight: LARGER,
  large: SMALLER,
  big: SMALLER,
}
const NOUNS: Record<string, Dimension> = {
  wide: 'width',
  width: 'width',
  across: 'width',
  deep: 'depth',
  depth: 'depth',
  long: 'length',
  length: 'length',
  size: 'any',
  area: 'any',
  'floor area': 'any',
  large: 'any',
  big: 'any',
}

const oneOf = (table: object): string => Object.keys(table).join('|')
const ABOUT = '(?:at least |about |around |approximately |roughly |exactly |only |just )?'
const AMOUNT = `(?:${ABOUT}(?:{len}|{area}|{num} percent)|bit|little(?: bit)?|slightly|somewhat|tad|touch|much|lot|considerably)`
const WAY = '(?:(?: to| towards| at| on| in| from| out to)? {side})?'
const MORE = `(?<more>${oneOf(ADJECTIVES)})`
const NOUN = `(?<noun>${oneOf(NOUNS)})`
const VERB = `(?<verb>${oneOf(VERBS)})`
const TARGET = `${ABOUT}(?:{len}|{area}|{size})(?: ${NOUN}| in ${NOUN})?`

type Form = [source: string, read: (found: Found) => SizeChange | null]

/** What may follow `make the kitchen` or `the kitchen should be`. */
const PHRASES: Form[] = [
  [`(?:${AMOUNT} )?${MORE}${WAY}`, byAdjective],
  [`${MORE}${WAY} by ${AMOUNT}`, byAdjective],
  [`${MORE} by ${AMOUNT}${WAY}`, byAdjective],
  [`${TARGET}${WAY}`, toTarget],
  [`${NOUN} of ${ABOUT}(?:{len}|{area}|{size})${WAY}`, toTarget],
  [`(?<times>twice|double|half|{num} times) (?:as |its |of )?(?:${NOUN}|size)`, byTimes],
]

/** Whole requests without such a phrase. */
const SENTENCES: Form[] = [
  [`${VERB} {room}${WAY}(?: by| for)? ${AMOUNT}`, byVerb],
  [`${VERB} {room}(?: by)? ${AMOUNT}${WAY}`, byVerb],
  [`${VERB} {room}${WAY}`, byVerb],
  [`${VERB} {room} (?:to(?: be)?|until it is) ${TARGET}${WAY}`, toTarget],
  [`${VERB} ${NOUN} of {room}${WAY} by ${AMOUNT}`, byVerb],
  [`${VERB} ${NOUN} of {room} by ${AMOUNT}${WAY}`, byVerb],
  [`${VERB} ${NOUN} of {room}`, byVerb],
  [
    `(?:${VERB}|make) ${NOUN} of {room} (?:to |be )?${ABOUT}(?:{len}|{area}|{size})${WAY}`,
    toTarget,
  ],
  [`${NOUN} of {room} (?:should|must) be ${ABOUT}(?:{len}|{area}|{size})`, toTarget],
  [`(?<times>double|halve|triple)(?: ${NOUN} of| size of)? {room}`, byTimes],
  [`add (?:{len}|{area}) to (?:${NOUN} of )?{room}${WAY}`, byVerb],
  [`give {room} ${AMOUNT}(?: more)?(?: space| room| width| of space)?${WAY}`, byVerb],
  [
    `{room} is (?:much |far |bit |little |rather |slightly )?too (?<fault>${oneOf(FAULTS)})`,
    (found) => byShare(FAULTS[found.part('fault')!], USUAL_SHARE, null, true),
  ],
]

const FRAMES = [
  'make (?:all |both |each |every )?{room} (?<phrase>.+)',
  '(?:all |both |each |every )?{room} (?:should|must|shall|could|needs to|need to|has to|have to|ought to|is to) (?:be|have|become|get|measure) (?<phrase>.+)',
  "(?:i'd like|i would like|i want|i need|we want|we need|we'd like|let) (?:all )?{room} (?:(?:to )?(?:be|have|become|measure) )?(?<phrase>.+)",
  '(?:can|could|may) {room} (?:be|have|become|get) (?<phrase>.+)',
  '(?:can|could) (?:you|we) make {room} (?<phrase>.+)',
  '{room} (?<phrase>.+)',
]

export const SIZE_FORMS = { phrases: PHRASES, sentences: SENTENCES, frames: FRAMES }

function byAdjective(found: Found): SizeChange {
  return changeBy(ADJECTIVES[found.part('more')!], found)
}

function byVerb(found: Found): SizeChange | null {
  const verb = found.part('verb')
  const noun = found.part('noun')
  const { dimension, sign } = verb === null ? LARGER : VERBS[verb]
  // `Set the kitchen` and the like need a figure.
  if ((verb === 'set' || verb === 'change') && !hasFigure(found)) return null
  return changeBy({ dimension: noun === null ? dimension : NOUNS[noun], sign }, found)
}

const hasFigure = ({ length, area, number }: Found): boolean =>
  length !== null || area !== null || number !== null

function changeBy({ dimension, sign }: Adjective, found: Found): SizeChange {
  const { length, area, number, side } = found
  if (length !== null) return { kind: 'by', dimension, metres: sign * length, side }
  if (area !== null) return { kind: 'area by', metres2: sign * area, side }
  const isChosen = number === null
  return byShare({ dimension, sign }, isChosen ? USUAL_SHARE : number / 100, side, isChosen)
}

function byShare(
  { dimension, sign }: Adjective,
  share: number,
  side: Side | null,
  isChosen: boolean,
): SizeChange {
  const factor = 1 + sign * share
  return dimension === 'any'
    ? { kind: 'area times', factor, isChosen, side }
    : { kind: 'times', dimension, factor, isChosen, side }
}

function toTarget(found: Found): SizeChange | null {
  const { length, area, size, side } = found
  const noun = found.part('noun')
  const verb = found.part('verb')
  if (size !== null) return { kind: 'size', metres: size, side }
  if (area !== null) return { kind: 'area to', metres2: area, side }
  const dimension = noun === null ? (verb === null ? 'any' : VERBS[verb].dimension) : NOUNS[noun]
  if (dimension === 'any' && side === null) return null
  return { kind: 'to', dimension, metres: length!, side }
}

const TIMES: Record<string, number> = { twice: 2, double: 2, triple: 3, half: 0.5, halve: 0.5 }

function byTimes(found: Found): SizeChange {
  const noun = found.part('noun')
  const factor = found.number ?? TIMES[found.part('times')!]
  const dimension = noun === null ? 'any' : NOUNS[noun]
  return dimension === 'any'
    ? { kind: 'area times', factor, isChosen: false, side: null }
    : { kind: 'times', dimension, factor, isChosen: false, side: null }
}
