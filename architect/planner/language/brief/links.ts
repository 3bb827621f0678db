import type { RoomTypeName } from '../../../scene/room-types.ts'
import { type BriefLink, type BriefRoom, createBriefRoom } from '../building-brief.ts'
import type { RoomMention, RoomWord } from '../room-words.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'

/** Phrases before a room or the entrance. */
const RELATIONS: [RegExp, BriefLink['kind']][] = [
  [
    /^(?:must |should |shall )?not (?:be )?(?:right |directly )?(?:next to|beside|near|adjacent to|close to)/,
    'apart',
  ],
  [/^(?:right |directly |immediately )?(?:next to|adjacent to|close to|attached to)/, 'next_to'],
  [/^(?:beside|near|adjoining|between|off|behind|by(?= the)|at(?= the))/, 'next_to'],
  [/^(?:connected|connecting|connects|linked|leading|leads) (?:to|with)/, 'next_to'],
  [/^(?:with )?(?:direct )?access(?:ed|ible)? (?:to|from|via|through)/, 'next_to'],
  [/^(?:which |that )?(?:opens|opening|open) (?:in|on|up )?(?:to|onto|into)/, 'open_to'],
  [/^(?:facing|towards?|to)(?= the (?:street|road)(?: |$))/, 'next_to'],
  [/^(?:far |well )?(?:away|far|apart|separated) from/, 'apart'],
]
/** Phrases before a room that is reached from the one before it alone. */
const OWN =
  /^(?:each |all |both )?(?:with|has|have|having|gets|get|plus)(?: (?:its|their|an?))? (?:own|private|attached)|^(?:each |all |both )?(?:with|has|have)(?: (?:its|their|an?|private))*(?= (?:en suite|ensuite|walk in|dressing))|^(?=(?:en suite|ensuite)(?: bath\w*)?(?: |$))/
const WITHIN = new Set<RoomTypeName>(['bathroom', 'toilet', 'closet'])
const ENSUITE_AHEAD = /^(?:en suite|ensuite)(?= (?:double |guest |twin )?bed ?rooms?)/
/** Types of rooms that may be parts of one space. */
const OPEN_TYPES = new Set<RoomTypeName>(['living', 'dining', 'kitchen', 'studio'])
const WITH = /^(?:with|has|having) (?:an? )?(?:(?:small|little|open|integrated|built in|fitted) )*/
const IN_IT =
  /^(?:in it|inside it|within it|in (?:one|the|a) corner|at one end|built in|built into it)/
const PARTS = /^(?:Kitchenette|Breakfast nook)$/
const EACH = /\b(?:each|all|both|every|their)\b/
const ARTICLES = /^(?:(?:the|a|an|its|their|own|private|attached) )*/
const ENTRANCE = /^(?:the )?(front|entrance|street|entry|road)(?: door)?(?= |$)/

/** `next to the kitchen`, `with its own bathroom`, `away from the street`. */
export const readLink: BriefPart = (cursor) => {
  const { room } = cursor
  if (cursor.take(ENSUITE_AHEAD)) {
    cursor.ahead.isEnsuite = true
    return true
  }
  if (!room) {
    // `a studio flat with a kitchenette`
    const studio = cursor.brief.rooms.findLast(({ word }) => word.type === 'studio')
    return studio !== undefined && readPartOf(cursor, studio)
  }
  return (
    readPartOf(cursor, room) ||
    readOwn(cursor, room) ||
    readEach(cursor, room) ||
    readRelation(cursor, room)
  )
}

/** `two group rooms, each with a nap room and a washroom`: two of each. */
function readEach(cursor: BriefCursor, room: BriefRoom): boolean {
  if (room.count < 2 || !cursor.take(/^each (?:with|has|having|gets)(?= an? )/)) return false
  cursor.each = { times: room.count, end: cursor.at }
  return true
}

/** `a sitting room with a kitchenette in it`: two rooms of one space. */
function readPartOf(cursor: BriefCursor, room: BriefRoom): boolean {
  const start = cursor.at
  if (!OPEN_TYPES.has(room.word.type) || !cursor.take(WITH)) return false
  const part = cursor.roomAt()
  if (part) cursor.read(part.tokens)
  const isPart =
    part &&
    OPEN_TYPES.has(part.room.type) &&
    (cursor.take(IN_IT) !== null || PARTS.test(part.room.label))
  if (!isPart) {
    cursor.back(start)
    return false
  }
  room.links.push({ kind: 'open_to', to: part.room })
  cursor.brief.rooms.push({
    ...createBriefRoom(part.room),
    ...(room.level !== undefined && { level: room.level }),
  })
  return true
}

