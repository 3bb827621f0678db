import { z } from 'zod'
import { difference, intersection, type Region, regionArea, ringsOf } from '../geometry/regions.ts'
import { findRooms, wallSides, zoneRegions } from '../kernel/rooms.ts'
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
  const former = zoneRegions(scene, zone.id)
  const edit = new SceneEdit(scene)
  const gone = items === 'remove' ? edit.remove(itemsIn(scene, zoneId).map(({ id }) => id)) : []
  const removed = walls === 'remove' ? removeWalls(edit, zone) : { openings: [], spared: [] }
  edit.remove([zone.id])
  const heir = heirOf(edit.scene, levelId, former)
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
      ...(heir ? [heirIssue(zone, heir, floor)] : unnamedIssue(edit.scene, zone, former)),
      ...issues,
    ],
  }
}

/**
 * The room that has most of the floor that was a deleted room's: in an open plan, or null. The
 * polygon of a room around a court has more than its floor.
 */
function heirOf(scene: Scene, levelId: string, former: Region[]): NodeOf<'zone'> | null {
  const least = regionArea(former) / 2
  const heir = childrenOf(scene, levelId, 'zone').find(
    ({ id }) => sharedArea(zoneRegions(scene, id), former) > least,
  )
  return heir ?? null
}

const sharedArea = (some: Region[], others: Region[]): number =>
  regionArea(intersection(ringsOf(some), ringsOf(others)))

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

/** An issue where walls still enclose the floor that was the room's, which then has no name. */
function unnamedIssue(
  scene: Scene,
  { parent, label, id }: NodeOf<'zone'>,
  former: Region[],
): Issue[] {
  const named = childrenOf(scene, parent!, 'zone').flatMap((zone) =>
    ringsOf(zoneRegions(scene, zone.id)),
  )
  const [most] = findRooms(scene, parent!)
    .map(({ net, wallIds }) => ({ wallIds, bare: difference(ringsOf(net), named) }))
    .map(({ wallIds, bare }) => ({ wallIds, bare, shared: sharedArea(bare, former) }))
    .sort((a, b) => b.shared - a.shared)
  if (!most || most.shared <= regionArea(former) / 2) return []
  return [
    {
      code: 'room.unnamed',
      severity: 'info',
      nodeIds: most.wallIds,
      message: `Walls still enclose ${regionArea(most.bare).toFixed(2)} m² where ${label ?? id} was: the area has no name now.`,
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
