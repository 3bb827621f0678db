import { z } from 'zod'
import { area, counterClockwise, type Polygon } from '../geometry/polygon.ts'
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
import { doorWidth, leafOf } from './openings/doorway-type.ts'
import { doorFields, edgePosition, windowFields } from './openings/opening-input.ts'
import { openingsBelow } from './openings/openings-below.ts'
import { openEdges } from './openings/room-openings.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { edgeLike } from './rooms/free-outlines.ts'
import { layFloor } from './rooms/lay-floor.ts'
import { centreOutline, outlineFields } from './rooms/outline-request.ts'
import { freeMoves, refuseOverlap } from './rooms/room-overlap.ts'
import { SceneEdit } from './scene-edit.ts'
import type { LaidWalls } from './walls/lay-walls.ts'
import { outlineFix } from './walls/outline-fix.ts'
import { outlineWalls } from './walls/outline-walls.ts'

/** Most doors, and most windows, in one call. */
const ROOM_OPENINGS_MAX = 64

const input = z.strictObject({
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX).optional(),
  polygon: polygonIn(),
  ...outlineFields,
  levelId: z.string().optional(),
  roomType: z.enum(ROOM_TYPE_NAMES).default('other'),
  wallHeight: lengthIn(0.3, 60).optional(),
  wallThickness: lengthIn(0.02, 2).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  doors: z
    .array(z.strictObject({ ...edgePosition, ...doorFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  windows: z
    .array(z.strictObject({ ...edgePosition, ...windowFields }))
    .max(ROOM_OPENINGS_MAX)
    .default([]),
  strict: z.boolean().default(false),
  createZone: z.boolean().default(true),
  createWalls: z.boolean().default(true),
  createSlab: z.boolean().default(true),
  createCeiling: z.boolean().optional(),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/**
 * Makes a room with everything that bounds it. Two rooms share the wall between them. Without its
 * zone it is the shell of a storey, to be divided into rooms; without walls, a terrace, or a name
 * for a space between walls that stand.
 */
export const createRoom: Operation<Input> = {
  name: 'create_room',
  description:
    'Makes a room with walls, slab and ceiling; edges along existing walls use those. Edge i goes from corner i to the next.',
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
    const { createZone, createWalls } = request
    refuseParts(request)
    const { wallThickness, outerWallThickness, wallHeight } = buildingSizes(scene, request.levelId)
    const usual = createZone ? wallThickness : outerWallThickness
    const given = {
      ...request,
      wallThickness: request.wallThickness ?? (createWalls ? usual : undefined),
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
  const thickness = given.wallThickness ?? 0
  const drawn = centreOutline(scene, level.id, { ...given, thickness })
  const { corners, sagittas, outline, snapped } = drawn
  if (given.createZone) refuseOverlap(scene, level.id, outline, given.label ?? 'The room')
  const edit = new SceneEdit(scene)
  const looks = { thickness, height: given.wallHeight }
  const laid = given.createWalls ? outlineWalls(edit, level.id, corners, looks, sagittas) : NO_WALLS
  const polygon = counterClockwise(outline).map(([x, z]) => [x, z] as [number, number])
  const zone = given.createZone
    ? edit.add('zone', level.id, {
        label: given.label,
        polygon,
        roomType: given.roomType,
        color: given.color ?? ROOM_TYPES[given.roomType].color,
      })
    : null
  const slabIds = given.createSlab ? layFloor(edit, level.id, 'slab', polygon) : []
  const ceilingIds =
    (given.createCeiling ?? given.createWalls) ? layFloor(edit, level.id, 'ceiling', polygon) : []
  const opened = openEdges(
    edit,
    { zoneId: zone?.id ?? '', corners, sagittas, wallIds: laid.wallIds },
    [...given.doors.map(doorRequest), ...given.windows.map(windowRequest)],
    given.strict,
  )
  const resolved = resolveItems(scene, opened.edit, given.items)
  const made = opened.edit.scene
  refuseWallsInStairs(scene, made)
  return {
    scene: made,
    result: {
      zoneId: zone?.id,
      slabId: slabIds[0],
      ceilingId: ceilingIds[0],
      wallIds: [...new Set(laid.wallIds.flat())],
      wallIdsByEdge: laid.wallIds,
      reusedWallIds: laid.reusedWallIds,
      lengthenedWallIds: laid.lengthenedWallIds,
      splitWalls: laid.splitWalls,
      doorIds: opened.ids.filter((id) => nodeOf(made, id, 'door')),
      openingIds: noneAsAbsent(opened.ids.filter((id) => nodeOf(made, id, 'opening'))),
      windowIds: opened.ids.filter((id) => nodeOf(made, id, 'window')),
      skippedOpenings: opened.skipped,
      snapped,
      ...resolved.items,
      ...(zone
        ? { netArea: quantize(regionArea(zoneRegions(made, zone.id))) }
        : { grossArea: quantize(area(polygon)) }),
    },
    issues: [
      ...resolved.issues,
      ...laid.issues,
      ...opened.issues,
      ...openingsBelow(scene, made, level.id),
    ],
  }
}

/** Most rooms have no openings without a leaf, so that their answers do not list them. */
const noneAsAbsent = (ids: string[]) => (ids.length > 0 ? ids : undefined)

/** What a room without walls of its own has of them. */
const NO_WALLS: LaidWalls = {
  wallIds: [],
  reusedWallIds: [],
  splitWalls: [],
  lengthenedWallIds: [],
  issues: [],
}

/** Refuses a room without what it needs to be one. */
function refuseParts({ label, createZone, createWalls, doors, windows }: Input): void {
  if (createZone && createWalls && label === undefined)
    throw new Refusal('invalid_input', 'A room needs a label.', { param: 'label' })
  if (!(createZone && createWalls) && doors.length + windows.length > 0)
    throw new Refusal(
      'invalid_input',
      'Without its zone or its walls a room has no doors and windows; add_door and add_window make them.',
      { param: doors.length > 0 ? 'doors' : 'windows' },
    )
}

function doorRequest(given: Input['doors'][number], index: number) {
  const { offset, doorType, ...door } = given
  const width = doorWidth(doorType, door.width)
  return { ...door, along: offset, index, width, ...leafOf(given, `doors.${index}.`) }
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
