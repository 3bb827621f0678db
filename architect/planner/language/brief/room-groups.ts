import { type BriefRoom, createBriefRoom } from '../building-brief.ts'
import type { BriefCursor } from './brief-cursor.ts'
import { tokensOfMatch } from './plain-tokens.ts'

const MEASURED =
  /^#number (?:of |is |are |at |with |measuring |about |approximately )*(?=#(?:area|size))/
const PLACED =
  /^#number (?:is |are |being )?(?=(?:upstairs|downstairs|(?:on|in|at) the \w+ (?:floor|storey|story|level))(?: |$))/
const AREAS = /^#number(?: (?:,|and) #number)*(?: ,)? and #area/

/** `one of 16 m² and two of 12 m²`, `one upstairs`: some of the rooms that were counted before. */
export function readGroup(cursor: BriefCursor, value: number): boolean {
  const { room } = cursor
  if (!room || !Number.isInteger(value)) return false
  if (readAreas(cursor, room)) return true
  const rest = cursor.groupOf ?? room
  const isPart = cursor.groupOf ? value <= rest.count : value < rest.count
  if (!isPart || !(cursor.take(MEASURED) ?? cursor.take(PLACED))) return false
  cursor.room = value === rest.count ? rest : splitRoom(cursor, rest, value)
  cursor.groupOf = rest
  return true
}

/** `two bedrooms (14 and 12 m²)`: an area for each. */
function readAreas(cursor: BriefCursor, room: BriefRoom): boolean {
  const text = cursor.textAfter()
  const length = tokensOfMatch(text, AREAS.exec(text)) ?? 0
  const areas = cursor.tokens.slice(cursor.at, cursor.at + length).flatMap((token) => {
    if (token.kind === 'number') return [token.value]
    return token.kind === 'area' ? [token.metres2] : []
  })
  if (areas.length === 0 || areas.length !== room.count) return false
  const [first, ...others] = areas
  for (const area of others) splitRoom(cursor, room, 1).area = area
  room.area = first
  cursor.read(length)
  return true
}

function splitRoom({ brief }: BriefCursor, from: BriefRoom, count: number): BriefRoom {
  from.count -= count
  const { word, sides, links, level } = from
  const group: BriefRoom = {
    ...createBriefRoom(word, count),
    sides: [...sides],
    links: [...links],
    ...(level !== undefined && { level }),
  }
  brief.rooms.push(group)
  return group
}
