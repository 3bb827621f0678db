import { z } from 'zod'
import { add, leftOf, mix, type Point, scale, subtract, unit } from '../geometry/point.ts'
import { counterClockwise } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { Issue } from '../scene/issue.ts'
import { LABEL_CHARACTERS_MAX, type NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { MISFIT_CODES, refuseMisfits } from './fit/refuse-misfits.ts'
import { RESOLVE_ITEMS_CODES, resolveItems } from './fit/resolve-items.ts'
import { buildingSizes } from './levels/building-sizes.ts'
import { renamed } from './merge-rooms.ts'
import { requireNode } from './nodes/require-node.ts'
import { addOpening } from './openings/add-opening.ts'
import { DOORWAY_TYPES, doorWidth, leafOf } from './openings/doorway-type.ts'
import { OPENING_MIN_M } from './openings/opening-fix.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { startingAt, withoutStraightCorners } from './rooms/join-outlines.ts'
import { roomChanges } from './rooms/room-changes.ts'
import { besideCourts, endOnWall, positionOf, type RoomCut, roomCuts } from './rooms/room-cut.ts'
import { cleanOutline } from './rooms/room-outline.ts'
import { SceneEdit } from './scene-edit.ts'
import { layWalls } from './walls/lay-walls.ts'

const label = z.string().min(1).max(LABEL_CHARACTERS_MAX)

const input = z.strictObject({
  zoneId: z.string(),
  line: z.array(pointIn()).length(2).optional(),
  axis: z.enum(['x', 'z']).optional(),
  at: lengthIn(-10_000, 10_000).optional(),
  share: z.number().min(0.05).max(0.95).optional(),
  area: lengthless().optional(),
  labels: z.array(label).length(2).optional(),
  roomTypes: z.array(z.enum(ROOM_TYPE_NAMES)).length(2).optional(),
  wallThickness: lengthIn(0.02, 2).optional(),
  door: z
    .strictObject({
      t: z.number().min(0).max(1).optional(),
      width: lengthIn(OPENING_MIN_M, 12).optional(),
      height: lengthIn(OPENING_MIN_M, 8).default(2.1),
      doorType: z.enum(DOORWAY_TYPES).default('hinged'),
      hinge: z.enum(['start', 'end']).optional(),
      swing: z.enum(['left', 'right']).optional(),
      label: label.optional(),
    })
    .optional(),
  items: itemsField(),
})
type Given = z.infer<typeof input>
type Input = Given & { wallThickness: number }

/** Square metres are the same in every unit of length. */
function lengthless() {
  return z.number().min(0.25).max(1e6)
}

/** Divides a room by a wall. */
export const splitRoom: Operation<Given> = {
  name: 'split_room',
  description:
    'Divides a room by a wall; its first part (west, north or left of the line) stays zoneId. The wall runs along a line, or across an axis at a coordinate, a share or an area of the first part. The second part is a new room.',
  input,
  refusals: [
    ...new Set([
      'invalid_input' as const,
      'node_not_found' as const,
      'wrong_kind' as const,
      'no_space' as const,
      'wall_curved' as const,
      'limit_exceeded' as const,
      ...MISFIT_CODES,
      ...RESOLVE_ITEMS_CODES,
    ]),
  ],
  run(scene, request) {
    const zone = requireNode(scene, request.zoneId, ['zone'], 'zoneId')
    const sizes = buildingSizes(scene, zone.parent!)
    const given = { ...request, wallThickness: request.wallThickness ?? sizes.wallThickness }
    return orFix(
      () => divide(scene, given),
      (refusal) => ({
        fix: firstFix('split_room', divide, scene, otherCalls(scene, given, refusal)),
      }),
    )
  },
}

function divide(scene: Scene, given: Input): Outcome {
  const zone = requireNode(scene, given.zoneId, ['zone'], 'zoneId')
  const levelId = zone.parent!
  const cut = besideCourts(scene, zone, cutOf(scene, zone, given))
  const edit = new SceneEdit(scene)
  const along = unit(subtract(cut.to, cut.from))
  const laid = layWalls(
    edit,
    levelId,
    cut.stretches.map(([start, end]) => ({
      start: endOnWall(scene, levelId, start, along),
      end: endOnWall(scene, levelId, end, along),
      thickness: given.wallThickness,
    })),
  )
  const second = divideZone(edit, zone, cut, given)
  const wallIds = laid.wallIds.flat()
  const opened = given.door && addDoor(edit, wallIds, given.door, !isRefusing(given))
  const { issues, items: resolved } = resolveItems(scene, edit, given.items, [zone.id, second])
  refuseMisfits(scene, edit.scene)
  refuseTiny(edit.scene, [zone.id, second])
  return {
    scene: edit.scene,
    result: {
      zoneIds: [zone.id, second],
      wallIds,
      doorId: opened?.id,
      splitWalls: laid.splitWalls,
      ...roomChanges(scene, edit.scene, levelId),
      ...resolved,
    },
    issues: [...laid.issues, ...(opened?.issues ?? []), ...issues],
  }
}

/** The cut that was requested. Refuses lines that miss the room, or leave and enter it again. */
function cutOf(scene: Scene, zone: NodeOf<'zone'>, given: Input): RoomCut {
  const { line, axis } = given
  if ((line === undefined) === (axis === undefined))
    throw new Refusal(
      'invalid_input',
      'Give either line, two points, or axis with at, share or area.',
      {
        param: 'line',
      },
    )
  const [at, along] = line
    ? [line[0] as Point, subtract(line[1], line[0])]
    : axisLine(scene, zone, given)
  if (Math.hypot(...along) < 0.01)
    throw new Refusal('invalid_input', 'The two points of line coincide.', { param: 'line' })
  const cuts = roomCuts(zone, at, along)
  if (cuts.length === 0)
    throw new Refusal(
      'no_space',
      `The line does not divide ${nameOf(zone)}: it passes outside of it.`,
      {
        param: line ? 'line' : 'at',
        nodeIds: [zone.id],
      },
    )
  if (cuts.length === 1) return cuts[0]
  // Of several stretches the one at the middle of the given points is the one requested.
  const middle = line && mix(line[0] as Point, line[1] as Point, 0.5)
  const own = middle && cuts.find(({ from, to }) => isBetween(middle, from, to))
  if (own) return own
  throw new Refusal(
    'no_space',
    `The line leaves ${nameOf(zone)} and enters it again: it has ${cuts.length} stretches in the room. Give line within one of them.`,
    {
      param: line ? 'line' : 'axis',
      nodeIds: [zone.id],
      details: { stretches: cuts.map(({ from, to }) => [from, to]) },
    },
  )
}

function isBetween(at: Point, from: Point, to: Point): boolean {
  const along = subtract(to, from)
  const share =
    ((at[0] - from[0]) * along[0] + (at[1] - from[1]) * along[1]) /
    (along[0] * along[0] + along[1] * along[1])
  return share >= 0 && share <= 1
}

/**
 * A point and a direction across the axis, so that the west or the north is to the left: southward
 * lines have the east to their left, so that x-cuts run north, and z-cuts run east.
 */
function axisLine(scene: Scene, zone: NodeOf<'zone'>, given: Input): [Point, Point] {
  const { axis, at, share, area, wallThickness } = given
  if ([at, share, area].filter((value) => value !== undefined).length !== 1)
    throw new Refusal('invalid_input', 'Give one of at, share and area with axis.', { param: 'at' })
  const index = axis === 'x' ? 0 : 1
  const position = at ?? positionOf(scene, zone, index, { share, area }, wallThickness)
  if (position === null)
    throw new Refusal(
      'no_space',
      `${nameOf(zone)} has ${netArea(scene, zone.id)} m², not ${area} m² and a wall.`,
      { param: 'area', nodeIds: [zone.id] },
    )
  const on = quantize(position)
  return index === 0
    ? [
        [on, 0],
        [0, -1],
      ]
    : [
        [0, on],
        [1, 0],
      ]
}

/** Gives the zone its first part and adds the second; returns the id of the second. */
function divideZone(edit: SceneEdit, zone: NodeOf<'zone'>, cut: RoomCut, given: Input): string {
  const { labels, roomTypes } = given
  const [first, second] = [cut.left, cut.right].map((part) =>
    startingAt(
      counterClockwise(cleanOutline(withoutStraightCorners(part), 'line')),
      zone.polygon,
    ).map(([x, z]): [number, number] => [x, z]),
  )
  const look = zone.finishes && { finishes: zone.finishes }
  edit.change(zone.id, { ...renamed(zone, labels?.[0], roomTypes?.[0]), polygon: first })
  const type = roomTypes?.[1] ?? zone.roomType
  const isUsual = zone.color === ROOM_TYPES[zone.roomType].color
  return edit.add('zone', zone.parent!, {
    label: labels?.[1] ?? (zone.label && secondLabel(zone.label)),
    roomType: type,
    color: isUsual || roomTypes ? ROOM_TYPES[type].color : zone.color,
    polygon: second,
    ...look,
  }).id
}

/** `Bedroom 2`, within the length of a label. */
const secondLabel = (label: string): string => `${label.slice(0, LABEL_CHARACTERS_MAX - 2)} 2`

function addDoor(
  edit: SceneEdit,
  wallIds: readonly string[],
  { t, width, doorType, ...door }: NonNullable<Input['door']>,
  /** Whether what stands in its swing gives way. */
  force: boolean,
): { id: string; issues: Issue[] } {
  const wall = nodeOf(edit.scene, wallIds[0], 'wall')!
  const length = Math.hypot(...subtract(wall.end, wall.start))
  return addOpening(edit, wall.id, {
    ...door,
    ...leafOf({ ...door, doorType }, 'door.'),
    offset: t === undefined ? undefined : t * length,
    width: doorWidth(doorType, width),
    sill: 0,
    force,
  })
}

/** Least net area of a part, in square metres: that of the smallest room. */
const PART_MIN_M2 = 0.25

function refuseTiny(scene: Scene, zoneIds: readonly string[]): void {
  const tiny = zoneIds.find((id) => netArea(scene, id) < PART_MIN_M2)
  if (tiny === undefined) return
  throw new Refusal(
    'no_space',
    `A part would have ${netArea(scene, tiny)} m² between its walls; a room has ${PART_MIN_M2} m² or more.`,
    { param: 'at' },
  )
}

const netArea = (scene: Scene, zoneId: string): number =>
  quantize(regionArea(zoneRegions(scene, zoneId)))

const nameOf = ({ id, label }: NodeOf<'zone'>): string => label ?? id

/** Steps by which the line is moved to either side in search of one that works, in metres. */
const STEPS_M = [0.1, 0.2, 0.3, 0.5, 0.8]

function* otherCalls(scene: Scene, given: Input, { code, details }: Refusal): Iterable<Input> {
  const zone = nodeOf(scene, given.zoneId, 'zone')
  if (!zone || code === 'invalid_input') return
  const stretches = details?.stretches as [Point, Point][] | undefined
  for (const [from, to] of stretches ?? [])
    yield { ...withoutLine(given), line: [[...from], [...to]] }
  if (stretches) return
  const base = lineOf(scene, zone, given)
  if (code === 'collides' && isRefusing(given)) yield { ...given, items: 'shift' }
  if (base) {
    const across = leftOf(unit(subtract(base[1], base[0])))
    for (const step of STEPS_M)
      for (const sign of [1, -1]) {
        const [from, to] = base.map((point) => {
          const [x, z] = add(point, scale(across, sign * step))
          return [quantize(x), quantize(z)] as [number, number]
        })
        yield { ...withoutLine(given), line: [from, to] }
      }
  }
  if (code === 'collides' && isRefusing(given)) yield { ...given, items: 'refurnish' }
}

const withoutLine = ({ axis, at, share, area, ...rest }: Input): Input => rest

function lineOf(scene: Scene, zone: NodeOf<'zone'>, given: Input): [Point, Point] | null {
  try {
    const { from, to } = cutOf(scene, zone, given)
    return [from, to]
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
