import { OUTER_WALL, ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { AREA_RANGE } from '../../operations/layout/layout-limits.ts'
import { type BriefRoom, type BuildingBrief, createBriefRoom } from '../language/building-brief.ts'

/** Share of the area between outer walls that rooms have, without the hall and inner walls. */
export const ROOMS_SHARE = 0.84
/** Rooms without a given area grow to this many times the usual one. */
const GROWTH = 1.5
/** A rest of less than this share is divided among the named rooms. */
const REST_SHARE = 0.4

/**
 * The rooms of a building that nobody lives in, with one that has the area that they leave: `a
 * warehouse of 20 by 30 m with an office`. States it in `choices`.
 */
export function withMainRoom(
  { isDwelling, footprint, area, storeys }: BuildingBrief,
  rooms: readonly BriefRoom[],
  choices: string[],
): BriefRoom[] {
  const box = footprint && (footprint.width - 2 * OUTER_WALL) * (footprint.depth - 2 * OUTER_WALL)
  const whole = box ?? area
  const isPlain = isDwelling === false && (storeys ?? 1) === 1
  if (!isPlain || whole === null || rooms.length === 0) return [...rooms]
  const needed = rooms.reduce((sum, room) => sum + room.count * areaOf(room), 0)
  const rest = whole * ROOMS_SHARE - needed
  if (rest < REST_SHARE * whole) return [...rooms]
  choices.push('The rooms that you named leave most of the area: it is one main room.')
  const main = createBriefRoom({ type: 'other', label: 'Main room' })
  return [...rooms, { ...main, area: Math.min(AREA_RANGE[1], Math.round(rest)) }]
}

function areaOf({ word, area, leastArea, size }: BriefRoom): number {
  const given = size ? size[0] * size[1] : area
  return given ?? Math.max(leastArea ?? 0, GROWTH * ROOM_STANDARDS[word.type].area)
}
