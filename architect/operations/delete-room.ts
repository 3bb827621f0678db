import { z } from 'zod'
import { area, centroid, contains, counterClockwise } from '../geometry/polygon.ts'
import { intersection, regionArea, ringsOf } from '../geometry/regions.ts'
import { findRooms, wallSides, zoneInside } from '../kernel/rooms.ts'
import type { Issue } from '../scene/issue.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf, type Scene } from '../scene/scene.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { requireNode } from './nodes/require-node.ts'
import { requireZones } from './nodes/require-zones.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { cutAtJoints } from './rooms/cut-at-joints.ts'
import { cutFloors } from './rooms/cut-floors.ts'
import { itemsIn } from './rooms/items-in.ts'
import { JOIN_ROOMS_CODES, joinAt, joinRooms, neighbourPairs, wallsOf } from './rooms/join-rooms.ts'
import { roomChanges } from './rooms/room-changes.ts'
import { sparedWalls } from './rooms/spared-walls.ts'
import { SceneEdit } from './scene-edit.ts'

const FATES = ['remove', 'keep'] as const

const input = z.strictObject({
  zoneId: z.string(),
  walls: z.enum(FATES).optional().describe('Absent: keep, remove with into'),
  floor: z.enum(FATES).default('keep'),
  items: z.enum(FATES).default('keep').describe('Furniture in the room'),
  into: z.string().optional(),
})
type Input = z.infer<typeof input>

/** Deletes a room, or gives its area to a neighbour. */
export const deleteRoom: Operation<Input> = {
  name: 'delete_room',
  description:
    'Deletes a room; walls of other rooms or under a storey or a roof stay. As requested its walls, its floor with its ceiling, and its furniture go. With into, a room next to it gets the area.',
  input,
  refusals: JOIN_ROOMS_CODES,
  isDestructive: true,
  run(scene, given) {
    return orFix(
      () => (given.into === undefined ? removeRoom(scene, given) : giveRoom(scene, given)),
      ({ code }) => ({
        fix: firstFix('delete_room', runOne, scene, otherCalls(scene, given, code)),
      }),
    )
  },
}

const runOne = (scene: Scene, given: Input): Outcome =>
  given.into === undefined ? removeRoom(scene, given) : giveRoom(scene, given)

function giveRoom(scene: Scene, { zoneId, into, walls, floor, items }: Input): Outcome {
  const [heir, zone] = requireZones(scene, [into!, zoneId], 'into', ['into', 'zoneId'])
  if (walls === 'keep')
    throw new Refusal(
      'invalid_input',
      `With into, the walls between ${nameOf(zone)} and ${nameOf(heir)} go: one room has no wall through it. Leave walls out, or leave into out.`,
      { param: 'walls', nodeIds: [zone.id] },
    )
  if (floor === 'remove')
    throw new Refusal(
      'invalid_input',
      `${nameOf(heir)} needs the floor of the area that it gets. Leave floor out, or leave into out.`,
      { param: 'floor', nodeIds: [zone.id] },
    )
  const edit = new SceneEdit(scene)
  const gone = items === 'remove' ? edit.remove(itemsIn(scene, zoneId).map(({ id }) => id)) : []
  const joined = joinRooms(edit, [heir, zone], 'into')
  const { issues, items: resolved } = resolveItems(scene, edit, 'shift', [heir.id])
  refuseMisfits(scene, edit.scene)
  return {
    scene: edit.scene,
    result: {
      ...roomChanges(scene, edit.scene, zone.parent!),
      ...joined,
      ...resolved,
      removedItems: [...gone, ...resolved.removedItems],
      sparedWalls: [],
    },
    issues,
  }
}

