import type { Side } from '../../layout/room-program.ts'
import type { HouseRoom } from '../house/house.ts'
import { Declined } from '../workbench.ts'
import { TheRoom, theRoom } from './figures.ts'

/** The side of a room on which another one is. Throws `Declined` where it is not next to it. */
export function sideTowards(room: HouseRoom, other: HouseRoom): Side {
  const away: [Side, number][] = [
    ['west', room.box.minX - other.box.maxX],
    ['east', other.box.minX - room.box.maxX],
    ['north', room.box.minZ - other.box.maxZ],
    ['south', other.box.minZ - room.box.maxZ],
  ]
  if (!room.neighbours.has(other.id))
    throw new Declined(
      `${TheRoom(room)} cannot take space from ${theRoom(other)}: they are not next to each other.`,
    )
  return away.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}
