import { boxOf, contains } from '../../architect/geometry/polygon.ts'
import { type Fact, roomsIn, scene, type Which } from './facts.ts'
import type { HouseView, Side } from './house-view.ts'
import { indoorPolygons } from './more-facts.ts'

/** Widths of openings are met within this, in metres. */
const SIZE_WITHIN_M = 0.02
/** Most metres of floor and roof that a storey has over its clear height. */
const STRUCTURE_MAX_M = 0.5
/** Points in a row across an outline. */
const POINTS_IN_ROW = 60
/** Distance of the outermost rows of an outline from its sides, as a share of its depth. */
const OUTER_ROW = 0.06
/** Rooms meet along lines without a width, which points of a row may hit. */
const SEAM = /(?<=#)\.{1,2}(?=#)/g
const WHOLE_ROW = /^\.{0,2}#+\.{0,2}$/
/** A stem: a tenth of the row at least is empty at each of its ends. */
const STEM_ROW = /^\.{6,}#+\.{6,}$/

/** A door of the room, of this width in metres, leads to the outside on this side of the house. */
export const outerDoor = (which: Which, side: Side, width: number): Fact =>
  scene(`${which}: a door of ${width} m to the outside in the ${side}`, (house) => {
    const doors = roomsIn(house, which)
      .flatMap(({ openings }) => openings)
      .filter(({ kind, side: found }) => kind === 'door' && found !== null)
    const isThere = doors.some(
      (door) => door.side === side && Math.abs(door.width - width) < SIZE_WITHIN_M,
    )
    return isThere ? null : doors.map((door) => `${door.width} ${door.side}`).join(', ') || 'none'
  })

/** Height of the ground floor in metres: clear, or from floor to floor. */
export const groundFloorHeight = (height: number): Fact =>
  scene(`ground floor of ${height} m`, ({ rooms, scene: { nodes } }) => {
    const ground = Object.values(nodes).find((node) => node.kind === 'level' && node.index === 0)
    if (rooms.length === 0 || ground?.kind !== 'level') return 'no room'
    const { height: found } = ground
    return found >= height && found <= height + STRUCTURE_MAX_M ? null : `${found}`
  })

/** A bar along one whole side, and a stem away from it with a gap on both sides: the letter T. */
export const isTShaped: Fact = scene('a bar and a stem', (house) => {
  const isInside = insideOf(house)
  if (!isInside) return 'no room'
  // Each looks away from one side: a share along that side, and a share of the way across.
  const sides = [
    (along: number, away: number) => isInside(along, away),
    (along: number, away: number) => isInside(along, 1 - away),
    (along: number, away: number) => isInside(away, along),
    (along: number, away: number) => isInside(1 - away, along),
  ]
  const isBarAndStem = (side: (along: number, away: number) => boolean) =>
    WHOLE_ROW.test(rowOf(side, OUTER_ROW)) && STEM_ROW.test(rowOf(side, 1 - OUTER_ROW))
  return sides.some(isBarAndStem) ? null : 'no bar with a stem'
})

/** Whether a point is in a room, by shares of the width and depth of the box around all rooms. */
function insideOf(house: HouseView): ((x: number, z: number) => boolean) | null {
  const indoors = indoorPolygons(house)
  if (indoors.length === 0) return null
  const { minX, minZ, maxX, maxZ } = boxOf(indoors.flat())
  return (x, z) => {
    const point: [number, number] = [minX + x * (maxX - minX), minZ + z * (maxZ - minZ)]
    return indoors.some((polygon) => contains(polygon, point))
  }
}

/** A row across an outline: `#` inside of a room, `.` outside. */
function rowOf(isInside: (along: number, away: number) => boolean, away: number): string {
  const points = Array.from({ length: POINTS_IN_ROW }, (_, index) =>
    isInside((index + 0.5) / POINTS_IN_ROW, away) ? '#' : '.',
  )
  return points.join('').replaceAll(SEAM, (seam) => '#'.repeat(seam.length))
}
