import { SIDES, type Side } from '../../../layout/room-program.ts'
import { describeOpening, describeSized, roomsAt } from '../../house/describe.ts'
import type { House, HouseOpening, HouseRoom } from '../../house/house.ts'
import { matchingRooms } from '../../house/matching-rooms.ts'
import type { Clause, RoomReference } from '../../language/clause.ts'
import { formatMetres } from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { marked } from '../pattern-rule.ts'

export type OpeningNoun = HouseOpening['kind']

/** The openings that a clause is about. */
export interface OpeningReference {
  kind: OpeningNoun
  isPlural: boolean
  /** `front door` and `back door` lead outside, `inner` ones do not. */
  role: 'front' | 'back' | 'outer' | 'inner' | null
  rooms: readonly RoomReference[]
  /** The two rooms are its sides. */
  isBetween: boolean
  side: Side | null
  level: number | null
  /** Which one of several: `largest`, `newest`, `left`. */
  which: readonly string[]
}

/** Nouns of each kind, as clauses have them. */
export const NOUNS: Record<OpeningNoun, RegExp> = {
  window: /\bwindows?\b/,
  door: /\bdoors?\b/,
  opening: /\b(?:openings?|archways?|arch|doorways?|hole|pass[- ]through)\b/,
}
const ROLES: [RegExp, OpeningReference['role']][] = [
  [/\b(?:front|main|entrance|entry|house) doors?\b|\broom\d+ doors? of house\b/, 'front'],
  [/\b(?:back|rear) doors?\b/, 'back'],
  [/\b(?:outside|exterior|outer|external|patio|garden|terrace) doors?\b/, 'outer'],
  [/\b(?:inside|interior|inner|internal|room) doors?\b/, 'inner'],
]
const ALL = /\b(?:all|every|each|both|windows|doors|openings)\b/
const SIDE = new RegExp(
  String.raw`\b(${SIDES.join('|')})(?:ern)?(?:[- ]facing)?(?: (?:wall|side|facade|front|windows?|doors?|elevation|end))\b|\b(?:facing|faces?|looking|in|on|to|towards?) (${SIDES.join('|')})\b`,
)
const WHICH =
  /\b(largest|biggest|widest|smallest|narrowest|newest|new|last|left|right|left-hand|right-hand|middle|first|second|third|tallest)\b/g
/** The side of a wall or of the house that a text names. */
export function wallSideIn(text: string): Side | null {
  const match = SIDE.exec(text)
  return ((match?.[1] ?? match?.[2]) as Side | undefined) ?? null
}

/** The openings that a part of a clause names; null where it names none. */
export function openingReference(
  clause: Clause,
  text: string = clause.text,
): OpeningReference | null {
  const kind = (['window', 'door', 'opening'] as const).find((each) => NOUNS[each].test(text))
  if (!kind) return null
  const marks = [...text.matchAll(/\broom\d+\b/g)].map(([mark]) => marked(clause.rooms, mark))
  // `the entrance door` names the door and not a room.
  const isEntrance =
    /\broom\d+ doors?\b/.test(text) &&
    marks[0]?.word?.type === 'entrance' &&
    marks[0].label === null
  return {
    kind,
    isPlural: ALL.test(text),
    role: isEntrance ? 'front' : (ROLES.find(([pattern]) => pattern.test(text))?.[1] ?? null),
    rooms: isEntrance ? marks.slice(1) : marks,
    isBetween: marks.length > 1 && /\b(?:between|from|connect|to|and)\b/.test(text),
    side: wallSideIn(text),
    level: levelIn(text),
    which: [...text.matchAll(WHICH)].map(([word]) => word),
  }
}

/** Rooms of a reference, and the side of them where the reference names one that is not theirs. */
export function roomsAndSide(
  bench: Workbench,
  reference: RoomReference,
  side: Side | null,
): { rooms: HouseRoom[]; side: Side | null } {
  const found = matchingRooms(bench.house, reference)
  const [own] = reference.sides
  const isSideOfWall = side === null && own !== undefined
  if (isSideOfWall) {
    const all = matchingRooms(bench.house, { ...reference, sides: [] })
    if (all.length === 1) return { rooms: all, side: own }
  }
  return { rooms: found.length > 0 ? found : bench.rooms(reference), side }
}

/** The openings that a reference may be. Throws `Declined` where there is none. */
export function matchingOpenings(bench: Workbench, reference: OpeningReference): HouseOpening[] {
  const { house } = bench
  const all = house.openings.filter(({ kind }) => isOfKind(kind, reference.kind))
  let found = all
  let side = reference.side
  for (const [index, each] of reference.rooms.slice(0, 2).entries()) {
    const resolved = roomsAndSide(bench, each, side)
    if (index === 0) side = resolved.side
    const ids = new Set(resolved.rooms.flatMap(({ openings }) => openings.map(({ id }) => id)))
    found = found.filter(({ id }) => ids.has(id))
  }
  const { role } = reference
  if (role !== null)
    found = found.filter((opening) => isOuter(house, opening) === (role !== 'inner'))
  if (reference.role === 'front') found = frontDoors(house, found)
  if (reference.role === 'back') {
    const front = frontDoors(house, found)
    found = found.length > 1 ? found.filter((opening) => !front.includes(opening)) : found
  }
  if (reference.level !== null)
    found = found.filter((each) =>
      roomsAt(house, each).some(({ level }) => level === reference.level),
    )
  if (side !== null) found = found.filter((opening) => sideOf(house, opening, reference) === side)
  for (const word of reference.which) found = chosen(found, word)
  if (found.length > 0) return bench.remaining(found)
  throw new Declined(missing(bench, { ...reference, side }))
}