function readRelation(cursor: BriefCursor, room: BriefRoom): boolean {
  const start = cursor.at
  const relation = RELATIONS.find(([pattern]) => cursor.take(pattern))
  if (!relation) return false
  const [, kind] = relation
  // `the living room, the kitchen next to it`
  const other = cursor.brief.rooms.findLast((each) => each !== room)
  if (other && cursor.take(/^(?:it|that|this|them)/)) {
    room.links.push({ kind, to: other.word })
    return true
  }
  const target = targetRoom(cursor)
  if (target) {
    room.links.push({ kind, to: target.room })
    // The program adds rooms that only links name, but no terrace.
    if (target.room.type === 'terrace' && !cursor.knownRoom(target.room))
      cursor.brief.rooms.push(createBriefRoom(target.room))
    readAlternative(cursor, room, kind)
    return true
  }
  if (ENTRANCE.test(cursor.textAfter())) {
    room.links.push({ kind, to: 'entrance' })
    // The street may still state its side.
    if (!/^(?:the )?(?:street|road)/.test(cursor.textAfter())) cursor.take(ENTRANCE)
    else cursor.take(/^the/)
    return true
  }
  cursor.back(start)
  return false
}

/** `next to the kitchen and the dining room`, unless the second begins a phrase of its own. */
function readAlternative(cursor: BriefCursor, room: BriefRoom, kind: BriefLink['kind']): void {
  const start = cursor.at
  if (!cursor.take(/^and(?= the )/)) return
  const target = targetRoom(cursor)
  const isLast = cursor.token === null || cursor.token.kind === 'break'
  if (target && (isLast || cursor.knownRoom(target.room)))
    room.links.push({ kind, to: target.room })
  else cursor.back(start)
}

/** Moves past the room that follows, with its article. */
function targetRoom(cursor: BriefCursor): RoomMention | null {
  const articles = ARTICLES.exec(cursor.textAfter())![0]
  const count = articles === '' ? 0 : articles.trimEnd().split(' ').length
  const mention = cursor.roomAt(cursor.at + count)
  if (mention) cursor.read(count + mention.tokens)
  return mention
}

/** A bathroom or closet that belongs to a bedroom, or to each of several. */
function readOwn(cursor: BriefCursor, room: BriefRoom): boolean {
  const start = cursor.at
  const before = cursor.textBefore()
  const match = OWN.exec(cursor.textAfter())
  if (!match || (match[0] === '' && room.word.type !== 'bedroom')) return false
  if (match[0] !== '' && !cursor.take(OWN)) return false
  const target = targetRoom(cursor) ?? ownOfLast(cursor, match[0])
  if (!target || cursor.ahead.count !== null) {
    cursor.back(start)
    return false
  }
  const isOfEach =
    EACH.test(`${before} ${match[0]}`) ||
    target.isPlural ||
    / its own\b/.test(match[0]) ||
    !/ an? /.test(`${match[0]} `)
  addOwn(cursor, room, target.room, cursor.share ?? (isOfEach ? room.count : 1))
  cursor.share = null
  // `with walk-in closet and ensuite`
  const after = cursor.at
  if (
    cursor.take(
      /^and(?= (?:(?:an?|its|their|own|private) )*(?:en suite|ensuite|walk in|dressing|bath))/,
    )
  ) {
    const also = targetRoom(cursor)
    if (also) addOwn(cursor, room, also.room, isOfEach ? room.count : 1)
    else cursor.back(after)
  }
  return true
}

/** `two baths (the main bedroom gets its own)`: what it has is one of those before it. */
function ownOfLast({ brief, token, totals }: BriefCursor, phrase: string): RoomMention | null {
  const isEnd = token === null || token.kind === 'break' || /^(?:and|too)$/.test(token.text)
  const last = brief.rooms.findLast(({ word }) => word.type === 'bathroom' && !word.role)
  if (!last || !isEnd || !/ own$/.test(phrase)) return null
  if (last.count > 1) totals.set(last, brief.rooms.length)
  return { room: last.word, tokens: 0, isPlural: false }
}

/** Adds rooms that belong to another: those of some types are reached from it alone. */
export function addOwn(cursor: BriefCursor, room: BriefRoom, word: RoomWord, count: number): void {
  const { brief } = cursor
  const isWithin = WITHIN.has(word.type)
  const label = word.type === 'bathroom' ? 'Ensuite bathroom' : word.label
  room.links.push({ kind: isWithin ? 'within' : 'next_to', to: word })
  const own = {
    ...createBriefRoom(isWithin ? { ...word, role: 'ensuite' as const, label } : word, count),
    ...(room.level !== undefined && { level: room.level }),
  }
  brief.rooms.push(own)
  cursor.own = { room: own, end: cursor.at }
}
