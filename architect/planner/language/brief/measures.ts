import { ROOM_STANDARDS } from '../../../layout/room-standards.ts'
import type { BriefRoom } from '../building-brief.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'
import { plainTexts } from './plain-tokens.ts'

const LEAST =
  /(?:at least|minimum(?: of)?|min|no(?:t)? (?:less|smaller) than|(?:more|larger|bigger) than|from) (?:about |approx(?:imately)? )?$/
const MOST =
  /\b(?:max(?:imum)?|at most|up to|no(?:t)? (?:more|wider|longer|deeper) than|not exceed(?:ing)?|within|under|less than)(?: (?:of|about|width|depth|length))*$/
const LIMIT =
  /^(?:(?:at|for) (?:the )?(?:least|most|minimum|maximum)|no(?:t)? (?:more|larger|bigger|less|smaller|longer|wider) than|(?:a )?(?:minimum|maximum)(?: of)?|up to|(?:more|less|larger|bigger|smaller) than)(?= (?:\w+ ){0,2}#)/
const OF_HOUSE_BEFORE =
  /(?:total|overall|gross|altogether|whole|floor area|square footage)(?: \S+){0,3} $/
/** `eight bedrooms in 60 m²` */
const WITHIN_BEFORE =
  /(?:^| )(?:in|within|into|inside)(?: (?:about|only|just|around|roughly|approx\w*|under|max|most|at|less|than))* $/
const OF_HOUSE_AFTER = /^#area (?:in total|in all|total|overall|altogether|gross)/
const FOOTPRINT = /foot ?print|\b(?:base|slab|foundation|outer dimensions|overall|outside)\b/
/** `on a single floor of 6 by 5 m`, `no room for more than 10 x 12`. */
const FOOTPRINT_BEFORE =
  /(?:\b(?:floor|storey|story|level|rectangle|envelope|plan|pad)(?: (?:of|measuring|is|max|at most|about|only|just))*|\b(?:fit|fits|fitting)? ?(?:within|into|onto|in|on)(?: an?| the)?) $/
const LAND = /\b(?:plot|lot|site|parcel|land)\b/
/** An area at the end that is this much larger than usual is not that of the room before it. */
const ROOM_GROWTH_MAX = 3.5
/** The same of an ensuite, next to the room that it belongs to. */
const OWN_GROWTH_MAX = 2
/** Words before the figure that counts. */
const CORRECTED = /\b(?:correction|instead|rather|actually|sorry|make (?:it|that)|i mean|no)\b/
/** Between a comma and a figure. */
const ABOUT = /^(?:approx|approximately|about|around|ca|circa|roughly|min|max)$/i
/** Two figures of the whole house are one where they differ by less. */
const SAME_AREA = 0.02
/** Tokens before a length in which a door, window or ceiling is its subject. */
const SUBJECT_TOKENS = 6

/** Areas, sizes, lengths and the words that bound them. */
export const readMeasure: BriefPart = (cursor) => {
  const { token } = cursor
  if (token === null) return false
  switch (token.kind) {
    case 'area':
      return readArea(cursor, token.metres2)
    case 'size':
      return readSize(cursor, token.metres)
    case 'length':
      return readLength(cursor, token.metres)
    case 'word':
      return cursor.take(LIMIT) !== null || readHouseArea(cursor) || readBareArea(cursor)
    case 'number':
    case 'angle':
    case 'quote':
    case 'break':
      return false
    default:
      return token satisfies never
  }
}

/** `a total living area of 150 m²` names no living room. */
function readHouseArea(cursor: BriefCursor): boolean {
  const found = cursor.take(
    /^(?:total|overall|gross|internal|usable|floor) (?:living |floor |internal |usable )?(?:area|space|size|surface)(?: of)?(?: about| approx| around| roughly)?(?: :)?(?= #area)/,
  )
  const { token } = cursor
  if (!found || token?.kind !== 'area') return false
  setHouseArea(cursor, token.metres2)
  cursor.read(1)
  return true
}

/** A later figure for the whole house is the one that counts, and both are stated. */
function setHouseArea(cursor: BriefCursor, value: number, isLess = false): void {
  const { brief, token } = cursor
  const { text } = token!
  const isOther = brief.area !== null && Math.abs(value / brief.area - 1) > SAME_AREA
  const isFirst = isOther && isLess && !CORRECTED.test(cursor.textBefore())
  const chosen = isFirst ? cursor.areaText : text
  if (isOther)
    brief.notes.push(
      `You gave both ${cursor.areaText} and ${text} for the whole building: I took ${chosen}.`,
    )
  if (isFirst) return
  brief.area = value
  cursor.areaText = text
}

/** `a living room of 30`: a number without a unit, where nothing follows that it could count. */
function readBareArea(cursor: BriefCursor): boolean {
  const { room, at, roomEnd } = cursor
  if (!room || at !== roomEnd) return false
  const found = cursor.take(
    /^(?:of|is|at|about|around|approx) (?:about |around |approx )?(?=#number(?: each)?(?: (?:[,.;)\n]|and )|$))/,
  )
  const { token } = cursor
  if (!found || token?.kind !== 'number') return false
  room.area = token.value
  cursor.read(1)
  cursor.take(/^each/)
  return true
}

function readArea(cursor: BriefCursor, value: number): boolean {
  const { brief, room, ahead } = cursor
  const field = LEAST.test(`${cursor.textBefore()} `) ? 'leastArea' : 'area'
  const isBehind = !room && cursor.roomAhead(2) && /^#area (?:for|in) /.test(cursor.textAfter())
  const own = ownBefore(cursor, value)
  if (cursor.roomAhead() || isBehind) ahead[field] = value
  else if (isOfHouse(cursor)) setHouseArea(cursor, value)
  else if (cursor.isAfterUnread) return false
  else if (own) own[field] = value
  else if (room && !(brief.area === null && isTooLarge(cursor, room, value))) room[field] = value
  else setHouseArea(cursor, value, true)
  cursor.read(1)
  return true
}

/** `a bedroom with an ensuite of 5 m²`: the room just before, which belongs to another. */
function ownBefore({ own, at, tokens }: BriefCursor, area: number): BriefRoom | null {
  if (!own || area > OWN_GROWTH_MAX * ROOM_STANDARDS[own.room.word.type].area) return null
  const between = plainTexts(tokens.slice(own.end, at))
  return /^(?:of|with|about|[(:])?$/.test(between) ? own.room : null
}

const isOfHouse = (cursor: BriefCursor): boolean =>
  cursor.isBeforeHouse() ||
  OF_HOUSE_BEFORE.test(`${cursor.textBefore()} `) ||
  WITHIN_BEFORE.test(`${cursor.textBefore()} `) ||
  OF_HOUSE_AFTER.test(cursor.textAfter())

/** `..., one bathroom, 80 m²`: the last is about the house. */
function isTooLarge(cursor: BriefCursor, room: BriefRoom, value: number): boolean {
  const before = cursor.tokens.slice(0, cursor.at).findLast((token) => !ABOUT.test(token.text))
  return before?.kind === 'break' && before.mark === ',' && isHouseSized(room, value)
}

const isHouseSized = ({ word }: BriefRoom, area: number): boolean =>
  area > ROOM_GROWTH_MAX * ROOM_STANDARDS[word.type].area

function readSize(cursor: BriefCursor, size: [number, number]): boolean {
  const { brief, room, ahead } = cursor
  const before = cursor.textBefore(SUBJECT_TOKENS)
  const after = cursor.textAfter(1).split(/ [,.;\n]/)[0]
  const near = `${before} ${after.split(' ').slice(0, 2).join(' ')}`
  // The land is not what is built on it.
  if (LAND.test(near)) return false
  const isFootprint =
    FOOTPRINT.test(near) ||
    FOOTPRINT_BEFORE.test(`${before} `) ||
    cursor.isBeforeHouse() ||
    (room !== null && !brief.footprint && isHouseSized(room, size[0] * size[1]))
  if (!isFootprint && cursor.roomAhead()) ahead.size = size
  else if (isFootprint || (!room && !cursor.isAfterUnread))
    brief.footprint = { width: size[0], depth: size[1], isTurnable: true }
  else if (room && !cursor.isAfterUnread) room.size = size
  else return false
  cursor.read(1)
  return true
}

interface LengthUse {
  before: RegExp | null
  after: RegExp | null
  set(cursor: BriefCursor, metres: number): boolean
}

const WEST_EAST =
  /^(?:long |wide |deep )?(?:from )?(?:west to east|east to west|east west|west east)/
const NORTH_SOUTH =
  /^(?:long |wide |deep )?(?:from )?(?:north to south|south to north|north south|south north|front to back)/
const WIDE = /^(?:wide|width|across|broad)/
const DEEP = /^(?:deep|long|depth|length)/
const WINDOWS_IN =
  /^#length (?:wide )?(?:windows? )?(?:in|for|to) (?:(?:the|all|each|every|both|of) )*/
const HIGH = /^(?:high|tall|clear)/

/** The first that fits the words before or after a length decides what it is. */
const LENGTH_USES: LengthUse[] = [
  {
    before: /\b(?:ceilings?|room heights?|clear heights?|headroom)\b/,
    after: /^(?:high |tall |clear )*(?:ceilings?|room heights?|headroom)\b/,
    set({ brief }, metres) {
      brief.ceilingHeight = metres
      return true
    },
  },
  {
    before: /\b(?:doors?|doorways?)\b/,
    after: /^(?:wide |clear )*(?:doors?|doorways?)\b/,
    set({ brief }, metres) {
      brief.doorWidth = metres
      return true
    },
  },
  {
    before: /\bwindows?\b/,
    after: /^(?:wide )?windows?\b/,
    set(cursor, metres) {
      const room = roomOfWindows(cursor) ?? cursor.room ?? cursor.brief.rooms.at(-1)
      if (!room || HIGH.test(cursor.textAfter(1))) return false
      room.windowWidth = metres
      return true
    },
  },
  { before: null, after: WEST_EAST, set: (cursor, width) => setFootprint(cursor, { width }) },
  { before: null, after: NORTH_SOUTH, set: (cursor, depth) => setFootprint(cursor, { depth }) },
  { before: null, after: WIDE, set: setWidth },
  {
    before: null,
    after: DEEP,
    set: (cursor, metres) => !cursor.room && setFootprint(cursor, { depth: metres }),
  },
]

function readLength(cursor: BriefCursor, metres: number): boolean {
  const before = cursor.textBefore(SUBJECT_TOKENS)
  const after = cursor.textAfter(1)
  const use = LENGTH_USES.find((each) => each.before?.test(before) || each.after?.test(after))
  if (!use?.set(cursor, metres)) return false
  cursor.readBefore(/^(?:ceilings?|heights?|headroom|doors?|doorways?|windows?)$/, SUBJECT_TOKENS)
  cursor.read(1)
  cursor.take(/^(?:wide|width|across|broad|deep|long|depth|length|high|tall|clear)/)
  cursor.take(WEST_EAST)
  cursor.take(NORTH_SOUTH)
  cursor.take(/^(?:ceilings?|room heights?|headroom|doors?|doorways?|windows?)/)
  return true
}

/** `windows 1.8 m wide in the living room` */
function roomOfWindows(cursor: BriefCursor): BriefRoom | null {
  const match = WINDOWS_IN.exec(cursor.textAfter())
  const words = match?.[0].trimEnd().split(' ').length ?? 0
  const mention = match && cursor.roomAt(cursor.at + words)
  return mention && cursor.knownRoom(mention.room)
}

function setWidth(cursor: BriefCursor, metres: number): boolean {
  if (cursor.roomAhead(2)) cursor.ahead.width = metres
  else if (cursor.room) cursor.room.width = metres
  else return setFootprint(cursor, { width: metres })
  return true
}

function setFootprint(cursor: BriefCursor, side: { width: number } | { depth: number }): boolean {
  const { brief } = cursor
  const isMost = MOST.test(cursor.textBefore(SUBJECT_TOKENS))
  brief.footprint = {
    ...{ width: 0, depth: 0, ...brief.footprint },
    ...{ isTurnable: false, ...side },
    ...(isMost && { isMost }),
  }
  return true
}
