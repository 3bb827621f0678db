import { ROOM_STANDARDS } from '../../../layout/room-standards.ts'
import type { RoomTypeName } from '../../../scene/room-types.ts'
import type { BriefRoom } from '../building-brief.ts'
import type { BriefCursor } from './brief-cursor.ts'

/** Types of rooms that are one open room where a phrase names them together. */
const OPEN_TYPES = new Set<RoomTypeName>(['kitchen', 'dining', 'living'])

/** The room that ends one character before the cursor: `kitchen/diner`, `living-dining room`. */
export function roomJustBefore({ room, roomEnd, at, tokens }: BriefCursor): BriefRoom | null {
  const [before, next] = [tokens[at - 1], tokens[at]]
  const isNext = roomEnd === at && before && next.at === before.at + before.text.length + 1
  return isNext ? room : null
}

/** Notes that rooms are one open room, if they are of types that usually are. */
export function joinRooms({ brief, joined }: BriefCursor, rooms: readonly BriefRoom[]): void {
  if (!rooms.every(({ word }) => OPEN_TYPES.has(word.type))) return
  brief.isOpenPlan = true
  const group = joined.find((known) => known.includes(rooms[0]))
  if (group) group.push(...rooms.slice(1))
  else joined.push([...rooms])
}

/** `open plan living, dining and kitchen`: commas go on with a list, which `and` closes. */
export function readOpenList(cursor: BriefCursor, room: BriefRoom, between: string): void {
  const { openList } = cursor
  if (!openList) return
  const isListed = openList.length === 0 || /^(?:,|(?:, )?and)(?: the| an?)*$/.test(between)
  if (!OPEN_TYPES.has(room.word.type) || !isListed) {
    cursor.openList = null
    return
  }
  openList.push(room)
  if (/and/.test(between) && openList.length > 1) {
    joinRooms(cursor, openList)
    cursor.openList = null
  }
}

/** Divides `kitchen/diner 22 m²` among its rooms, in the proportions of their usual areas. */
export function divideAreas(joined: readonly (readonly BriefRoom[])[]): void {
  for (const rooms of joined) {
    const [given, ...others] = rooms.filter(({ area }) => area !== undefined)
    if (given?.area === undefined || others.length > 0) continue
    const whole = given.area
    const usual = rooms.reduce((sum, { word }) => sum + ROOM_STANDARDS[word.type].area, 0)
    for (const room of rooms) room.area = (whole * ROOM_STANDARDS[room.word.type].area) / usual
  }
}
