import { describeRoom } from '../../house/describe.ts'
import type { HouseOpening, HouseRoom } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import {
  capital,
  counted,
  formatArea,
  formatLength,
  type ReplyUnit,
} from '../../language/format.ts'
import { distinctLabels, openingReference } from '../openings/opening-reference.ts'
import type { Pattern } from '../pattern-rule.ts'
import { indoorRooms, type Question, question } from './question.ts'

/** What is compared, and how replies state it. */
interface Measure<Thing> {
  by: (thing: Thing) => number
  format: (value: number, unit: ReplyUnit) => string
  /** How the most, and the least, of it is called. */
  most: string
  least: string
}

const width = ({ box }: HouseRoom): number => Math.min(box.maxX - box.minX, box.maxZ - box.minZ)
const length = ({ box }: HouseRoom): number => Math.max(box.maxX - box.minX, box.maxZ - box.minZ)
const count = (kinds: readonly HouseOpening['kind'][]) => (room: HouseRoom) =>
  room.openings.filter(({ kind }) => kinds.includes(kind)).length

const AREA: Measure<HouseRoom> = {
  by: ({ area }) => area,
  format: formatArea,
  most: 'largest',
  least: 'smallest',
}
const WIDTH: Measure<HouseRoom> = {
  by: width,
  format: formatLength,
  most: 'widest',
  least: 'narrowest',
}
const LENGTH: Measure<HouseRoom> = {
  by: length,
  format: formatLength,
  most: 'longest',
  least: 'shortest',
}
const HEIGHT: Measure<HouseRoom> = {
  by: ({ clearHeight }) => clearHeight,
  format: formatLength,
  most: 'highest',
  least: 'lowest',
}

const OPENING_WIDTH: Measure<HouseOpening> = {
  by: (opening) => opening.width,
  format: formatLength,
  most: 'widest',
  least: 'narrowest',
}
const OPENING_AREA: Measure<HouseOpening> = {
  by: (opening) => opening.width * opening.height,
  format: formatArea,
  most: 'largest',
  least: 'smallest',
}

type Superlative<Thing> = readonly [form: RegExp, measure: Measure<Thing>, isLeast: boolean]

const OF_ROOMS: readonly Superlative<HouseRoom>[] = [
  [/\b(?:largest|biggest|most spacious|roomiest|hugest|most space)\b/, AREA, false],
  [/\b(?:smallest|tiniest|least spacious|least space)\b/, AREA, true],
  [/\b(?:widest|broadest)\b/, WIDTH, false],
  [/\bnarrowest\b/, WIDTH, true],
  [/\blongest\b/, LENGTH, false],
  [/\bshortest\b/, LENGTH, true],
  [/\b(?:highest|tallest)\b/, HEIGHT, false],
  [/\blowest\b/, HEIGHT, true],
]
const OF_OPENINGS: readonly Superlative<HouseOpening>[] = [
  [/\b(?:widest|broadest)\b/, OPENING_WIDTH, false],
  [/\bnarrowest\b/, OPENING_WIDTH, true],
  [/\b(?:largest|biggest)\b/, OPENING_AREA, false],
  [/\b(?:smallest|tiniest)\b/, OPENING_AREA, true],
]
const RANKS: readonly [RegExp, number][] = [
  [/\bsecond\b/, 1],
  [/\bthird\b/, 2],
]
const STARTS = String.raw`^(?:which|what|what's|whats|tell me|name|show(?: me)?|do you know)\b`
const NOUNS = { windows: ['window'], doors: ['door', 'opening'] } as const

/** A clause with the adjectives of its first room, which its mark stands for. */
const described = ({ text, rooms }: Clause): string =>
  [...(rooms[0]?.adjectives ?? []), text].join(' ')

const isOf = <Thing>(list: readonly Superlative<Thing>[], clause: Clause): boolean =>
  list.some(([form]) => form.test(described(clause)))