/** The openings of a plural, or the one of a singular. Throws `Unclear` where several fit alike. */
export function resolveOpenings(bench: Workbench, reference: OpeningReference): HouseOpening[] {
  const found = matchingOpenings(bench, reference)
  if (reference.isPlural || found.length === 1) return found
  return [
    bench.choose(
      `Which ${reference.kind} is it?`,
      distinctLabels(bench.house, found).map(([label, opening]) => [label, opening] as const),
    ),
  ]
}

/** Openings with descriptions of which no two are alike. */
export function distinctLabels(
  house: House,
  openings: readonly HouseOpening[],
): [string, HouseOpening][] {
  const plain = openings.map((opening) => describeSized(house, opening))
  return openings.map((opening, index) => {
    const isAlike = plain.some((text, other) => other !== index && text === plain[index])
    const [x, z] = opening.centre
    const place = opening.side === 'north' || opening.side === 'south' ? x : z
    return [isAlike ? `${plain[index]}, at ${formatMetres(place)}` : plain[index], opening]
  })
}

/** A door without a leaf is an opening, and people call a doorway a door. */
const isOfKind = (kind: OpeningNoun, noun: OpeningNoun): boolean =>
  noun === 'opening' ? kind !== 'window' : kind === noun

const isOuter = (house: House, opening: HouseOpening): boolean =>
  roomsAt(house, opening).filter(({ isOutdoors }) => !isOutdoors).length === 1

/** Rooms into which a front door leads, the most usual first. */
const ENTRANCES = ['entrance', 'hall', 'corridor', 'stairwell', 'living', 'studio', 'kitchen']

/** Rooms of the ground floor through which people enter, the most usual first. */
export function entranceRooms({ rooms }: House): HouseRoom[] {
  const rank = ({ type }: HouseRoom) => ENTRANCES.indexOf(type)
  return rooms
    .filter((room) => room.level === 0 && rank(room) >= 0)
    .sort((a, b) => rank(a) - rank(b))
}

function frontDoors(house: House, outer: readonly HouseOpening[]): HouseOpening[] {
  const rank = (opening: HouseOpening) => {
    const types = roomsAt(house, opening).map(({ type }) => ENTRANCES.indexOf(type))
    const ranks = types.filter((each) => each >= 0)
    return ranks.length > 0 ? Math.min(...ranks) : ENTRANCES.length
  }
  const ground = outer.filter((each) => roomsAt(house, each).some(({ level }) => level === 0))
  const best = Math.min(...ground.map(rank))
  return ground.filter((opening) => rank(opening) === best)
}

/** The side of the house, or of an inner opening the side of the room that is named first. */
function sideOf(house: House, opening: HouseOpening, { rooms }: OpeningReference): Side | null {
  if (opening.side !== null || rooms.length === 0) return opening.side
  const room = matchingRooms(house, rooms[0]).find(({ openings }) =>
    openings.some(({ id }) => id === opening.id),
  )
  if (!room) return null
  const { minX, maxX, minZ, maxZ } = room.box
  const [x, z] = opening.centre
  const away: [Side, number][] = [
    ['north', minZ - z],
    ['south', z - maxZ],
    ['west', minX - x],
    ['east', x - maxX],
  ]
  return away.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

const ORDERS: Record<string, readonly [by: (opening: HouseOpening) => number, isMost: boolean]> = {
  largest: [({ width, height }) => width * height, true],
  biggest: [({ width, height }) => width * height, true],
  smallest: [({ width, height }) => width * height, false],
  widest: [({ width }) => width, true],
  narrowest: [({ width }) => width, false],
  tallest: [({ height }) => height, true],
  new: [({ id }) => numberOf(id), true],
  newest: [({ id }) => numberOf(id), true],
  last: [({ id }) => numberOf(id), true],
  left: [({ centre }) => centre[0], false],
  'left-hand': [({ centre }) => centre[0], false],
  right: [({ centre }) => centre[0], true],
  'right-hand': [({ centre }) => centre[0], true],
}
const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0)

function chosen(openings: HouseOpening[], word: string): HouseOpening[] {
  const [by, isMost] = ORDERS[word] ?? []
  if (!by || openings.length < 2) return openings
  const values = openings.map(by)
  const most = isMost ? Math.max(...values) : Math.min(...values)
  return openings.filter((_, index) => Math.abs(values[index] - most) < 0.01)
}

function missing(
  bench: Workbench,
  { kind, rooms, isBetween, side, role }: OpeningReference,
): string {
  const names = rooms.slice(0, isBetween ? 2 : 1).map((each) => bench.rooms(each)[0])
  const where = side === null ? '' : ` in the ${side} wall`
  if (names.length === 2)
    return `There is no ${kind} between the ${names[0].label} and the ${names[1].label}.`
  const noun = role === null ? kind : `${role} ${kind}`
  if (names.length === 0) return `There is no ${noun}${where} in this building.`
  const others = names[0].openings.filter((each) => isOfKind(each.kind, kind))
  const has =
    others.length === 0
      ? ''
      : ` It has ${others.map((each) => describeOpening(bench.house, each)).join(' and ')}.`
  return `The ${names[0].label} has no ${noun}${where}.${has}`
}
