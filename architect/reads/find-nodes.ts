import { z } from 'zod'
import { distance } from '../geometry/point.ts'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { REACH_M } from '../scene/length-schema.ts'
import { KINDS, type Kind, type SceneNode } from '../scene/nodes.ts'
import { levelIdOf, nodesOf, type Scene } from '../scene/scene.ts'
import {
  idField,
  idOut,
  kindField,
  labelField,
  labelOf,
  levelIdIn,
  zoneIdIn,
} from './answer-fields.ts'
import { lengthOut, spacePointOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { nodePlace } from './node-place.ts'
import { nodeRooms } from './node-rooms.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { ReadError } from './read-error.ts'

const input = z.strictObject({
  kind: z.enum(KINDS).optional(),
  label: z.string().max(120).optional().describe('Part of it'),
  levelId: levelIdIn,
  zoneId: zoneIdIn,
  near: pointIn().optional(),
  radius: lengthIn(0, REACH_M).optional(),
  ...pageFields,
})

const found = z.strictObject({
  id: idField,
  kind: kindField,
  label: labelField,
  levelId: idOut().optional().describe('Id of its level; absent above levels'),
  zoneIds: z
    .array(z.string())
    .describe('Ids of its rooms: of walls and openings those on both sides'),
  position: spacePointOut()
    .optional()
    .describe('[x, y, z] in the world: its middle in plan, y its lowest point above the ground'),
  distance: lengthOut().optional().describe('From near to its middle, in plan'),
})

export const findNodes: Read<z.infer<typeof input>> = {
  name: 'find_nodes',
  description: 'Finds nodes by what is given; all criteria must hold.',
  example: { kind: 'door', zoneId: 'Kitchen' },
  input,
  result: z.strictObject({
    nodes: z.array(found).describe('In the order of ids; with near, the nearest first'),
  }),
  run(scene, { kind, label, levelId, zoneId, near, radius }) {
    if (radius !== undefined && near === undefined)
      throw new ReadError('invalid_input', 'radius of find_nodes needs near, the point [x, z].', {
        param: 'near',
      })
    const level = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    const zone = zoneId === undefined ? null : namedNode(scene, zoneId, 'zoneId', ['zone'])
    const part = label?.toLowerCase()
    const nodes: readonly SceneNode[] = kind ? nodesOf(scene, kind) : Object.values(scene.nodes)
    const entries = nodes
      .filter((node) => part === undefined || node.label?.toLowerCase().includes(part))
      .filter((node) => level === null || levelIdOf(scene, node) === level.id)
      .map((node) => {
        const { position, ...found } = knownPlace(scene, node)
        const away = near && position && distance(near, [position[0], position[2]])
        return { ...found, position, distance: away }
      })
      .filter(({ zoneIds }) => zone === null || zoneIds.includes(zone.id))
      .filter((each) => near === undefined || (each.distance ?? Infinity) <= (radius ?? REACH_M))
    if (near) entries.sort((a, b) => a.distance! - b.distance!)
    return { fields: {}, list: { name: 'nodes', entries } }
  },
}

/** A node as it is found, whatever the criteria. */
interface FoundNode {
  id: string
  kind: Kind
  label?: string
  levelId?: string
  zoneIds: string[]
  position?: [number, number, number]
}

const known = new WeakMap<Scene['nodes'], Map<string, FoundNode>>()

/** Places and rooms are derived once per scene: pages and searches read all nodes again. */
function knownPlace(scene: Scene, node: SceneNode): FoundNode {
  const places = known.get(scene.nodes) ?? new Map<string, FoundNode>()
  known.set(scene.nodes, places)
  const found = places.get(node.id) ?? {
    id: node.id,
    kind: node.kind,
    ...labelOf(node),
    levelId: levelIdOf(scene, node) ?? undefined,
    zoneIds: nodeRooms(scene, node),
    position: nodePlace(scene, node)?.position,
  }
  places.set(node.id, found)
  return found
}
