import { type Box, boxOf, centroid, type Polygon } from '../../geometry/polygon.ts'
import { cachedByObject } from '../../kernel/cached-by-object.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import type { Side } from '../../layout/room-program.ts'
import { runRead } from '../../reads/run-read.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'

/** A door, window or opening in a wall of a room. Lengths in metres. */
export interface HouseOpening {
  id: string
  kind: 'door' | 'window' | 'opening'
  wallId: string
  width: number
  height: number
  sill: number
  /** Its middle in the plan, [x, z]. */
  centre: readonly [number, number]
  /** The outer side of the house that it looks to; null between rooms. */
  side: Side | null
  /** The rooms on its sides: two, or one where the other side is outside. */
  roomIds: readonly string[]
}

/** A room of a project. Lengths in metres, areas net and in square metres. */
export interface HouseRoom {
  id: string
  label: string
  type: RoomTypeName
  /** Index of its level: 0 the ground floor. */
  level: number
  levelId: string
  area: number
  clearHeight: number
  isOutdoors: boolean
  polygon: Polygon
  /** Of the net area: its extents are the clear width, west to east, and depth. */
  box: Box
  middle: readonly [number, number]
  /** Sides of the house on which it has an outer wall. */
  sides: ReadonlySet<Side>
  /** Walls around it. */
  walls: readonly HouseWall[]
  openings: readonly HouseOpening[]
  /** Rooms with which it shares a wall or an open border: length of that in metres. */
  neighbours: ReadonlyMap<string, number>
}

export interface HouseWall {
  id: string
  levelId: string
  start: readonly [number, number]
  end: readonly [number, number]
  length: number
  thickness: number
  /** The outer side of the house that it is on; null between rooms. */
  side: Side | null
  /** Rooms along it. */
  roomIds: readonly string[]
}

/** A project as the planner sees it. */
export interface House {
  scene: Scene
  rooms: readonly HouseRoom[]
  walls: readonly HouseWall[]
  openings: readonly HouseOpening[]
  /** Levels with their rooms, from below. */
  levels: readonly { id: string; label: string; index: number }[]
}

interface ZoneAnswer {
  id: string
  levelId: string
  label?: string
  roomType: RoomTypeName
  polygon: Polygon
  netArea: number
  clearHeight: number
  doors: { id: string }[]
  windows: string[]
  neighbours: { zoneId: string; by: string; length: number }[]
}

interface WallAnswer {
  id: string
  levelId: string
  start: [number, number]
  end: [number, number]
  length: number
  thickness: number
  left: string[]
  right: string[]
  exterior: boolean
  openings: {
    id: string
    kind: HouseOpening['kind']
    from: number
    to: number
    sill: number
    head: number
  }[]
}

/** The rooms, walls and openings of a project; a scene is read once. */
export const houseOf: (scene: Scene) => House = cachedByObject(readHouse)

function readHouse(scene: Scene): House {
  const zones = listOf<ZoneAnswer>(scene, 'get_zones', 'zones')
  const answers = listOf<WallAnswer>(scene, 'get_walls', 'walls')
  const frames = levelFrames(scene)
  const outdoors = new Set(
    zones.filter(({ roomType }) => ROOM_TYPES[roomType].isOutdoors).map(({ id }) => id),
  )
  const walls = answers.map((wall): HouseWall => {
    const { id, levelId, start, end, length, thickness, left, right } = wall
    const roomIds = [...left, ...right]
    return { id, levelId, start, end, length, thickness, side: sideOf(wall, outdoors), roomIds }
  })
  const byId = new Map(walls.map((wall) => [wall.id, wall]))
  const openings = answers.flatMap((wall) => openingsOf(wall, byId.get(wall.id)!))
  const rooms = zones.map((zone): HouseRoom => {
    const { id, label, roomType, levelId, netArea, clearHeight, polygon } = zone
    const around = walls.filter(({ roomIds }) => roomIds.includes(id))
    const own = new Set([...zone.windows, ...zone.doors.map((door) => door.id)])
    return {
      id,
      label: label ?? ROOM_TYPES[roomType].label,
      type: roomType,
      level: frames.get(levelId)!.index,
      levelId,
      area: netArea,
      clearHeight,
      isOutdoors: outdoors.has(id),
      polygon,
      box: boxOf(zoneRegions(scene, id).flatMap(({ outer }) => [...outer])),
      middle: centroid(polygon),
      sides: new Set(around.flatMap(({ side }) => side ?? [])),
      walls: around,
      openings: openings.filter((opening) => own.has(opening.id)),
      neighbours: lengthsByRoom(zone),
    }
  })
  const levels = [...frames].map(([id, { index }]) => ({
    id,
    label: nodeOf(scene, id, 'level')?.label ?? id,
    index,
  }))
  levels.sort((a, b) => a.index - b.index)
  return { scene, rooms, walls, openings, levels }
}

function lengthsByRoom({ neighbours }: ZoneAnswer): Map<string, number> {
  const lengths = new Map<string, number>()
  for (const { zoneId, by, length } of neighbours)
    if (by === 'wall' || by === 'open_border')
      lengths.set(zoneId, (lengths.get(zoneId) ?? 0) + length)
  return lengths
}

/** The whole list of a read. */
function listOf<Entry>(scene: Scene, read: string, list: string): Entry[] {
  const answer = runRead(scene, read, {}, { isWhole: true })
  if ('error' in answer) throw new Error(`${read}: ${JSON.stringify(answer.error)}`)
  return answer[list] as Entry[]
}

/** The side of the house that a wall is on; null of walls between rooms. */
function sideOf(
  { start, end, left, right, exterior }: WallAnswer,
  outdoors: ReadonlySet<string>,
): Side | null {
  const inside = (ids: readonly string[]) => ids.some((id) => !outdoors.has(id))
  if (!exterior || inside(left) === inside(right)) return null
  const [dx, dz] = [end[0] - start[0], end[1] - start[1]]
  // Away from the rooms. With z to the south, north is to the left of a way to the east.
  const [x, z] = inside(left) ? [-dz, dx] : [dz, -dx]
  if (Math.abs(x) > Math.abs(z)) return x > 0 ? 'east' : 'west'
  return z > 0 ? 'south' : 'north'
}

function openingsOf({ openings }: WallAnswer, wall: HouseWall): HouseOpening[] {
  const { start, end, length, side, roomIds } = wall
  return openings.map(({ id, kind, from, to, sill, head }) => {
    const t = (from + to) / 2 / length
    return {
      id,
      kind,
      wallId: wall.id,
      width: to - from,
      height: head - sill,
      sill,
      centre: [start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t],
      side,
      roomIds,
    }
  })
}
