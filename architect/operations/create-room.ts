import { z } from 'zod'
import { subtract } from '../geometry/point.ts'
import { counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { LABEL_CHARACTERS_MAX } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { askedLevel } from './asked-node.ts'
import { firstFix, orFix } from './first-fix.ts'
import { lengthIn, polygonIn } from './input-units.ts'
import { layFloor } from './lay-floor.ts'
import { layWalls } from './lay-walls.ts'
import { doorFields, doorWidth, edgePlace, windowFields } from './opening-input.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { openEdges } from './room-openings.ts'
import { cleanOutline, inOrderAround } from './room-outline.ts'
import { freeMoves, moved, overlapsOf } from './room-overlap.ts'
import { SceneEdit } from './scene-edit.ts'
import { snapCorners } from './wall-snap.ts'

/** Doors, and windows, of one call. */
const ROOM_OPENINGS_MAX = 64

const input = z.strictObject({
  name: z.string().min(1).max(LABEL_CHARACTERS_MAX),
  polygon: polygonIn().describe('Corners [x, z] along the middle of its walls; X east, Z south'),
  levelId: z.string().optional().describe('The ground floor where none is named'),
  roomType: z.enum(ROOM_TYPE_NAMES).default('other'),
  wallHeight: lengthIn(0.3, 60).optional().describe('Up to the storey’s top where absent'),
  wallThickness: lengthIn(0.02, 2).default(0.15),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional()
    .describe('Of the room in plans, #rrggbb; the room type’s own where absent'),
  doors: z
    .array(z.strictObject({ ...edgePlace, ...doorFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  windows: z
    .array(z.strictObject({ ...edgePlace, ...windowFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  strict: z
    .boolean()
    .default(false)
    .describe('Refuse the room where a door or window does not fit'),
  createSlab: z.boolean().default(true),
  createCeiling: z.boolean().default(true),
})
type Input = z.infer<typeof input>

/** A room with all that bounds it. Walls between two rooms are one wall. */
export const createRoom: Operation<Input> = {
  name: 'create_room',
  description:
    'Makes a room: its zone, walls, floor slab and ceiling in one call. Edges along walls that are there use those walls. Edge i goes from corner i to the next.',
  input,
  refusals: [
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
    'limit_exceeded',
  ],
  run(scene, given) {
    return orFix(
      () => roomMade(scene, given),
      (refusal) => roomInstead(scene, given, refusal),
    )
  },
}

function roomMade(scene: Scene, given: Input): Outcome {
  const level = askedLevel(scene, given.levelId)
  cleanOutline(given.polygon)
  const { corners, snapped } = snapCorners(scene, level.id, given.polygon, true)
  const outline = cleanOutline(corners)
  const [overlap] = overlapsOf(scene, level.id, outline)
  if (overlap)
    throw new Refusal(
      'overlaps_room',
      `${given.name} would lie in ${overlap.zone.label ?? overlap.zone.id} by ${Number(overlap.areaSqMeters.toFixed(2))} m².`,
      {
        param: 'polygon',
        nodeIds: [overlap.zone.id],
        details: { overlapSqMeters: overlap.areaSqMeters },
      },
    )
  const edit = new SceneEdit(scene)
  const wishes = edgesOf(corners).map(([start, end]) => ({
    start,
    end,
    thickness: given.wallThickness,
    height: given.wallHeight,
  }))
  const laid = layWalls(
    edit,
    level.id,
    wishes.filter(({ start, end }) => String(start) !== String(end)),
  )
  // A corner that was told twice makes an edge of no length, which has no walls.
  let next = 0
  const wallIdsByEdge = wishes.map(({ start, end }) =>
    String(start) === String(end) ? [] : laid.wallIds[next++],
  )
  const polygon = counterClockwise(outline).map(([x, z]) => [x, z] as [number, number])
  const zone = edit.add('zone', level.id, {
    label: given.name,
    polygon,
    roomType: given.roomType,
    color: given.color ?? ROOM_TYPES[given.roomType].color,
  })
  const slabIds = given.createSlab ? layFloor(edit, level.id, 'slab', polygon) : []
  const ceilingIds = given.createCeiling ? layFloor(edit, level.id, 'ceiling', polygon) : []
  const opened = openEdges(
    edit,
    { corners, wallIds: wallIdsByEdge },
    [...given.doors.map(doorWish), ...given.windows.map(windowWish)],
    given.strict,
  )
  const made = opened.edit.scene
  return {
    scene: made,
    result: {
      zoneId: zone.id,
      slabId: slabIds[0],
      ceilingId: ceilingIds[0],
      wallIds: [...new Set(wallIdsByEdge.flat())],
      wallIdsByEdge,
      reusedWallIds: laid.reusedWallIds,
      lengthenedWallIds: laid.lengthenedWallIds,
      splitWalls: laid.splitWalls,
      doorIds: opened.ids.filter((id) => nodeOf(made, id, 'door')),
      windowIds: opened.ids.filter((id) => nodeOf(made, id, 'window')),
      skippedOpenings: opened.skipped,
      snapped,
      areaSqMeters: quantize(regionArea(zoneRegions(made, zone.id))),
    },
    issues: [...laid.issues, ...opened.issues],
  }
}

const doorWish = (given: Input['doors'][number], index: number) => {
  const { name, sillHeight, openingShape, ...door } = given
  return {
    ...door,
    index,
    kind: 'door' as const,
    label: name,
    width: doorWidth(door.doorType, door.width),
    sill: sillHeight,
    shape: openingShape,
    hinge: door.hingesSide,
    swing: door.swingDirection,
  }
}
const windowWish = (given: Input['windows'][number], index: number) => {
  const { name, sillHeight, openingShape, ...window } = given
  return {
    ...window,
    index,
    kind: 'window' as const,
    label: name,
    sill: sillHeight,
    shape: openingShape,
  }
}

const edgesOf = (corners: Polygon) =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]] as const)

function roomInstead(scene: Scene, given: Input, { code, param }: Refusal) {
  if (given.strict && param !== 'polygon')
    return { fix: firstFix(createRoom.name, roomMade, scene, [{ ...given, strict: false }]) }
  const inputs = [...instead(scene, given, code)].map((polygon) => ({
    ...given,
    polygon: polygon.map(([x, z]): [number, number] => [x, z]),
  }))
  const fix = firstFix(createRoom.name, roomMade, scene, inputs)
  const nearest = fix?.arguments.polygon as Polygon | undefined
  if (code !== 'overlaps_room' || !nearest) return { fix }
  return { fix, details: { nearestMove: subtract(nearest[0], given.polygon[0]).map(quantize) } }
}

function* instead(scene: Scene, { polygon, levelId }: Input, code: string): Iterable<Polygon> {
  if (code === 'invalid_polygon') {
    const ordered = inOrderAround(polygon)
    if (ordered) yield ordered
    return
  }
  const level = askedLevel(scene, levelId)
  const { corners } = snapCorners(scene, level.id, polygon, true)
  for (const outline of [polygon, corners])
    for (const move of freeMoves(scene, level.id, outline)) yield moved(outline, move)
}
