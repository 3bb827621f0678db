import type { Point } from '../../architect/geometry/point.ts'
import { rotate } from '../../architect/geometry/point.ts'

/** A wall of a random plan, as `wallPlan` accepts it. */
export interface PlannedWall {
  start: Point
  end: Point
  thickness: number
}

/**
 * The walls of a closed rectangle of `width` by `depth`, divided at random into rooms by walls of
 * 0.1 to 0.2 m, turned by `degrees` about the origin. Some end at the side of another wall, some
 * cut it in two there.
 */
export function dividedPlan(
  random: () => number,
  { width, depth, divisions, degrees, outer }: DividedPlan,
): PlannedWall[] {
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [width, depth],
    [0, depth],
  ]
  const walls: PlannedWall[] = corners.map((start, index) => ({
    start,
    end: corners[(index + 1) % 4],
    thickness: outer,
  }))
  const rooms = [{ x: 0, z: 0, width, depth }]
  for (let i = 0; i < divisions; i++) {
    const index = rooms.findIndex((room) => Math.max(room.width, room.depth) > ROOM_SIDE_M * 2)
    if (index < 0) break
    const [room] = rooms.splice(index, 1)
    const isAcross = room.width > room.depth
    const side = isAcross ? room.width : room.depth
    const at = Math.round((ROOM_SIDE_M + random() * (side - 2 * ROOM_SIDE_M)) * 100) / 100
    const { x, z } = room
    const [start, end]: [Point, Point] = isAcross
      ? [
          [x + at, z],
          [x + at, z + room.depth],
        ]
      : [
          [x, z + at],
          [x + room.width, z + at],
        ]
    for (const point of [start, end]) if (random() < 0.5) split(walls, point)
    walls.push({ start, end, thickness: [0.1, 0.15, 0.2][Math.floor(random() * 3)] })
    rooms.push(
      isAcross ? { ...room, width: at } : { ...room, depth: at },
      isAcross
        ? { ...room, x: x + at, width: room.width - at }
        : { ...room, z: z + at, depth: room.depth - at },
    )
  }
  return walls.map((wall) => ({
    ...wall,
    start: rotate(wall.start, degrees),
    end: rotate(wall.end, degrees),
  }))
}

interface DividedPlan {
  width: number
  depth: number
  /** Number of dividing walls, while rooms are large enough. */
  divisions: number
  degrees: number
  /** Thickness of the outer walls. */
  outer: number
}

/** Smallest width of a room between the centrelines of its walls, in metres. */
const ROOM_SIDE_M = 1.2

function split(walls: PlannedWall[], [x, z]: Point): void {
  const index = walls.findIndex(({ start, end }) => {
    const isUpright = start[0] === end[0]
    const [a, b] = isUpright ? [start[1], end[1]] : [start[0], end[0]]
    const [line, other, along] = isUpright ? [start[0], x, z] : [start[1], z, x]
    return line === other && along > Math.min(a, b) && along < Math.max(a, b)
  })
  if (index < 0) return
  const [wall] = walls.splice(index, 1)
  walls.push({ ...wall, end: [x, z] }, { ...wall, start: [x, z] })
}
