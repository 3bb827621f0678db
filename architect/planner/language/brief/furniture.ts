import type { RoomTypeName } from '../../../scene/room-types.ts'
import type { BriefRoom } from '../building-brief.ts'
import { homesOf } from '../item-homes.ts'
import { itemAt } from '../item-words.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'

/** Assets that these words do not request in a brief, though the catalog has them. */
const NOT_FURNITURE = new Set(['car', 'tree', 'school_board'])
/** Words that make another thing of the next: `wood stove`, `hot tub`. */
const OTHER_THING = /(?:^| )(?:wood|log|burning|pellet|hot|solar|heated|roof)$/
/** Words for other things, or for nothing, except where a room of this type has them. */
const PARTS: Partial<Record<RoomTypeName, Record<string, string>>> = {
  bathroom: { bath: 'bath_tub', toilet: 'toilet', wc: 'toilet' },
  kitchen: { island: 'kitchen_island' },
}
const WITH = /(?:with|has|have|having|of)(?: (?:an?|its|their|the|own|big|large|small|nice))*$/
const ROOM_AFTER =
  /^(?:(?:in|into|for|to|inside) (?:the |each |every |all |both )*|(?:each|every) )/
/** Pieces of one kind that a phrase may request. */
const PIECES_MAX = 12

/** `with a double bed`, `a desk in the living room`. */
export const readFurniture: BriefPart = (cursor) => {
  const asset = partOfRoom(cursor)
  if (asset) {
    cursor.room!.furniture.push(asset)
    cursor.read(1)
    return true
  }
  const found = itemAt(cursor.tokens, cursor.at + (cursor.token?.kind === 'number' ? 1 : 0))
  return found !== null && readItem(cursor, found.word.assets, found.tokens)
}

function readItem(cursor: BriefCursor, assets: readonly string[], tokens: number): boolean {
  const { token } = cursor
  const start = cursor.at
  const before = cursor.textBefore()
  const count = token?.kind === 'number' ? token.value : 1
  const numbers = token?.kind === 'number' ? 1 : 0
  const named = cursor.roomAt()
  const isRoom = named !== null && named.tokens >= tokens
  // `2 beds` are bedrooms, except in one.
  const isCountOfRooms =
    numbers > 0 &&
    cursor.roomAt(start + 1) !== null &&
    (cursor.room === null || !/(?:with|has|have)$/.test(before))
  const isOther = NOT_FURNITURE.has(assets[0]) || OTHER_THING.test(before)
  if (isRoom || isCountOfRooms || isOther) return false
  cursor.read(numbers + tokens)
  const asset = assetForSeats(cursor, assets)
  const room = roomAfter(cursor) ?? roomBefore(cursor, asset, before)
  const pieces = Math.max(1, Math.min(PIECES_MAX, Math.round(count)))
  const list = room ? room.furniture : cursor.brief.furniture
  for (let i = 0; i < pieces; i++) list.push(asset)
  return true
}

/** The room that has `with` furniture, or that was named last if such things stand there. */
function roomBefore(cursor: BriefCursor, asset: string, before: string): BriefRoom | null {
  const { room, roomEnd, at, tokens } = cursor
  const homes = homesOf(asset)
  const isBehind = tokens.slice(roomEnd, at).every(({ kind }) => kind !== 'break')
  const isOfRoom =
    room && ((WITH.test(before) && isBehind) || !homes || homes.includes(room.word.type))
  return isOfRoom ? room : null
}

/** The room that is named behind the furniture; it is added where it is new. */
function roomAfter(cursor: BriefCursor): BriefRoom | null {
  const match = ROOM_AFTER.exec(cursor.textAfter())
  if (!match) return null
  const words = match[0].trimEnd().split(' ').length
  const mention = cursor.roomAt(cursor.at + words)
  if (!mention) return null
  cursor.read(words + mention.tokens)
  return cursor.knownRoom(mention.room) ?? cursor.addRoom(mention.room, 1)
}

/** `a bathroom with bath, shower and toilet`, `a kitchen with an island`. */
function partOfRoom(cursor: BriefCursor): string | null {
  const { token, room } = cursor
  const parts = room && PARTS[room.word.type]
  if (token?.kind !== 'word' || !parts || !Object.hasOwn(parts, token.word)) return null
  const before = cursor.textBefore()
  const isFirst = /(?:with|has)(?: an?| the)?$/.test(before)
  const isListed = room.furniture.length > 0 && /(?:and|^)(?: an?| the)?$/.test(before)
  return isFirst || isListed ? parts[token.word] : null
}

/** `dining table for 8`: the asset of a set of sizes that has as many seats. */
function assetForSeats(cursor: BriefCursor, assets: readonly string[]): string {
  const seats = cursor.tokens[cursor.at + 1]
  const isStated = cursor.take(/^(?:for|seating|seats) #number(?: people| persons)?/)
  const fitting = assets.find(
    (asset) => seats?.kind === 'number' && asset.endsWith(`_${seats.value}`),
  )
  return (isStated && fitting) || assets[0]
}
