import { z } from 'zod'
import { counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { lengthIn, polygonIn } from '../input/input-units.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { LABEL_CHARACTERS_MAX } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { refuseWallsInStairs } from './fit/refuse-walls-in-stairs.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { buildingSizes } from './levels/building-sizes.ts'
import { requireLevel } from './nodes/require-node.ts'
import { doorFields, doorWidth, edgePosition, windowFields } from './openings/opening-input.ts'
import { openingsBelow } from './openings/openings-below.ts'
import { openEdges } from './openings/room-openings.ts'
import type { Operation, Outcome } from './operation.ts'
import type { Refusal } from './refusal.ts'
import { edgeLike } from './rooms/free-outlines.ts'
import { layFloor } from './rooms/lay-floor.ts'
import { centreOutline, outlineFields } from './rooms/outline-request.ts'
import { freeMoves, refuseOverlap } from './rooms/room-overlap.ts'
import { SceneEdit } from './scene-edit.ts'
import { outlineFix } from './walls/outline-fix.ts'
import { outlineWalls } from './walls/outline-walls.ts'

/** Most doors, and most windows, in one call. */
const ROOM_OPENINGS_MAX = 64

const input = z.strictObject({
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX),
  polygon: polygonIn().describe('Corners [x, z] along its walls; X east, Z south'),
  ...outlineFields,
  levelId: z.string().optional().describe('The ground floor where absent'),
  roomType: z.enum(ROOM_TYPE_NAMES).default('other'),
  wallHeight: lengthIn(0.3, 60).optional().describe('Up to the top of the storey where absent'),
  wallThickness: lengthIn(0.02, 2)
    .optional()
    .describe('That of the building, or 0.15 m, where absent'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional()
    .describe('Colour of the room in plans, #rrggbb; that of its type where absent'),
  doors: z
    .array(z.strictObject({ ...edgePosition, ...doorFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  windows: z
    .array(z.strictObject({ ...edgePosition, ...windowFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  strict: z
    .boolean()
    .default(false)
    .describe('Refuse the room where a door or window does not fit'),
  createSlab: z.boolean().default(true),
  createCeiling: z.boolean().default(true),
  items: itemsField(),
})
type Given = z.infer<typeof input>
type Input = Given & { wallThickness: number }

/** Makes a room with everything that bounds it. Two rooms share the wall between them. */
export const createRoom: Operation<Given> = {
  name: 'create_room',
  description:
    'Makes a room: its zone, walls, floor slab and ceiling in one call. Edges along existing walls use those walls. Edge i goes from corner i to the next.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'invalid_polygon',
    'overlaps_room',
    'wall_too_short',
    'wall_overlaps',
    'wall_curved',
    'opening_overlap',
    'opening_outside_wall',
    'opening_too_high',
    'blocks_door',
    'not_adjacent',
    'no_space',
    'collides',
    'limit_exceeded',
  ],
  run(scene, request) {
    const { wallThickness, wallHeight } = buildingSizes(scene, request.levelId)
    const given = {
      ...request,
      wallThickness: request.wallThickness ?? wallThickness,
      wallHeight: request.wallHeight ?? wallHeight,
    }
    return orFix(
      () => makeRoom(scene, given),
      (refusal) => roomFix(scene, given, refusal),
    )
  },
}

function makeRoom(scene: Scene, given: Input): Outcome {
  const level = requireLevel(scene, given.levelId)
  const request = { ...given, thickness: given.wallThickness }
  const { corners, sagittas, outline, snapped } = centreOutline(scene, level.id, request)
  refuseOverlap(scene, level.id, outline, given.label)
  const edit = new SceneEdit(scene)
  const looks = { thickness: given.wallThickness, height: given.wallHeight }
  const laid = outlineWalls(edit, level.id, corners, looks, sagittas)
  const polygon = counterClockwise(outline).map(([x, z]) => [x, z] as [number, number])
  const zone = edit.add('zone', level.id, {
    label: given.label,
    polygon,
    roomType: given.roomType,
    color: given.color ?? ROOM_TYPES[given.roomType].color,
  })
  const slabIds = given.createSlab ? layFloor(edit, level.id, 'slab', polygon) : []
  const ceilingIds = given.createCeiling ? layFloor(edit, level.id, 'ceiling', polygon) : []
  const opened = openEdges(
    edit,
    { zoneId: zone.id, corners, sagittas, wallIds: laid.wallIds },
    [...given.doors.map(doorRequest), ...given.windows.map(windowRequest)],
    given.strict,
  )
  const resolved = resolveItems(scene, opened.edit, given.items)
  const made = opened.edit.scene
  refuseWallsInStairs(scene, made)
  return {
    scene: made,
    result: {
      zoneId: zone.id,
      slabId: slabIds[0],
      ceilingId: ceilingIds[0],
      wallIds: [...new Set(laid.wallIds.flat())],
      wallIdsByEdge: laid.wallIds,
      reusedWallIds: laid.reusedWallIds,
      lengthenedWallIds: laid.lengthenedWallIds,
      splitWalls: laid.splitWalls,
      doorIds: opened.ids.filter((id) => nodeOf(made, id, 'door')),
      windowIds: opened.ids.filter((id) => nodeOf(made, id, 'window')),
      skippedOpenings: opened.skipped,
      snapped,
      ...resolved.items,
      netArea: quantize(regionArea(zoneRegions(made, zone.id))),
    },
    issues: [
      ...resolved.issues,
      ...laid.issues,
      ...opened.issues,
      ...openingsBelow(scene, made, level.id),
    ],
  }
}

function doorRequest({ offset, ...door }: Input['doors'][number], index: number) {
  const width = doorWidth(door.doorType, door.width)
  return { ...door, along: offset, index, kind: 'door' as const, width }
}
function windowRequest({ offset, ...window }: Input['windows'][number], index: number) {
  return { ...window, along: offset, index, kind: 'window' as const }
}

function roomFix(scene: Scene, given: Input, refusal: Refusal) {
  const { code, param } = refusal
  if (given.strict && /^(door|window)s/.test(param ?? ''))
    return { fix: firstFix(createRoom.name, makeRoom, scene, [{ ...given, strict: false }]) }
  if (param === 'items')
    return { fix: firstFix(createRoom.name, makeRoom, scene, [{ ...given, items: 'shift' }]) }
  const level = requireLevel(scene, given.levelId)
  const fix = outlineFix(
    {
      tool: createRoom.name,
      scene,
      levelId: level.id,
      outline: given.polygon,
      refusal,
      thickness: given.wallThickness,
    },
    (polygon) => ({
      ...given,
      polygon,
      doors: given.doors.map((door) => onEdgeOf(given.polygon, polygon, door)),
      windows: given.windows.map((window) => onEdgeOf(given.polygon, polygon, window)),
    }),
    makeRoom,
  )
  if (code !== 'overlaps_room') return { fix }
  const [nearest] = freeMoves(scene, level.id, given.polygon)
  return { fix, ...(nearest && { details: { nearestMove: nearest.map(quantize) } }) }
}

/** An opening on the edge of another outline that continues the edge on which it was requested. */
const onEdgeOf = <Opening extends { edge?: number }>(
  outline: Polygon,
  other: Polygon,
  opening: Opening,
): Opening =>
  other.length === outline.length || opening.edge === undefined
    ? opening
    : { ...opening, edge: edgeLike(outline, opening.edge, other) }
