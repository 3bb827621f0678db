import { z } from 'zod'
import { exposuresOf } from '../kernel/exposure.ts'
import { levelFrames } from '../kernel/levels.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES } from '../scene/room-types.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import {
  idField,
  idOut,
  labelField,
  labelOf,
  levelIdField,
  levelIdIn,
  zoneIdIn,
} from './answer-fields.ts'
import { areaOut, lengthOut, pointOut, volumeOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { roomsOn } from './rooms-on.ts'
import { BORDERS, zoneBorders } from './zone-neighbours.ts'

const input = z.strictObject({ levelId: levelIdIn, zoneId: zoneIdIn, ...pageFields })

const door = z.strictObject({
  id: idField,
  to: idOut().nullable().describe('Id of the room beyond; null where there is none'),
})
const neighbour = z.strictObject({
  zoneId: idOut().describe('Id of the neighbouring room'),
  by: z.enum(BORDERS).describe('What lies between the two'),
  nodeId: idOut().optional().describe('Id of the wall, door or opening'),
  length: lengthOut().describe('Common length of a wall or border, width of a door'),
})
const zone = z.strictObject({
  id: idField,
  levelId: levelIdField,
  label: labelField,
  roomType: z.enum(ROOM_TYPE_NAMES).describe('Use of the room'),
  exposure: z
    .enum(['inside', 'covered', 'outside'])
    .describe('Part of the house, covered as a loggia is, or under the sky'),
  polygon: z
    .array(pointOut())
    .describe('Corners [x, z] along the middle of its walls, in the world'),
  netArea: areaOut().describe('Area between the faces of the walls'),
  grossArea: areaOut().describe('Area of the polygon'),
  perimeter: lengthOut().describe('Border of the net area'),
  clearHeight: lengthOut().describe('From the floor to the lowest ceiling, slab or top of walls'),
  volume: volumeOut().describe('Of the net area, up to its ceilings'),
  doors: z.array(door).describe('Doors and openings to walk through'),
  windows: z.array(z.string()).describe('Ids of its windows'),
  neighbours: z.array(neighbour).describe('Rooms of the level next to it, and what is between'),
})

export const getZones: Read<z.infer<typeof input>> = {
  name: 'get_zones',
  description:
    'Rooms with corners, areas, doors, windows and neighbours. Areas are net and gross; neighbours lie beyond walls, doors and open borders.',
  example: { levelId: 'Ground floor' },
  input,
  result: z.strictObject({ zones: z.array(zone).describe('Level by level, in the order of ids') }),
  run(scene, { levelId, zoneId }) {
    const only = zoneId === undefined ? null : namedNode(scene, zoneId, 'zoneId', ['zone'])
    const level = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    const levels = level ? [level.id] : [...levelFrames(scene).keys()]
    const zones = levels
      .flatMap((id) => childrenOf(scene, id, 'zone'))
      .filter(({ id }) => only === null || id === only.id)
    return {
      fields: {},
      list: { name: 'zones', entries: zones.map((each) => zoneOf(scene, each)) },
    }
  },
}

function zoneOf(scene: Scene, node: NodeOf<'zone'>) {
  const { id, parent, roomType, polygon } = node
  const borders = zoneBorders(scene, parent!).get(id)
  const { netArea, grossArea, perimeter, clearHeight, volume } = roomsOn(scene, parent!).get(id)!
  return {
    id,
    levelId: parent,
    ...labelOf(node),
    roomType,
    exposure: exposuresOf(scene, parent!).get(id),
    polygon,
    netArea,
    grossArea,
    perimeter,
    clearHeight,
    volume,
    doors: borders?.doors ?? [],
    windows: borders?.windows ?? [],
    neighbours: borders?.neighbours ?? [],
  }
}
