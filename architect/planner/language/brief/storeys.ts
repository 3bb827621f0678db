import type { RoomTypeName } from '../../../scene/room-types.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'
import { plainTexts } from './plain-tokens.ts'

const FLOOR = '(?:floor|storey|story|level)s?(?: plan)?'
const STOREYS: [RegExp, number][] = [
  [/^(?:single|one) (?:stor\w+|floor|level)/, 1],
  [/^(?:all )?on (?:one|a single|the same) (?:stor\w+|floor|level)/, 1],
  [/^(?:all|everything|both|entirely)(?: rooms)? on the ground (?:floor|level|storey)/, 1],
  [/^double stor\w+/, 2],
  [/^triple stor\w+/, 3],
]
const ONE_STOREY = /^(?:bungalow|bunglow|ranch|rambler)/
const NAMED = new RegExp(
  `^(?:(?:on|in|at|for) )?(?:the )?(ground|lower|main|upper|top|first|second|third|1st|2nd|3rd)(?: ${FLOOR}(?= |$)|(?= :))`,
)
const NUMBERED =
  /^(?:(?:on|in|at) )?(?:the )?(?:level|floor|storey|story) #number(?! #(?:area|size|length))(?= |$)/
const LEVEL = /^(?:level|floor|storey|story)$/i
const PLACES: [RegExp, number][] = [
  [/^g ?f(?= [:,])/, 0],
  [/^(?:1 ?f|f ?f)(?= [:,])/, 1],
  [/^2 ?f(?= [:,])/, 2],
  [/^(?:upstairs|above)/, 1],
  [/^(?:downstairs|below)/, 0],
]
/** Types that a list before `upstairs` reaches across its commas, and before `downstairs`. */
const PRIVATE = new Set<RoomTypeName>([
  'bedroom',
  'bathroom',
  'closet',
  'toilet',
  'office',
  'laundry',
])

/** Counts of storeys, and the storey that rooms lie on. */
export const readStorey: BriefPart = (cursor) => {
  for (const [pattern, storeys] of STOREYS)
    if (cursor.take(pattern)) {
      cursor.setStoreys(storeys)
      return true
    }
  // The word also names the house, which another part reads.
  if (ONE_STOREY.test(cursor.textAfter())) cursor.brief.storeys ??= 1
  if (readAboveRoom(cursor)) return true
  const start = cursor.at
  const named = cursor.take(NAMED)
  if (named) return setLevel(cursor, start, levelOf(cursor, named[1]))
  if (cursor.take(NUMBERED)) {
    const number = cursor.tokens[cursor.at - 1]
    const isFromZero = hasLevelZero(cursor)
    const value = number.kind === 'number' ? Math.round(number.value) : 0
    return setLevel(cursor, start, Math.max(0, isFromZero ? value : value - 1))
  }
  for (const [pattern, level] of PLACES)
    if (cursor.take(pattern)) return setLevel(cursor, start, level)
  return false
}

/** `Level 0` is on the ground; where no brief counts so, level 1 is. */
const hasLevelZero = ({ tokens }: BriefCursor): boolean =>
  tokens.some(
    (token, at) =>
      token.kind === 'number' && token.value === 0 && LEVEL.test(tokens[at - 1]?.text ?? ''),
  )

/** `a studio above the garage`. */
function readAboveRoom(cursor: BriefCursor): boolean {
  const { room } = cursor
  if (!room || !/^above (?:the|a) /.test(cursor.textAfter())) return false
  const below = cursor.roomAt(cursor.at + 2)
  const known = below && cursor.knownRoom(below.room)
  if (!known) return false
  known.level ??= 0
  room.level = known.level + 1
  cursor.brief.storeys = Math.max(cursor.brief.storeys ?? 1, room.level + 1)
  cursor.read(2 + below.tokens)
  return true
}

/** American first floors are on the ground, which a brief shows by the other names that it uses. */
function levelOf({ tokens }: BriefCursor, name: string): number {
  const text = plainTexts(tokens)
  const has = (names: string): boolean =>
    new RegExp(`\\b(?:${names}) (?:${FLOOR}(?= |$)|:)`).test(text)
  const hasFirst = has('first|1st')
  const isAmerican =
    hasFirst && !has('ground|lower') && (has('second|2nd') || /\bupstairs\b/.test(text))
  // Where nothing is called the first floor, the second is the one above the ground.
  const second = isAmerican || !hasFirst ? 1 : 2
  const levels: Record<string, number> = {
    ground: 0,
    lower: 0,
    main: 0,
    upper: 1,
    top: /\b(?:third|3rd)\b|#number (?:stor\w+|floors|levels)/.test(text) ? topLevel(tokens) : 1,
    first: isAmerican ? 0 : 1,
    second,
    third: second + 1,
  }
  return levels[name.replace('1st', 'first').replace('2nd', 'second').replace('3rd', 'third')]
}

/** Index of the highest of the storeys that are counted. */
function topLevel(tokens: BriefCursor['tokens']): number {
  const counted = tokens.find(
    (token, at) =>
      token.kind === 'number' &&
      /^(?:stor|floor|level)/.test(plainTexts(tokens.slice(at + 1, at + 2))),
  )
  return counted?.kind === 'number' ? Math.max(1, Math.round(counted.value) - 1) : 1
}

/** `upstairs two bedrooms` is about what follows, `two bedrooms upstairs` about what was before. */
function setLevel(cursor: BriefCursor, start: number, level: number): boolean {
  const { brief, room } = cursor
  brief.storeys = Math.max(brief.storeys ?? 1, level + 1, 2)
  if (room && cursor.groupOf) {
    room.level = level
    return true
  }
  if (isOfNextRoom(cursor, start)) {
    cursor.ahead.level = level
    return true
  }
  if (room && !isHead(cursor, start)) {
    setLevelBefore(cursor, level)
    cursor.level = null
    return true
  }
  cursor.level = level
  cursor.isLevelListed = cursor.token?.kind === 'break' && cursor.token.mark === ':'
  cursor.room = null
  return true
}

/** `kitchen, downstairs toilet, lounge`: of one room in a list. */
function isOfNextRoom(cursor: BriefCursor, start: number): boolean {
  const mention = cursor.roomAt()
  const before = cursor.tokens[start - 1]
  const isInList = before && (before.kind !== 'break' || before.mark === ',')
  return Boolean(isInList) && mention !== null && !mention.isPlural && start + 1 === cursor.at
}

function isHead(cursor: BriefCursor, start: number): boolean {
  const next = cursor.token
  if (next === null) return false
  const before = cursor.tokens[start - 1]
  const isFirst = before?.kind === 'break' || before?.text.toLowerCase() === 'and'
  if (next.kind === 'break') return next.mark === ':' || (isFirst && next.mark === ',')
  return !/^(?:and|with)$/.test(next.text.toLowerCase()) || (isFirst && next.text === 'with')
}

/** All rooms of the last part of the list, and those before it that usually are on that storey. */
function setLevelBefore({ brief, clauseStart }: BriefCursor, level: number): void {
  for (let at = brief.rooms.length - 1; at >= 0; at--) {
    const room = brief.rooms[at]
    const isUsual = level > 0 ? PRIVATE.has(room.word.type) : room.word.type !== 'bedroom'
    if (room.level !== undefined || (at < clauseStart && !isUsual)) return
    room.level = level
  }
}