function removeRoom(scene: Scene, { zoneId, walls = 'keep', floor, items }: Input): Outcome {
  const zone = requireNode(scene, zoneId, ['zone'], 'zoneId')
  const levelId = zone.parent!
  const edit = new SceneEdit(scene)
  const gone = items === 'remove' ? edit.remove(itemsIn(scene, zoneId).map(({ id }) => id)) : []
  const removed = walls === 'remove' ? removeWalls(edit, zone) : { openings: [], spared: [] }
  edit.remove([zone.id])
  const heir = heirOf(edit.scene, zone)
  if (floor === 'remove' && !heir) cutFloors(edit, levelId, zone.polygon)
  const { issues, items: resolved } = resolveItems(scene, edit, 'shift')
  refuseMisfits(scene, edit.scene)
  return {
    scene: edit.scene,
    result: {
      ...roomChanges(scene, edit.scene, levelId),
      removedOpenings: removed.openings,
      ...resolved,
      removedItems: [...gone, ...resolved.removedItems],
      sparedWalls: removed.spared,
    },
    issues: [
      ...(heir ? [heirIssue(zone, heir, floor)] : unnamedIssue(edit.scene, zone)),
      ...issues,
    ],
  }
}

/** The room of which the area of a deleted room is part now: in an open plan, or null. */
function heirOf(scene: Scene, { parent, polygon }: NodeOf<'zone'>): NodeOf<'zone'> | null {
  const least = area(polygon) / 2
  const heir = childrenOf(scene, parent!, 'zone').find(({ id }) => {
    const net = ringsOf(zoneInside(scene, id).net)
    return net.length > 0 && regionArea(intersection(net, [counterClockwise(polygon)])) > least
  })
  return heir ?? null
}

function heirIssue(zone: NodeOf<'zone'>, heir: NodeOf<'zone'>, floor: Input['floor']): Issue {
  const stays = floor === 'remove' ? ' Its floor and ceiling stay.' : ''
  return {
    code: 'room.joined',
    severity: 'info',
    nodeIds: [heir.id],
    message: `No wall stands between ${nameOf(zone)} and ${nameOf(heir)}, which has its area now.${stays}`,
  }
}

/** Removes the walls that bound this room alone; the others are listed with the reason. */
function removeWalls(edit: SceneEdit, zone: NodeOf<'zone'>) {
  const levelId = zone.parent!
  cutAtJoints(edit, levelId, wallsOf(edit.scene, [zone]))
  const own = [...wallsOf(edit.scene, [zone])].sort().filter((id) => {
    const { left, right } = wallSides(edit.scene, id)
    return left === zone.id || right === zone.id
  })
  const spared = sparedWalls(edit.scene, zone, own)
  const stays = new Set(spared.map(({ wallId }) => wallId))
  const walls = own.filter((id) => !stays.has(id)).map((id) => nodeOf(edit.scene, id, 'wall')!)
  const openings = walls.flatMap(({ id }) =>
    openingsOf(edit.scene, id).map(({ id, kind, label }) => ({ id, kind, label })),
  )
  edit.remove(walls.map(({ id }) => id))
  joinAt(
    edit,
    levelId,
    walls.flatMap(({ start, end }) => [start, end]),
  )
  return { openings, spared }
}

/** An issue where walls still enclose the area, which then has no name. */
function unnamedIssue(scene: Scene, { parent, polygon, label, id }: NodeOf<'zone'>): Issue[] {
  const middle = centroid(polygon)
  const room = findRooms(scene, parent!).find(
    ({ loop, holes }) => contains(loop, middle) && !holes.some((hole) => contains(hole, middle)),
  )
  const isNamed = childrenOf(scene, parent!, 'zone').some((zone) => contains(zone.polygon, middle))
  if (!room || isNamed) return []
  return [
    {
      code: 'room.unnamed',
      severity: 'info',
      nodeIds: room.wallIds,
      message: `Walls still enclose ${room.netArea.toFixed(2)} m² where ${label ?? id} was: the area has no name now.`,
    },
  ]
}

const nameOf = ({ id, label }: NodeOf<'zone'>): string => label ?? id

function* otherCalls(scene: Scene, given: Input, code: string): Iterable<Input> {
  const { into, ...alone } = given
  if (into === undefined) return
  if (code === 'invalid_input') yield { ...given, walls: undefined, floor: 'keep' }
  const zone = nodeOf(scene, given.zoneId, 'zone')
  if (code !== 'rooms_apart' || !zone) return
  const near = neighbourPairs(scene, zone.parent!).get(zone.id) ?? new Set<string>()
  for (const id of near) yield { ...alone, into: id }
}
