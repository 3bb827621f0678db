import type { Side } from '../../../layout/room-program.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'

const SIDE = '(north|east|south|west)(?:ern|erly|wards?)?'
const JOINT =
  '(?:,|:|street|road|is|are|which|that|lies|lie|located|placed|should|must|shall|be|face|faces|facing|runs|along|in|on|from|to|at|of|the|side|towards?|house|home|go|comes|coming)'
const END = '(?: (?:side|wall|end|front|elevation|corner))?'

const ENTRANCE = new RegExp(
  `^(?:(?:main |front )?(?:entrance|entry)(?: door)?|(?:main |front )door|(?:the )?(?:street|road)|enter(?:ed|ing)?)(?: ${JOINT})* ${SIDE}${END}(?= |$)`,
)
const SIDE_ENTRANCE = new RegExp(
  `^${SIDE}(?: facing| side)? (?:main |front )?(?:entrance|entry|door)(?: door)?(?= |$)`,
)
/** Sides that a phrase names without the compass. */
const SUN: [RegExp, Side][] = [
  [
    /^(?:get |gets |getting |have |with |for |the )*(?:the )?(?:morning (?:sun\w*|light)|sunrise)/,
    'east',
  ],
  [
    /^(?:get |gets |getting |have |with |for |the )*(?:the )?(?:(?:evening|afternoon) (?:sun\w*|light)|sunset)/,
    'west',
  ],
  [/^(?:on |to |at |in )?(?:the )?sunny side/, 'south'],
]
const BETWEEN =
  '(?:(?:facing|faces?|to|on|in|at|the|towards?|looking|looks|garden|front|back|rear|side|with|a|an|views?|overlooking|should|must|be|is|are|lie|lies|located|placed|all|both) )*'
const ROOM_SIDE = new RegExp(
  `^(${BETWEEN})${SIDE}${END}(?: of (?:the )?(?:house|home|plan))?(?= |$)`,
)
/** `a south-facing living room`. */
const SIDE_AHEAD = new RegExp(`^${SIDE}(?: and ${SIDE})? ?(?:facing|oriented|side)?(?= |$)`)
/** The garden is where the street is not. */
const GARDEN =
  /^(?:facing|overlooking|towards?|to|onto|with (?:a )?views? (?:of|over|to|onto)|with (?:a )?)(?: the)? garden(?: views?| side)?|^(?:at|in|to|towards|on) the (?:back|rear)(?: of the (?:house|home))?/

/** The side of the front door and the street, and sides that rooms are to be on. */
export const readSide: BriefPart = (cursor) =>
  readEntrance(cursor) || readSideAhead(cursor) || readRoomSide(cursor) || readGarden(cursor)

function readEntrance(cursor: BriefCursor): boolean {
  const match = cursor.take(ENTRANCE) ?? cursor.take(SIDE_ENTRANCE)
  if (!match) return false
  cursor.brief.entrance = match[1] as Side
  return true
}

function readSideAhead(cursor: BriefCursor): boolean {
  const match = SIDE_AHEAD.exec(cursor.textAfter())
  const count = match?.[0].trimEnd().split(' ').length ?? 0
  if (!match || !cursor.roomAhead(count)) return false
  addSides(cursor.ahead.sides, [match[1], match[2]])
  cursor.read(count)
  return true
}

function readRoomSide(cursor: BriefCursor): boolean {
  const { room, partner } = cursor
  if (!room) return false
  const sun = SUN.find(([pattern]) => cursor.take(pattern))
  const side = sun?.[1] ?? cursor.take(ROOM_SIDE)?.[2]
  if (!side) return false
  addSides(room.sides, [side])
  if (partner?.sides.length === 0) addSides(partner.sides, [side])
  // `to the east and south`, `in the north-west corner`
  const more = cursor.take(new RegExp(`^(?:and |or )?(?:the )?${SIDE}${END}(?= |$)`))
  if (more) addSides(room.sides, [more[1]])
  return true
}

function readGarden(cursor: BriefCursor): boolean {
  if (!cursor.room || !cursor.take(GARDEN)) return false
  cursor.room.links.push({ kind: 'apart', to: 'entrance' })
  return true
}

function addSides(sides: Side[], names: (string | undefined)[]): void {
  for (const name of names)
    if (name !== undefined && !sides.includes(name as Side)) sides.push(name as Side)
}
