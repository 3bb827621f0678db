import {
  area,
  boxOf,
  counterClockwise,
  distanceToBorder,
  type Polygon,
} from '../geometry/polygon.ts'
import { difference, intersection, type Region, regionArea, ringsOf } from '../geometry/regions.ts'

/** A room between walls: its loop along their centrelines and its floor between their faces. */
export interface EnclosedRoom {
  /** Counter-clockwise. */
  loop: Polygon
  /** Clockwise. */
  holes: Polygon[]
  net: Region[]
  netArea: number
  grossArea: number
}

/** The inside of a zone. */
export interface ZoneInside {
  /** The floor between the faces of walls, and its area in square metres. */
  net: Region[]
  netArea: number
  /** The same out to the centrelines of the walls around it; as drawn where there are none. */
  gross: Region[]
  grossArea: number
  /** `walls`: the zone has whole loops; `shared`: parts of loops; `none`: it is as drawn. */
  enclosure: 'walls' | 'shared' | 'none'
}

interface Zone {
  id: string
  polygon: Polygon
}

/** Rings that differ by less are the same, in metres: oblique walls are on a grid of 0.1 mm. */
const SAME_RING_M = 0.002
/** A zone has part in a room of which it covers more than this share. */
const PART_SHARE = 0.1
/** A zone has part in a room, and has a whole room if it is alone there, from this share on. */
const HALF = 0.5

/** What one zone covers of one room. */
interface Claim {
  zone: Zone
  /** Floor of the room under the zone's polygon, in square metres. */
  floor: number
}

/**
 * The insides of the zones of a level, by their ids. A zone has part in a room where its polygon
 * covers more than a tenth of the room's floor, or where more than half of the polygon is floor of
 * the room. A zone that alone has part in a room and covers more than half of it has all of it,
 * whatever its polygon leaves out or passes; several share an open plan: each has the part under
 * its polygon. A zone of which more is in no room than in its rooms has that part as drawn, and one
 * without part in any room is as drawn without the rooms that others have whole; both less the
 * bodies of walls, which `floorOf` takes off. No floor is in two zones unless their polygons
 * overlap.
 */
export function zoneInsides(
  zones: readonly Zone[],
  rooms: readonly EnclosedRoom[],
  floorOf: (rings: Polygon[]) => Region[],
): Map<string, ZoneInside> {
  const parts = new Map<string, Part[]>(zones.map(({ id }) => [id, []]))
  const covered = new Map<string, number>()
  const owned: EnclosedRoom[] = []
  const alike = new Map(rooms.map((room) => [room, zones.find((zone) => isLoopOf(zone, room))]))
  const alikeIds = new Set([...alike.values()].map((zone) => zone?.id))
  const others = zones.filter(({ id }) => !alikeIds.has(id))
  for (const room of rooms) {
    const same = alike.get(room)
    const claims = same ? [{ zone: same, floor: room.netArea }] : claimsOf(room, others)
    for (const { zone, floor } of claims) {
      const isWhole = claims.length === 1 && floor > room.netArea * HALF
      if (isWhole) owned.push(room)
      parts.get(zone.id)!.push(isWhole ? wholeOf(room) : partOf(room, zone))
      covered.set(zone.id, (covered.get(zone.id) ?? 0) + floor)
    }
  }
  return new Map(
    zones.map((zone) => {
      const own = parts.get(zone.id)!
      if (alikeIds.has(zone.id)) return [zone.id, insideOf(own)]
      const outside = outsideOf(zone, own.length > 0 ? rooms : owned, floorOf)
      const isMost = regionArea(outside.net) > (covered.get(zone.id) ?? 0)
      return [zone.id, insideOf(isMost ? [...own, outside] : own)]
    }),
  )
}

/** A part of the inside of a zone; `room` where it is in one. */
interface Part {
  room?: EnclosedRoom
  isWhole: boolean
  net: Region[]
  gross: Region[]
}

function insideOf(parts: readonly Part[]): ZoneInside {
  const net = parts.flatMap((part) => part.net)
  const gross = parts.flatMap((part) => part.gross)
  const inRooms = parts.filter(({ room }) => room)
  const enclosure =
    inRooms.length === 0 ? 'none' : inRooms.every(({ isWhole }) => isWhole) ? 'walls' : 'shared'
  return { net, netArea: regionArea(net), gross, grossArea: regionArea(gross), enclosure }
}

/** The zones that have part in a room. */
function claimsOf(room: EnclosedRoom, zones: readonly Zone[]): Claim[] {
  const box = boxOf(room.loop)
  return zones.flatMap((zone) => {
    const { minX, maxX, minZ, maxZ } = boxOf(zone.polygon)
    if (minX >= box.maxX || maxX <= box.minX || minZ >= box.maxZ || maxZ <= box.minZ) return []
    const floor = regionArea(intersection([counterClockwise(zone.polygon)], ringsOf(room.net)))
    const hasPart = floor > room.netArea * PART_SHARE || floor > area(zone.polygon) * HALF
    return hasPart ? [{ zone, floor }] : []
  })
}

const wholeOf = (room: EnclosedRoom): Part => ({
  room,
  isWhole: true,
  net: room.net,
  gross: [{ outer: room.loop, holes: room.holes }],
})

function partOf(room: EnclosedRoom, { polygon }: Zone): Part {
  const drawn = [counterClockwise(polygon)]
  return {
    room,
    isWhole: false,
    net: intersection(drawn, ringsOf(room.net)),
    gross: intersection(drawn, [room.loop, ...room.holes]),
  }
}

/** The part of a zone that is in none of these rooms, as drawn. */
function outsideOf(
  { polygon }: Zone,
  rooms: readonly EnclosedRoom[],
  floorOf: (rings: Polygon[]) => Region[],
): Part {
  const drawn = [counterClockwise(polygon)]
  const box = boxOf(polygon)
  const loops = rooms
    .map(({ loop }) => loop)
    .filter((loop) => {
      const { minX, maxX, minZ, maxZ } = boxOf(loop)
      return minX < box.maxX && maxX > box.minX && minZ < box.maxZ && maxZ > box.minZ
    })
  const net = floorOf(drawn)
  if (loops.length === 0) return { isWhole: false, net, gross: [{ outer: drawn[0], holes: [] }] }
  return {
    isWhole: false,
    net: difference(ringsOf(net), loops),
    gross: difference(drawn, loops),
  }
}

/** True where a polygon is the loop of a room. */
function isLoopOf({ polygon }: Zone, { loop }: EnclosedRoom): boolean {
  const [a, b] = [boxOf(polygon), boxOf(loop)]
  const sides = ['minX', 'maxX', 'minZ', 'maxZ'] as const
  if (sides.some((side) => Math.abs(a[side] - b[side]) > SAME_RING_M)) return false
  const isOn = (ring: Polygon, other: Polygon) =>
    ring.every((corner) => distanceToBorder(other, corner) <= SAME_RING_M)
  return isOn(polygon, loop) && isOn(loop, polygon)
}
