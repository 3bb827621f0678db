import { z } from 'zod'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { levelFrames } from '../kernel/levels.ts'
import { widestFlat } from '../kernel/openings/opening-on-arc.ts'
import { PIER_MIN_M } from '../kernel/openings/openings.ts'
import { wallSides } from '../kernel/rooms.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { idField, labelField, labelOf, levelIdField, levelIdIn, zoneIdIn } from './answer-fields.ts'
import { lengthOut, pointOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { roomsAlong, wallZones } from './wall-zones.ts'

const input = z.strictObject({ levelId: levelIdIn, zoneId: zoneIdIn, ...pageFields })

const along = 'along the centreline from the wall’s start'
const opening = z.strictObject({
  id: idField,
  kind: z.enum(['door', 'window', 'opening']).describe('Kind of the opening'),
  from: lengthOut().describe(`Nearer jamb, ${along}`),
  to: lengthOut().describe(`Farther jamb, ${along}`),
  sill: lengthOut().describe('Lower edge above the floor of the level'),
  head: lengthOut().describe('Upper edge above the floor of the level'),
})
const wall = z.strictObject({
  id: idField,
  levelId: levelIdField,
  label: labelField,
  start: pointOut().describe('[x, z] of the start of the centreline, in the world'),
  end: pointOut().describe('[x, z] of the end of the centreline, in the world'),
  length: lengthOut().describe('Along the centreline, of arcs along the arc'),
  height: lengthOut().describe('From its foot to its top'),
  thickness: lengthOut().describe('Across the wall'),
  sagitta: lengthOut().describe('Of arcs the rise to the left of the chord; 0 of straight walls'),
  left: z
    .array(z.string())
    .describe('Ids of the rooms to the left, seen from start to end, in the order of the wall'),
  right: z.array(z.string()).describe('Ids of the rooms to the right'),
  exterior: z.boolean().describe('True where one of its sides is outside'),
  openings: z.array(opening).describe('Doors, windows and openings from start to end'),
  freeSpans: z
    .array(z.array(lengthOut()).length(2))
    .describe(
      `[from, to] of stretches without openings and other walls, ${along}; an opening fits in one with ${PIER_MIN_M} m of wall left at each end`,
    ),
  widestFlat: lengthOut()
    .optional()
    .describe('Of arcs: widest door or window that stands within the wall, also in longer spans'),
})

export const getWalls: Read<z.infer<typeof input>> = {
  name: 'get_walls',
  description:
    'Walls with ends, sizes, the rooms on both sides, openings and free stretches. zoneId gives the walls around one room.',
  example: { zoneId: 'Kitchen' },
  input,
  result: z.strictObject({ walls: z.array(wall).describe('Level by level, in the order of ids') }),
  run(scene, { levelId, zoneId }) {
    const zone = zoneId === undefined ? null : namedNode(scene, zoneId, 'zoneId', ['zone'])
    const level = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    const levels = level ? [level.id] : [...levelFrames(scene).keys()]
    const walls = levels.flatMap((id) => wallsOf(scene, id))
    const entries = zone
      ? walls.filter(({ left, right }) => [...left, ...right].includes(zone.id))
      : walls
    return { fields: {}, list: { name: 'walls', entries } }
  },
}

/** Derived once per level: each page reads all walls again. */
const wallsOf = cachedByLevel((scene: Scene, levelId: string) =>
  [...wallShapes(scene, levelId).values()].map((shape) => wallOf(scene, shape)),
)

function wallOf(scene: Scene, shape: WallShape) {
  const { id, level, path, thickness, base, top, openings, freeSpans } = shape
  const node = nodeOf(scene, id, 'wall')!
  const widest = widestFlat(path, thickness)
  const { left, right } = wallZones(scene, level).get(id)!
  return {
    id,
    levelId: level,
    ...labelOf(node),
    start: node.start,
    end: node.end,
    length: path.length,
    height: top - base,
    thickness,
    sagitta: node.sagitta,
    left: roomsAlong(left),
    right: roomsAlong(right),
    exterior: wallSides(scene, id).isExterior,
    openings: openings.map(({ shape: _, ...span }) => span),
    freeSpans,
    ...(widest !== null && { widestFlat: widest }),
  }
}
