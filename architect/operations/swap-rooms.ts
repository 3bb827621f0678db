import { z } from 'zod'
import { boxOf } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { isInside } from '../kernel/exposure.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { Issue } from '../scene/issue.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { setFinish } from './finishes/set-finish.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { refurnishRooms } from './fit/refurnish-rooms.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { carryItems, removedIssue } from './rooms/carry-items.ts'
import { itemsIn } from './rooms/items-in.ts'
import { facesInto, wallLook } from './rooms/join-rooms.ts'
import type { ZoneChange } from './rooms/zone-changes.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  zoneIds: z.array(z.string()).length(2),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Two rooms change places: name, use, colour, finishes and furniture. Walls stay. */
export const swapRooms: Operation<Input> = {
  name: 'swap_rooms',
  description:
    'Exchanges names, uses, finishes and furniture of two rooms; ids and walls stay. Afterwards zoneIds name the same floors as before.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'collides',
    'blocks_door',
    'outside_room',
    'no_space',
    'headroom',
    'limit_exceeded',
  ],
  run(scene, given) {
    return orFix(
      () => swap(scene, given),
      () => ({
        fix: isRefusing(given)
          ? firstFix('swap_rooms', swap, scene, [
              { ...given, items: 'shift' },
              { ...given, items: 'refurnish' },
            ])
          : null,
      }),
    )
  },
}

function swap(scene: Scene, { zoneIds, items = 'refuse' }: Input): Outcome {
  const [a, b] = zoneIds.map((id, index) => requireNode(scene, id, ['zone'], `zoneIds.${index}`))
  if (a === b)
    throw new Refusal('invalid_input', 'zoneIds must name two different rooms.', {
      param: 'zoneIds',
      nodeIds: [a.id],
    })
  refuseOutdoors(scene, a, b)
  const edit = new SceneEdit(scene)
  edit.change(a.id, looksOf(b))
  edit.change(b.id, looksOf(a))
  swapFinishes(edit, a, b)
  const [ofA, ofB] = [a, b].map(({ id }) => itemsIn(scene, id))
  const issues: Issue[] = []
  const settled = {
    movedItems: [] as string[],
    removedItems: [] as string[],
    addedItems: [] as string[],
  }
  if (items === 'refurnish') {
    const { added, missing } = refurnishRooms(edit, [
      { zoneId: b.id, items: ofA },
      { zoneId: a.id, items: ofB },
    ])
    settled.removedItems = [...ofA, ...ofB].map(({ id }) => id)
    settled.addedItems = added
    for (const item of missing) issues.push(removedIssue(item))
  } else {
    const carried = carryItems(
      edit,
      [
        { items: ofA, from: a, to: b },
        { items: ofB, from: b, to: a },
      ],
      items,
    )
    settled.movedItems = carried.movedItems
    settled.removedItems = carried.removedItems
    issues.push(...carried.issues)
  }
  return {
    scene: edit.scene,
    result: {
      zones: [a, b].map((zone) => changeOf(edit.scene, zone)),
      walls: { moved: [], created: [], removed: [] },
      ...settled,
    },
    issues,
  }
}

/** Refuses a room of the house and one outdoors: the use of each depends on what is around it. */
function refuseOutdoors(scene: Scene, ...zones: NodeOf<'zone'>[]): void {
  const outdoors = zones.filter(({ id, parent }) => !isInside(scene, parent!, id))
  if (outdoors.length !== 1) return
  const [a, b] = [outdoors[0], zones.find((zone) => zone !== outdoors[0])!].map(
    ({ label, id }) => label ?? id,
  )
  throw new Refusal(
    'wrong_kind',
    `${a} is outdoors and ${b} is a room of the house: walls stay, so that they cannot change places. Name two rooms, or two zones outdoors.`,
    { param: 'zoneIds', nodeIds: [outdoors[0].id] },
  )
}

/** A swapped room: another name, and the same area. */
function changeOf(scene: Scene, { id }: NodeOf<'zone'>): ZoneChange {
  const area = { netArea: quantize(regionArea(zoneRegions(scene, id))) }
  return { zoneId: id, label: nodeOf(scene, id, 'zone')!.label, before: area, after: area }
}

const looksOf = ({ label, roomType, color, finishes }: NodeOf<'zone'>) => ({
  label,
  roomType,
  color,
  finishes,
})

/** The looks of their walls, and of floors and ceilings that are of one of them alone. */
function swapFinishes(edit: SceneEdit, a: NodeOf<'zone'>, b: NodeOf<'zone'>): void {
  const looks = [b, a].map((other) => wallLook(edit.scene, other))
  const faces = [a, b].map((zone) => facesInto(edit.scene, zone))
  // A face of a partition is of one room: none is set twice.
  for (const [index, look] of looks.entries())
    for (const { wallId, face } of faces[index]) {
      setFinish(edit, wallId, face, {})
      setFinish(edit, wallId, face, look)
    }
  for (const kind of ['slab', 'ceiling'] as const) {
    const [own, other] = [a, b].map((zone) => ownBoard(edit.scene, zone, kind))
    if (!own || !other || own.id === other.id) continue
    edit.change(own.id, { finishes: other.finishes })
    edit.change(other.id, { finishes: own.finishes })
  }
}

/** How far the outlines of a board and of its room may be apart, in metres. */
const APART_M = 0.2

/** The slab or ceiling that has the outline of the room; null where it reaches over others. */
function ownBoard(
  scene: Scene,
  zone: NodeOf<'zone'>,
  kind: 'slab' | 'ceiling',
): NodeOf<'slab'> | NodeOf<'ceiling'> | null {
  const own = boxOf(zone.polygon)
  const boards = childrenOf<'slab' | 'ceiling'>(scene, zone.parent!, kind)
  const found = boards.find(({ polygon }) => {
    const box = boxOf(polygon)
    return (['minX', 'maxX', 'minZ', 'maxZ'] as const).every(
      (side) => Math.abs(box[side] - own[side]) < APART_M,
    )
  })
  return found ?? null
}
