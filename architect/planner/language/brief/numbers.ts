import { type BriefCursor, type BriefPart, roomCount } from './brief-cursor.ts'
import { readGroup } from './room-groups.ts'

/** A number behind the colon of one room is an area if it is larger than this: `Kitchen: 12`. */
const COUNT_MAX = 5
/** Most storeys that a brief may request. */
const STOREYS_MAX = 40
/** A garage for one car, with room for its doors. */
const GARAGE_M2 = 15

const PEOPLE =
  /^#number(?: (?:or|to) #number)? (?:people|persons?|adults?|kids?|child(?:ren)?|guests?|residents?|occupants?|users?|students?|family members)(?! '?(?:bed)?rooms?)/

/** A count of rooms, of storeys or of people. */
export const readNumber: BriefPart = (cursor) => {
  const { token } = cursor
  if (token?.kind !== 'number') return false
  return NUMBERS.some((read) => read(cursor, token.value))
}

const NUMBERS: ((cursor: BriefCursor, value: number) => boolean)[] = [
  readStoreys,
  readCars,
  readGroup,
  readShare,
  (cursor) => cursor.take(PEOPLE) !== null || cursor.take(/^#number (?:years?|months?)/) !== null,
  readCountAfter,
  readCountBefore,
]

/** `two storeys`, `2 full floors`. */
function readStoreys(cursor: BriefCursor, value: number): boolean {
  if (!cursor.take(/^#number (?:full |whole )?(?:stor(?:e?ys?|ies|e?yed|ied)|floors?|levels?)/))
    return false
  cursor.brief.storeys = Math.max(1, Math.min(STOREYS_MAX, Math.round(value)))
  return true
}

/** `two-car garage`, `garage for two cars`. */
function readCars(cursor: BriefCursor, value: number): boolean {
  if (!cursor.take(/^#number cars?/)) return false
  const leastArea = value * GARAGE_M2
  if (cursor.roomAhead(0)?.room.type === 'garage') cursor.ahead.leastArea = leastArea
  else if (cursor.room?.word.type === 'garage') {
    cursor.room.leastArea = leastArea
    cursor.readBefore(/^for$/, 1)
  }
  return true
}

/** `three bedrooms, one of them with its own bathroom`; `two bathrooms, one ensuite`. */
function readShare(cursor: BriefCursor, value: number): boolean {
  const { room } = cursor
  if (!room || room.count <= value) return false
  if (
    room.word.type === 'bathroom' &&
    cursor.take(/^#number(?= (?:is |being )?(?:en suite|ensuite))/)
  ) {
    cursor.ahead.count = value
    cursor.totals.set(room, cursor.brief.rooms.length)
    return true
  }
  const isPart =
    cursor.take(/^#number of (?:them|which|these|those)(?: (?:is|are|being|to be|has|have))?/) ??
    cursor.take(/^#number(?= with )/)
  if (!isPart) return false
  cursor.share = value
  if (!room.word.role) cursor.totals.set(room, cursor.brief.rooms.length)
  return true
}

/** `bedrooms (2)`, `Bedrooms: 3`, `bedrooms 3`; `Kitchen: 12` and `bath 5` are areas. */
function readCountAfter(cursor: BriefCursor, value: number): boolean {
  const { room, at, roomEnd } = cursor
  const before = cursor.tokens[at - 1]
  const next = cursor.tokens[at + 1]
  const isNext = at === roomEnd && (next === undefined || next.kind === 'break')
  const isBehind =
    at === roomEnd + 1 &&
    (next === undefined || next.kind === 'break') &&
    before.kind === 'break' &&
    /[:(]/.test(before.mark)
  if (!room || cursor.roomAhead() || !(isNext || isBehind)) return false
  const isArea = room.count === 1 && (value > COUNT_MAX || (isNext && value > 1))
  if (isArea) room.area = value
  else room.count = roomCount(value)
  cursor.read(1)
  return true
}

function readCountBefore(cursor: BriefCursor, value: number): boolean {
  if (!cursor.roomAhead()) return false
  cursor.ahead.count = value
  cursor.read(1)
  return true
}
