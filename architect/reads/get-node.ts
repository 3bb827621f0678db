import { z } from 'zod'
import { measure } from '../checks/measure.ts'
import { volumeOfAll } from '../geometry/mesh-measure.ts'
import { distance, type Point } from '../geometry/point.ts'
import { bodyOf } from '../kernel/bodies.ts'
import { levelFrames } from '../kernel/levels.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import { wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { Kind, SceneNode } from '../scene/nodes.ts'
import { childrenOf, levelIdOf, type Scene } from '../scene/scene.ts'
import { idOut } from './answer-fields.ts'
import { areaOut, lengthOut, nodeOut, pointOut, spacePointOut, volumeOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { nodePlace } from './node-place.ts'
import { nodeRooms, nodeSides } from './node-rooms.ts'
import type { Read } from './read.ts'

const input = z.strictObject({ id: z.string().max(120) })

const derived = z.strictObject({
  position: spacePointOut()
    .optional()
    .describe('[x, y, z] in the world: its middle in plan, y its lowest point above the ground'),
  bbox: z
    .strictObject({
      min: spacePointOut().describe('[x, y, z] in the world'),
      max: spacePointOut().describe('[x, y, z] in the world'),
    })
    .optional()
    .describe('Upright box around it'),
  elevation: lengthOut().optional().describe('Of a level: its floor above the ground of the site'),
  length: lengthOut()
    .optional()
    .describe('Along the centreline of a wall, a beam or a path, or the line of walk of a stair'),
  area: areaOut().optional().describe('Described by areaOf'),
  areaOf: z.string().optional().describe('What the area is of'),
  height: lengthOut().optional().describe('From its lowest to its highest point'),
  volume: volumeOut().optional().describe('Of its solid, without openings and holes'),
})
const join = z.strictObject({
  wallId: idOut().describe('The other wall'),
  type: z.enum(['L', 'T', 'X', 'butt']).describe('L ends at an angle, butt in a line, X crossing'),
  end: z.enum(['start', 'end', 'side']).describe('Where on this wall'),
  at: pointOut().describe('[x, z] in the world'),
})
const ids = (of: string) => z.array(z.string()).describe(`Ids of ${of}`)
const relations = z.strictObject({
  parent: idOut().nullable().describe('Id of the node above it; null of the site'),
  levelId: idOut().optional().describe('Id of its level'),
  children: ids('the nodes under it'),
  hostedOn: idOut().optional().describe('Of an item: id of the wall or thing that carries it'),
  hosts: ids('the items that it carries'),
  zoneIds: ids('its rooms: of walls and openings those on both sides'),
  left: ids('the rooms to the left, seen from the start of the wall').optional(),
  right: ids('the rooms to the right').optional(),
  joins: z.array(join).optional().describe('Of a wall: the walls that it meets'),
  fromLevel: idOut().optional().describe('Of a stair: id of the level where it starts'),
  toLevel: idOut().optional().describe('Of a stair: id of the level where it ends'),
})

export const getNode: Read<z.infer<typeof input>> = {
  name: 'get_node',
  description:
    'One node with its derived place and sizes, and its relations. Derived are its place in the world, box, length, area, height and volume; related are its parent, children, host, joined walls and the rooms on both sides.',
  example: { id: 'Kitchen' },
  input,
  result: z.strictObject({
    node: nodeOut().describe(
      'Fields as stored: plan points [x, z] in the world, heights above the floor of the level, degrees',
    ),
    derived: derived.describe('What follows from the scene'),
    relations: relations.describe('Other nodes'),
  }),
  run(scene, { id }) {
    const node = namedNode(scene, id, 'id')
    return {
      fields: { node, derived: derivedOf(scene, node), relations: relationsOf(scene, node) },
    }
  },
}

/** Kinds whose solids are closed without overlaps, so that their volume is that of the material. */
const HAS_VOLUME: Record<Kind, boolean> = {
  site: false,
  building: false,
  level: false,
  wall: true,
  door: false,
  window: false,
  opening: false,
  item: false,
  zone: false,
  slab: true,
  ceiling: false,
  roof: false,
  stair: false,
  column: true,
  beam: true,
  fence: false,
  railing: false,
  annotation: false,
}

function derivedOf(scene: Scene, node: SceneNode) {
  const place = nodePlace(scene, node)
  const area = measure(scene, { mode: 'area', fromId: node.id })
  const frame = node.kind === 'level' ? levelFrames(scene).get(node.id) : undefined
  const height = place ? place.bbox.max[1] - place.bbox.min[1] : 0
  return {
    ...place,
    elevation: frame?.elevation,
    length: lengthOf(scene, node) ?? undefined,
    ...('value' in area && { area: area.value, areaOf: area.method }),
    height: frame?.height ?? (height > 0 ? height : undefined),
    volume: HAS_VOLUME[node.kind]
      ? volumeOfAll((bodyOf(scene, node.id)?.parts ?? []).map(({ mesh }) => mesh))
      : undefined,
  }
}

function lengthOf(scene: Scene, node: SceneNode): number | null {
  switch (node.kind) {
    case 'wall':
      return wallShapes(scene, node.parent!).get(node.id)?.path.length ?? null
    case 'beam':
      return distance(node.start, node.end)
    case 'fence':
    case 'railing':
      return alongPath(node.path)
    case 'stair': {
      const shape = stairShape(scene, node.id)
      return shape && alongPath(shape.walkline)
    }
    default:
      return null
  }
}

const alongPath = (path: readonly Point[]): number =>
  path.slice(1).reduce((sum, at, index) => sum + distance(path[index], at), 0)

function relationsOf(scene: Scene, node: SceneNode) {
  const levelId = levelIdOf(scene, node)
  const hosts = levelId === null ? [] : childrenOf(scene, levelId, 'item')
  const shape = node.kind === 'wall' ? wallShapes(scene, node.parent!).get(node.id) : undefined
  return {
    parent: node.parent,
    levelId: levelId ?? undefined,
    children: childrenOf(scene, node.id).map((child) => child.id),
    hostedOn: node.kind === 'item' ? node.host : undefined,
    hosts: hosts.filter(({ host }) => host === node.id).map((item) => item.id),
    zoneIds: nodeRooms(scene, node),
    ...nodeSides(scene, node),
    joins: shape?.joins,
    ...(node.kind === 'stair' && { fromLevel: node.parent, toLevel: node.toLevel }),
  }
}
