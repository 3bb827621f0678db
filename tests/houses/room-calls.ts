import { boxOf } from '../../architect/geometry/polygon.ts'
import { neighbourPairs, wallsOf } from '../../architect/operations/rooms/join-rooms.ts'
import { MATERIAL_NAMES } from '../../architect/scene/materials.ts'
import { ROOM_TYPE_NAMES } from '../../architect/scene/room-types.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { elementCall } from './element-call.ts'
import { oddLayoutCall } from './layout-calls.ts'

type Random = () => number
type Given = Record<string, unknown>

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]
const chance = (random: Random, share: number): boolean => random() < share
const items = (random: Random) =>
  chance(random, 0.7) ? pick(random, ['shift', 'refurnish', 'refuse']) : undefined

/** A room and its neighbours, mostly one that has some; an unknown id where there is no room. */
function roomAndNeighbours(scene: Scene, random: Random): { id: string; near: string[] } {
  const zones = nodesOf(scene, 'zone')
  if (zones.length === 0) return { id: 'zone_999999', near: [] }
  const pairs = nodesOf(scene, 'level').flatMap((level) => [...neighbourPairs(scene, level.id)])
  if (pairs.length === 0 || chance(random, 0.3)) {
    const walled = zones.filter((zone) => wallsOf(scene, [zone]).size >= 4)
    const { id } = pick(random, walled.length > 0 && chance(random, 0.9) ? walled : zones)
    return { id, near: [] }
  }
  const [id, near] = pick(random, pairs)
  return { id, near: [...near] }
}

/** Two rooms, mostly neighbours. */
function twoRooms(scene: Scene, random: Random): string[] {
  const { id, near } = roomAndNeighbours(scene, random)
  const others =
    chance(random, 0.8) && near.length > 0 ? near : nodesOf(scene, 'zone').map((z) => z.id)
  return [id, pick(random, others) ?? id]
}

/** Arguments of edits of rooms and of their elements, by the name of the edit. */
export const ROOM_CALLS: Record<string, (scene: Scene, random: Random) => Given> = {
  plan_layout: oddLayoutCall,
  merge_rooms: (scene, random) => ({
    zoneIds: twoRooms(scene, random),
    label: chance(random, 0.4) ? 'Merged' : undefined,
    items: items(random),
  }),
  split_room: (scene, random) => {
    const zones = nodesOf(scene, 'zone')
    const zone = zones.length > 0 ? pick(random, zones) : undefined
    const { minX, maxX, minZ, maxZ } = boxOf(zone?.polygon ?? [[0, 0]])
    const isOblique = chance(random, 0.2)
    const within = (low: number, high: number) =>
      Math.round((low + (high - low) * (0.3 + random() * 0.4)) * 100) / 100
    return {
      zoneId: zone?.id ?? 'zone_999999',
      ...(isOblique
        ? {
            line: [
              [within(minX, maxX), within(minZ, maxZ)],
              [within(minX, maxX), within(minZ, maxZ)],
            ],
          }
        : {
            axis: maxX - minX > maxZ - minZ ? 'x' : 'z',
            share: Math.round((0.3 + random() * 0.4) * 100) / 100,
          }),
      roomTypes: chance(random, 0.3) ? [pick(random, ROOM_TYPE_NAMES), 'hall'] : undefined,
      door: chance(random, 0.3) ? {} : undefined,
      items: items(random),
    }
  },
  swap_rooms: (scene, random) => ({ zoneIds: twoRooms(scene, random), items: items(random) }),
  resize_room: (scene, random) => ({
    zoneId: roomAndNeighbours(scene, random).id,
    side: pick(random, ['north', 'east', 'south', 'west']),
    ...(chance(random, 0.7)
      ? { by: pick(random, [-0.5, -0.2, 0.25, 0.5, 1]) }
      : { to: pick(random, [2, 2.5, 3.2, 4]) }),
    givesWay: chance(random, 0.3) ? pick(random, ['neighbour', 'building']) : undefined,
    items: items(random),
  }),
  move_room: (scene, random) => {
    const way = pick(random, [-0.5, -0.2, 0.2, 0.5])
    return {
      zoneId: roomAndNeighbours(scene, random).id,
      by: chance(random, 0.5) ? [way, 0] : [0, way],
      items: items(random),
    }
  },
  set_finishes: (scene, random) => {
    const kind = pick(random, ['zone', 'level', 'facade'] as const)
    const nodes = kind === 'facade' ? [] : nodesOf(scene, kind)
    const preset = pick(random, MATERIAL_NAMES)
    const look = pick(random, [preset, `${preset} #ddccbb`, { preset }])
    const part = kind === 'facade' ? 'facade' : pick(random, ['floor', 'walls', 'ceiling'])
    return { target: nodes.length > 0 ? pick(random, nodes).id : 'facade', [part]: look }
  },
  set_element: elementCall,
  set_building: (_, random) => ({
    storeyHeight: chance(random, 0.5) ? pick(random, [2.4, 2.8, 3.2]) : undefined,
    wallThickness: chance(random, 0.5) ? pick(random, [0.1, 0.15, 0.24]) : undefined,
    outerWallThickness: chance(random, 0.5) ? pick(random, [0.24, 0.36]) : undefined,
    wallHeight: chance(random, 0.2) ? 2.5 : undefined,
    facade: chance(random, 0.3) ? { preset: pick(random, MATERIAL_NAMES) } : undefined,
    apply: pick(random, ['later', 'existing']),
  }),
  delete_room: (scene, random) => {
    const { id, near } = roomAndNeighbours(scene, random)
    return {
      zoneId: id,
      ...(chance(random, 0.4) && near.length > 0
        ? { into: pick(random, near) }
        : { walls: pick(random, ['remove', 'keep']), floor: pick(random, ['remove', 'keep']) }),
      items: pick(random, ['remove', 'keep']),
    }
  },
}
