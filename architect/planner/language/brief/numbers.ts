import { type BriefCursor, type BriefPart, roomCount } from './brief-cursor.ts'
import { readGroup } from './room-groups.ts'

/** A number behind the colon of one room is an area if it is larger than this: `Kitchen: 12`. */
const COUNT_MAX = 5
/** Most storeys that a brief may request. */
const STOREYS_MAX = 40
/** A garage for one car, and the width that each of several needs, with room for their doors. */
const GARAGE_M2 = 15
const CAR_WIDTH_M = 2.5

const PEOPLE =
  /^#number(?: (?:or|to) #number)? (?:people|persons?|adults?|kids?|child(?:ren)?|guests?|residents?|occupants?|users?|students?|groups?|family members)(?! '?(?:bed)?rooms?)/

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
  readPeople,
  (cursor) => cursor.take(/^#number (?:years?|months?)/) !== null,
  readTotal,
  readCountAfter,
  readCountBefore,
]

/** `two storeys`, `2 full floors`. */
function readStoreys(cursor: BriefCursor, value: number): boolean {
  const found = cursor.take(
    /^#number (?:full |whole )?(?:stor(?:e?ys?|ies|e?yed|ied)|floors?|levels?)/,
  )
  if (!found) return false
  cursor.setStoreys(Math.max(1, Math.min(STOREYS_MAX, Math.round(value))))
  return true
}

function readPeople(cursor: BriefCursor, value: number): boolean {
  const isFamily = /(?:family|household|party) of$/.test(cursor.textBefore())
  if (isFamily) cursor.read(1)
  else if (!cursor.take(PEOPLE)) return false
  cursor.brief.people ??= value
  return true
}

/** `two-car garage`, `garage for two cars`. */
function readCars(cursor: BriefCursor, value: number): boolean {
  if (!cursor.take(/^#number cars?/)) return false
  if (cursor.roomAhead(0)?.room.type === 'garage') Object.assign(cursor.ahead, garageFor(value))
  else if (cursor.room?.word.type === 'garage') {
    Object.assign(cursor.room, garageFor(value))
    cursor.readBefore(/^for$/, 1)
  }
  return true
}

/** Cars stand next to each other. */
const garageFor = (cars: number): { leastArea: number; width?: number } => ({
  leastArea: cars * GARAGE_M2,
  ...(cars > 1 && { width: cars * CAR_WIDTH_M }),
})

/** `a three-room flat`; `three rooms: kitchen, bedroom and bath` lists them all. */
function readTotal(cursor: BriefCursor, value: number): boolean {
  if (!cursor.take(/^#number (?:rooms?|roomed)(?= |$)/)) return false
  cursor.brief.roomTotal = value
  if (/^(?:[:,]|-|in all|in total)/.test(cursor.textAfter())) cursor.brief.isComplete = true
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
  // `four bedrooms 13 each`
  if (room && at === roomEnd && value > 1 && cursor.take(/^#number each/)) {
    room.area = value
    return true
  }
  const isBehind =
    at === roomEnd + 1 &&
    (next === undefined || next.kind === 'break') &&
    before.kind === 'break' &&
    /[:(]/.test(before.mark)
  if (!room || cursor.roomAhead() || !(isNext || isBehind)) return false
  const isSure = value > COUNT_MAX || isNext || isListOfAreas(cursor)
  const isArea = room.count === 1 && value > 1 && isSure
  if (isArea) room.area = value
  else room.count = roomCount(value)
  cursor.read(1)
  return true
}

/** `Living: 30, bath: 5`: where one number behind a colon is an area, all of them are. */
const isListOfAreas = ({ tokens }: BriefCursor): boolean =>
  tokens.some((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    const isAlone = next === undefined || next.kind === 'break'
    const label = tokens[at - 2]
    const isOfHouse = label?.kind === 'word' && /^(?:area|size)$/.test(label.word)
    const isBehind = before?.kind === 'break' && before.mark === ':' && !isOfHouse
    return token.kind === 'number' && token.value > COUNT_MAX && isBehind && isAlone
  })

function readCountBefore(cursor: BriefCursor, value: number): boolean {
  // `two 15 m² bedrooms`
  const isMeasured = /^#number #(?:area|size|length)/.test(cursor.textAfter())
  const mention = cursor.roomAhead(isMeasured ? 2 : 1)
  if (!mention) return false
  cursor.ahead.count = value
  cursor.read(1)
  // `0 bedrooms`
  if (value === 0) {
    while (!cursor.roomAt()) cursor.read(1)
    cursor.read(mention.tokens)
    cursor.ahead.count = null
    cursor.brief.unwanted.push(mention.room.type)
  }
  return true
}
