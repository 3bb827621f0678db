import { isRefused } from '../../operations/draft-answer.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import type { HouseRoom } from '../house/house.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { theRoom } from './figures.ts'

/** Widths of windows that are tried, the usual first, in metres. */
const WINDOW_WIDTHS_M = [1.4, 1.2, 1, 0.8, 0.6]
const SMALL_WINDOW_WIDTHS_M = [0.8, 0.6, 0.5]
/** Share of the floor that windows of a habitable room have: IRC R303.1 requires 8 % of glass. */
const LIGHT_SHARE = 0.1
const WINDOWS_MAX = 3
/** Rooms whose windows are high and small. */
const PRIVATE = new Set<RoomTypeName>(['bathroom', 'toilet', 'laundry', 'utility'])

/**
 * Adds windows where a room has none and needs one, or had one before. Throws `Declined` for a room
 * in which people stay and that has no outer wall.
 */
export function repairLight(bench: Workbench, zoneId: string, hadWindow: boolean): void {
  const room = roomOf(bench, zoneId)
  const isNeeded = ROOM_TYPES[room.type].isHabitable
  if ((!isNeeded && !hadWindow) || glassOf(room) > 0) return
  addWindows(bench, room)
  if (isNeeded && glassOf(roomOf(bench, zoneId)) === 0)
    throw new Declined(`There is no outer wall for a window of ${theRoom(room)}.`)
}

/** Windows in the outer walls of a room until it has light enough; none where they do not fit. */
export function addWindows(bench: Workbench, { id, type, area }: HouseRoom): void {
  const isSmall = PRIVATE.has(type)
  const [height, sill] = isSmall ? [0.8, 1.3] : [1.3, 0.9]
  const widths = isSmall ? SMALL_WINDOW_WIDTHS_M : WINDOW_WIDTHS_M
  for (let count = 0; count < WINDOWS_MAX; count++) {
    const isMade = widths.some(
      (width) =>
        !isRefused(bench.attempt('add_window', { zoneId: id, to: 'outside', width, height, sill })),
    )
    if (!isMade || isSmall || glassOf(roomOf(bench, id)) >= LIGHT_SHARE * area) return
  }
}

/** Area of the windows to the outside, in square metres. */
const glassOf = ({ openings }: HouseRoom): number =>
  openings
    .filter(({ kind, side }) => kind === 'window' && side !== null)
    .reduce((sum, { width, height }) => sum + width * height, 0)

/** Neighbours through which a room may be reached, the fittest first. */
export function waysInto({ rooms }: Workbench['house'], room: HouseRoom): HouseRoom[] {
  const near = rooms.filter(({ id }) => room.neighbours.has(id))
  const isPassage = ({ type }: HouseRoom) => ROOM_TYPES[type].isPassedThrough
  return [
    ...near.filter((each) => isPassage(each) && !each.isOutdoors),
    ...near.filter((each) => PUBLIC.has(each.type)),
    ...near.filter((each) => !isPassage(each) && !PUBLIC.has(each.type)),
  ]
}

const PUBLIC = new Set<RoomTypeName>(['living', 'dining', 'kitchen', 'studio'])

export const roomOf = ({ house }: Workbench, id: string): HouseRoom =>
  house.rooms.find((room) => room.id === id)!
