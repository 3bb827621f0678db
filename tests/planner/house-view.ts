import { type Box, boxOf, centroid, contains } from '../../architect/geometry/polygon.ts'
import { levelFrames } from '../../architect/kernel/levels.ts'
import { zoneRegions } from '../../architect/kernel/rooms.ts'
import { wallShapes } from '../../architect/kernel/walls/wall-shapes.ts'
import { runRead } from '../../architect/reads/run-read.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../architect/scene/room-types.ts'
import { childrenOf, nodeOf, type Scene } from '../../architect/scene/scene.ts'

export type Side = 'north' | 'east' | 'south' | 'west'

/** A window or door of a room. Lengths in metres. */
export interface OpeningView {
  id: string
  kind: 'door' | 'window' | 'opening'
  width: number
  height: number
  /** The outer side that it looks to; null where another room is beyond. */
  side: Side | null
}

/** A room as facts of briefs see it. */
export interface RoomView {
  id: string
  label: string
  type: RoomTypeName
  /** Index of its level: 0 the ground floor. */
  level: number
  /** Net area in square metres. */
  area: number
  /** Box of the net area: its extents are the clear width (west to east) and depth. */
  box: Box
  middle: readonly [number, number]
  /** The sides of the house on which it has an outer wall. */
  sides: ReadonlySet<Side>
  openings: OpeningView[]
  /** Rooms beyond its doors, openings and open borders; null where a door leads outside. */
  ways: { to: string | null; isDoor: boolean }[]
  /** Rooms with which it shares a wall, a door, an opening or an open border. */
  neighbours: ReadonlySet<string>
  /** Names of the assets in it. */
  assets: string[]
}

/** A scene as facts of briefs see it, from the answers of the public reads. */
export interface HouseView {
  scene: Scene
  rooms: RoomView[]
  /** Net and gross area of all rooms, in square metres. */
  netArea: number
  grossArea: number
  /** Indices of the levels that have rooms. */
  storeys: number[]
  /** Between the outer faces of the walls of the ground floor, in metres; 0 without any. */
  footprint: { width: number; depth: number }
}

interface ZoneAnswer {
  id: string
  levelId: string
  label?: string
  roomType: RoomTypeName
  netArea: number
  grossArea: number
  doors: { id: string; to: string | null }[]
  windows: string[]
  neighbours: { zoneId: string; by: string }[]
}
interface WallAnswer {
  start: [number, number]
  end: [number, number]
  left: string[]
  right: string[]
  exterior: boolean
  openings: {
    id: string
    kind: OpeningView['kind']
    from: number
    to: number
    sill: number
    head: number
  }[]
}

export function houseView(scene: Scene): HouseView {
  const zones = listOf<ZoneAnswer>(scene, 'get_zones', 'zones')
  const walls = listOf<WallAnswer>(scene, 'get_walls', 'walls')
  const frames = levelFrames(scene)
  const outdoors = new Set(
    zones.filter(({ roomType }) => ROOM_TYPES[roomType].isOutdoors).map(({ id }) => id),
  )
  const indoors = zones.filter(({ id }) => !outdoors.has(id))
  const rooms = zones.map((zone): RoomView => {
    const box = boxOf(zoneRegions(scene, zone.id).flatMap(({ outer }) => [...outer]))
    const { polygon } = nodeOf(scene, zone.id, 'zone')!
    const own = new Set([...zone.windows, ...zone.doors.map(({ id }) => id)])
    const around = walls.filter(({ left, right }) => [...left, ...right].includes(zone.id))
    return {
      id: zone.id,
      label: zone.label ?? '',
      type: zone.roomType,
      level: frames.get(zone.levelId)!.index,
      area: zone.netArea,
      box,
      middle: centroid(polygon),
      sides: new Set(around.flatMap((wall) => sideOf(wall, zone.id, outdoors) ?? [])),
      openings: around.flatMap((wall) =>
        openingsOn(wall, own).map((each) => ({ ...each, side: sideOf(wall, zone.id, outdoors) })),
      ),
      ways: [
        ...zone.doors.map(({ id, to }) => ({ to, isDoor: scene.nodes[id].kind === 'door' })),
        ...zone.neighbours
          .filter(({ by }) => by === 'open_border')
          .map(({ zoneId }) => ({ to: zoneId, isDoor: false })),
      ],
      neighbours: new Set(zone.neighbours.map(({ zoneId }) => zoneId)),
      assets: childrenOf(scene, zone.levelId, 'item')
        .filter(({ position: [x, , z] }) => contains(polygon, [x, z]))
        .map(({ asset }) => asset),
    }
  })
  const ground = [...frames.values()].find(({ index }) => index === 0)
  const faces = ground
    ? [...wallShapes(scene, ground.id).values()].flatMap(({ footprint }) => [...footprint])
    : []
  const outer = faces.length > 0 ? boxOf(faces) : null
  return {
    scene,
    rooms,
    netArea: indoors.reduce((sum, { netArea }) => sum + netArea, 0),
    grossArea: indoors.reduce((sum, { grossArea }) => sum + grossArea, 0),
    storeys: [...new Set(rooms.map(({ level }) => level))].sort((a, b) => a - b),
    footprint: {
      width: outer ? outer.maxX - outer.minX : 0,
      depth: outer ? outer.maxZ - outer.minZ : 0,
    },
  }
}

/** The whole list of a read that must succeed. */
function listOf<Entry>(scene: Scene, read: string, list: string): Entry[] {
  const answer = runRead(scene, read, {}, { isWhole: true })
  if ('error' in answer) throw new Error(`${read}: ${JSON.stringify(answer.error)}`)
  return answer[list] as Entry[]
}

/** The side of the house that the wall is on, seen from a room; null of walls between rooms. */
function sideOf(wall: WallAnswer, zone: string, outdoors: ReadonlySet<string>): Side | null {
  const { start, end, left, right, exterior } = wall
  const isLeft = left.includes(zone)
  const beyond = (isLeft ? right : left).filter((id) => !outdoors.has(id))
  if (!exterior || beyond.length > 0) return null
  const [dx, dz] = [end[0] - start[0], end[1] - start[1]]
  // Outwards, away from the room. With z to the south, north is to the left of a way to the east.
  const [x, z] = isLeft ? [-dz, dx] : [dz, -dx]
  if (Math.abs(x) > Math.abs(z)) return x > 0 ? 'east' : 'west'
  return z > 0 ? 'south' : 'north'
}

function openingsOn(wall: WallAnswer, ids: ReadonlySet<string>) {
  return wall.openings
    .filter(({ id }) => ids.has(id))
    .map(({ id, kind, from, to, sill, head }) => ({
      id,
      kind,
      width: to - from,
      height: head - sill,
    }))
}
