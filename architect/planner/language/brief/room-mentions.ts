import type { RoomTypeName } from '../../../scene/room-types.ts'
import { type BriefRoom, createBriefRoom } from '../building-brief.ts'
import type { RoomMention } from '../room-words.ts'
import { type BriefCursor, type BriefPart, roomCount } from './brief-cursor.ts'
import { joinRooms, readOpenList, roomJustBefore } from './joined-rooms.ts'
import { addOwn } from './links.ts'
import { plainTexts } from './plain-tokens.ts'
import { splitRoom } from './room-groups.ts'

/** `a small entrance` is a room; `the entrance` is the front door. */
const ENTRANCE =
  /^(?:entrance|entry|entryway)(?: area| space)?(?= (?:[,;.:()\n]|and|with|of|plus|#)|$)/
const FRONT_DOOR = /(?:the|from|main|front|by|at|near|to|side)$/
/** A room that was named before. */
const BACK =
  /(?:^| )(?:the|every|each|all|their|its|both|these|those)(?: of the| the)?(?: #number)?$/
/** `Kitchen should face north` in a sentence of its own is about the kitchen of before. */
const STATEMENT =
  /^(?:should|must|shall|needs?|has|have|is|are|gets?|to|on|at|in|faces?|facing|with|next|near)\b/
const HEADING = /^: \n/
/** Behind a count of rooms, these begin a list of them. */
const DETAILS: [RegExp, RegExp][] = [
  [/^\(/, /\)/],
  [/^:/, /[.;\n]/],
  [/^(?:, )?(?:including|incl|one of|of which)\b/, /[.;\n]/],
]
const ENSUITE = { type: 'bathroom', label: 'Ensuite bathroom' } as const
const TOILET = { type: 'toilet', label: 'Toilet' } as const
/** Homes have one of these: the same name again, without an article, is about the first. */
const SINGLE = new Set<RoomTypeName>(['kitchen', 'living', 'dining', 'garage'])
const CORRECTION =
  /\b(?:no wait|correction|scratch that|i mean|make that|sorry)(?: [,:;.!])*(?: no)?(?: [,])?(?: #number)?$/
/** Tokens before a room in which it is corrected. */
const CORRECTION_TOKENS = 6
const ANOTHER = /(?:^| )(?:an?|another|second|other|own|#number)(?: [a-z]+)?$/

/** A room of the house: a new one, or one that was named before. */
export const readRoom: BriefPart = (cursor) => {
  const mention = entranceAt(cursor) ?? cursor.roomAt()
  if (!mention) return false
  // `Bedrooms:` above a list of them.
  if (mention.isPlural && HEADING.test(cursor.textAfter(mention.tokens))) {
    cursor.read(mention.tokens)
    return true
  }
  const known = knownRoom(cursor, mention) ?? mainOfCounted(cursor, mention)
  const before = roomJustBefore(cursor)
  const isNew = isCorrected(cursor)
  const { isEnsuite } = cursor.ahead
  const isAssumed = !known && isDefinite(cursor, mention)
  const between = plainTexts(cursor.tokens.slice(cursor.roomEnd, cursor.at))
  cursor.partner = /^and(?: the| an?)*$/.test(between) ? cursor.room : null
  cursor.read(mention.tokens)
  if (known) referTo(cursor, known, isNew)
  else addMention(cursor, mention)
  if (isAssumed) cursor.assumed.set(cursor.room!, cursor.sentence)
  const room = cursor.room!
  if (before) joinRooms(cursor, [before, room])
  else readOpenList(cursor, room, between)
  if (isEnsuite) addOwn(cursor, room, ENSUITE, room.count)
  cursor.share = null
  return true
}

function entranceAt(cursor: BriefCursor): RoomMention | null {
  const match = ENTRANCE.exec(cursor.textAfter())
  if (!match || FRONT_DOOR.test(cursor.textBefore())) return null
  const tokens = match[0].split(' ').length
  return { room: { type: 'entrance', label: 'Entrance' }, tokens, isPlural: false }
}

/** The room of before that a mention is about; null where it requests another. */
function knownRoom(cursor: BriefCursor, { room, tokens, isPlural }: RoomMention): BriefRoom | null {
  const known = cursor.knownRoom(room)
  const { count } = cursor.ahead
  if (!known) return null
  if (isCorrected(cursor)) return known
  const assumed = cursor.assumed.get(known)
  if (assumed !== undefined && assumed < cursor.sentence && (count ?? 1) >= known.count)
    return known
  if (count !== null && count !== known.count) return null
  if (BACK.test(cursor.textBefore())) return known
  const before = cursor.tokens[cursor.at - 1]
  const isAgain = SINGLE.has(room.type) && before?.kind !== 'number'
  if (isAgain && isClosing(cursor, tokens)) return known
  const isFirst = before === undefined || (before.kind === 'break' && /[.!?\n]/.test(before.mark))
  const isStatement = isFirst && STATEMENT.test(cursor.textAfter(tokens))
  const isSameLevel = cursor.level === null || cursor.level === known.level
  return count === null && isSameLevel && (isPlural || isStatement) ? known : null
}

/** `Three bedrooms. No wait, four bedrooms.`: the count of before is not the one that counts. */
const isCorrected = ({ tokens, at }: BriefCursor): boolean =>
  CORRECTION.test(plainTexts(tokens.slice(Math.max(0, at - CORRECTION_TOKENS), at)))

/** `kitchen not open to the living room`, where both were named before. */
const isClosing = (cursor: BriefCursor, tokens: number): boolean =>
  !ANOTHER.test(cursor.textBefore()) &&
  /^(?:should |must )?(?:not|never|separate|closed)\b/.test(cursor.textAfter(tokens))

/** `two bedrooms, ... off the main bedroom`: the main one is one of those that were counted. */
function mainOfCounted(cursor: BriefCursor, { room }: RoomMention): BriefRoom | null {
  if (room.role !== 'main' || cursor.ahead.count !== null || cursor.knownRoom(room)) return null
  const { rooms } = cursor.brief
  const counted = rooms.findLast(({ word, count }) => word.type === room.type && count > 1)
  if (counted?.word.label !== 'Bedroom' || !BACK.test(cursor.textBefore())) return null
  const main = splitRoom(cursor, counted, 1)
  // A count of all of them is reduced at the end.
  if (cursor.totals.has(counted)) counted.count += 1
  main.word = room
  return main
}

/** `The bedrooms face east.` may stand before the sentence that counts them. */
const isDefinite = (cursor: BriefCursor, { isPlural }: RoomMention): boolean =>
  cursor.ahead.count === null && (isPlural || BACK.test(cursor.textBefore()))

function referTo(cursor: BriefCursor, room: BriefRoom, isCorrection: boolean): void {
  const { count, isEnsuite: _, sides, ...qualities } = cursor.ahead
  const isFirst = cursor.assumed.delete(room)
  if (count !== null && (isFirst || isCorrection)) {
    cursor.totals.delete(room)
    room.count = roomCount(count)
  }
  Object.assign(room, qualities)
  for (const side of sides) if (!room.sides.includes(side)) room.sides.push(side)
  cursor.setRoom(room)
}

function addMention(cursor: BriefCursor, mention: RoomMention): void {
  const { count } = cursor.ahead
  const number = count === null && !mention.isPlural ? listNumber(cursor, mention) : null
  if (number !== null) {
    cursor.addRoom({ ...mention.room, label: `${mention.room.label} ${number}` }, 1)
    cursor.read(1)
    cursor.roomEnd = cursor.at
    return
  }
  // `2.5 baths`: two with a bath or shower, and a toilet.
  const hasHalf = count !== null && count % 1 === 0.5 && mention.room.type === 'bathroom'
  const wanted = (count ?? (mention.isPlural ? 2 : 1)) * timesOf(cursor, mention)
  const room = cursor.addRoom(mention.room, hasHalf ? Math.floor(wanted) : wanted)
  if (room.word.role === 'ensuite') linkToHost(cursor, room)
  if (hasHalf)
    cursor.brief.rooms.push({
      ...createBriefRoom(TOILET),
      ...(room.level !== undefined && { level: room.level }),
    })
  if (room.count > 1 && !mention.room.role && hasDetails(cursor, mention))
    cursor.totals.set(room, cursor.brief.rooms.length)
}

/** How often a room is wanted that each of several others has. */
function timesOf(cursor: BriefCursor, { tokens }: RoomMention): number {
  const { each, at } = cursor
  if (!each) return 1
  const between = cursor.tokens.slice(each.end, at - tokens)
  const isFirst = /^an?(?: [a-z]+)*$/.test(plainTexts(between))
  const isNext = /\band an?(?: [a-z]+)*$/.test(plainTexts(between))
  const isListed = between.every(({ kind }) => kind !== 'break') && (isFirst || isNext)
  cursor.each = isListed ? { ...each, end: at } : null
  return isListed ? each.times : 1
}

/** `a main bedroom, an ensuite`: of the main bedroom, or else of the one before it. */
function linkToHost({ brief }: BriefCursor, { word }: BriefRoom): void {
  const bedrooms = brief.rooms.filter((room) => room.word.type === 'bedroom')
  const host = bedrooms.findLast((room) => room.word.role === 'main') ?? bedrooms.at(-1)
  host?.links.push({ kind: 'within', to: word })
}

/** `Bedroom 1:` in a list is one room with its number, which is the next of its type. */
function listNumber(cursor: BriefCursor, { room }: RoomMention): number | null {
  const { token, brief } = cursor
  const next = cursor.tokens[cursor.at + 1]
  if (token?.kind !== 'number' || !(next === undefined || /break|size|area/.test(next.kind)))
    return null
  const known = brief.rooms.filter(({ word }) => word.type === room.type)
  const isNext = token.value === known.reduce((sum, { count }) => sum + count, 1)
  return isNext ? token.value : null
}

/** `three bedrooms: a main bedroom and two for children`. */
function hasDetails(cursor: BriefCursor, { room }: RoomMention): boolean {
  const text = cursor.textAfter()
  const details = DETAILS.find(([start]) => start.test(text))
  if (!details) return false
  const rest = cursor.tokens.slice(cursor.at)
  const end = rest.findIndex((token) => token.kind === 'break' && details[1].test(token.mark))
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .some((_, i) => cursor.roomAt(cursor.at + i)?.room.type === room.type)
}