/** Questions about the largest, narrowest and the like of rooms, windows and doors. */
export const SUPERLATIVE_QUESTIONS: readonly Pattern[] = [
  question(
    new RegExp(
      String.raw`${STARTS}.*\b(?:room\d+|rooms?)\b.*\b(most|fewest|least) (windows|doors)\b`,
    ),
    mostOpenings,
  ),
  question(
    new RegExp(String.raw`${STARTS}.*\b(?:windows?|doors?)\b`),
    extremeOpening,
    (clause) => isOf(OF_OPENINGS, clause) && openingReference(clause) !== null,
  ),
  question(
    new RegExp(String.raw`${STARTS}.*\b(?:room\d+|rooms?|space|one)\b`),
    extremeRoom,
    (clause) => isOf(OF_ROOMS, clause) && !/\b(?:windows?|doors?|item\d)\b/.test(clause.text),
  ),
]

function extremeRoom(each: Question): string {
  const { bench, clause, unit } = each
  const [reference] = clause.rooms
  const rooms = reference ? bench.rooms({ ...reference, adjectives: [] }) : indoorRooms(each)
  const text = described(clause)
  const [, measure, isLeast] = OF_ROOMS.find(([form]) => form.test(text))!
  const { by, format } = measure
  const sorted = [...rooms].sort((a, b) => (isLeast ? by(a) - by(b) : by(b) - by(a)))
  const rank = RANKS.find(([form]) => form.test(text))?.[1] ?? 0
  const name = isLeast ? measure.least : measure.most
  const room = sorted[rank]
  if (!room)
    return `There ${rooms.length === 1 ? 'is' : 'are'} only ${counted(rooms.length, 'room')}.`
  const next = rank === 0 ? sorted[1] : sorted[rank - 1]
  const other = next
    ? `, ${rank === 0 ? 'before' : 'after'} ${describeRoom(next)} with ${format(by(next), unit)}`
    : ''
  const area = measure === AREA ? '' : ` Its area is ${formatArea(room.area, unit)}.`
  return `${capital(describeRoom(room))} is the ${['', 'second ', 'third '][rank]}${name}, with ${format(by(room), unit)}${other}.${area}`
}

function extremeOpening({ bench, clause, unit }: Question): string {
  const { kind, rooms: references } = openingReference(clause)!
  const rooms = references.flatMap((each) => bench.rooms(each))
  const own = new Set(rooms.flatMap(({ openings }) => openings.map(({ id }) => id)))
  const all = bench.house.openings.filter(
    (each) => each.kind === kind && (rooms.length === 0 || own.has(each.id)),
  )
  if (all.length === 0) return `There is no ${kind} there.`
  const [, { by, most, least }, isLeast] = OF_OPENINGS.find(([form]) =>
    form.test(described(clause)),
  )!
  const value = (isLeast ? Math.min : Math.max)(...all.map(by))
  const found = all.filter((each) => Math.abs(by(each) - value) < 1e-6)
  const names = distinctLabels(bench.house, found).map(([label]) => label)
  const [{ width, height }] = found
  const size = `${formatLength(width, unit)} wide and ${formatLength(height, unit)} high`
  return names.length === 1
    ? `The ${isLeast ? least : most} is ${names[0]}: ${size}.`
    : `${names.length} ${kind}s are the ${isLeast ? least : most}, ${size}: ${names.join('; ')}.`
}

function mostOpenings(each: Question): string {
  const { bench, clause, match } = each
  const [, extreme, noun] = match
  const [reference] = clause.rooms
  const rooms = reference ? bench.rooms({ ...reference, adjectives: [] }) : indoorRooms(each)
  const by = count(NOUNS[noun as keyof typeof NOUNS])
  const value = (extreme === 'most' ? Math.max : Math.min)(...rooms.map(by))
  const names = rooms.filter((room) => by(room) === value).map(describeRoom)
  return `${capital(names.join(', '))} ${names.length === 1 ? 'has' : 'have'} the ${extreme} ${noun}: ${value}.`
}
