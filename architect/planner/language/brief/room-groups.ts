import { type BriefRoom, createBriefRoom } from '../building-brief.ts'
import type { Token } from '../token.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'
import { tokensOfMatch } from './plain-tokens.ts'
import { isRequestWord } from './unread-words.ts'

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

/** Makes some of the rooms that were counted together rooms of their own. */
export function splitRoom({ brief }: BriefCursor, from: BriefRoom, count: number): BriefRoom {
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

/** Between the rooms and their areas. */
const OPENS = /[(,:]/
const CLOSES = /[).;\n]/
/** A number without a unit is an area from here on, and a count below it. */
const AREA_MIN = 4

/** `two bedrooms (ours around 14 m², the little one's around 9)`: an area for each. */
export const readAreasOfEach: BriefPart = (cursor) => {
  const { room, roomEnd, at, tokens, token } = cursor
  const isBehind = room && room.count > 1 && roomEnd === at && room.area === undefined
  if (!isBehind || token?.kind !== 'break' || !OPENS.test(token.mark)) return false
  const areas: number[] = []
  let end = at + 1
  for (; end < tokens.length && areas.length <= room.count; end++) {
    const each = tokens[end]
    if ((each.kind === 'break' && CLOSES.test(each.mark)) || cursor.roomAt(end)) break
    // `two consulting rooms, surgery 20 m²`: of another room.
    if (token.mark === ',' && each.kind === 'word' && isRequestWord(each.word)) break
    const area = areaOf(each, tokens[end + 1])
    if (area !== null) areas.push(area)
    if (areas.length === room.count) break
  }
  const hasUnit = tokens.slice(at, end + 1).some(({ kind }) => kind === 'area')
  if (areas.length !== room.count || !(hasUnit || token.mark === '(')) return false
  const [first, ...others] = areas
  for (const area of others) splitRoom(cursor, room, 1).area = area
  room.area = first
  cursor.read(end + 1 - at)
  return true
}

function areaOf(token: Token, next: Token | undefined): number | null {
  if (token.kind === 'area') return token.metres2
  const isPlain = next === undefined || next.kind === 'break' || next.text.toLowerCase() === 'and'
  return token.kind === 'number' && token.value >= AREA_MIN && isPlain ? token.value : null
}
