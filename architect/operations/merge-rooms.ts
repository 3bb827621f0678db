import { z } from 'zod'
import { LABEL_CHARACTERS_MAX, type NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES, type RoomTypeName } from '../scene/room-types.ts'
import type { Scene } from '../scene/scene.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { requireZones } from './nodes/require-zones.ts'
import type { Operation, Outcome } from './operation.ts'
import type { Refusal } from './refusal.ts'
import { JOIN_ROOMS_CODES, joinRooms } from './rooms/join-rooms.ts'
import { roomChanges } from './rooms/room-changes.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most rooms that one call merges. */
const MERGED_ROOMS_MAX = 32

const input = z.strictObject({
  zoneIds: z.array(z.string()).min(2).max(MERGED_ROOMS_MAX),
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX).optional(),
  roomType: z.enum(ROOM_TYPE_NAMES).optional(),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Makes one room of several. */
export const mergeRooms: Operation<Input> = {
  name: 'merge_rooms',
  description:
    'Makes one room of neighbours: the walls between go, the first room covers all. Walls left in one line become one, and the first room keeps its look. Things that hung on the removed walls are listed.',
  input,
  refusals: JOIN_ROOMS_CODES,
  isDestructive: true,
  run(scene, given) {
    return orFix(
      () => makeOne(scene, given),
      (refusal) => ({
        fix: firstFix('merge_rooms', makeOne, scene, otherCalls(given, refusal)),
      }),
    )
  },
}

function makeOne(scene: Scene, { zoneIds, label, roomType, items }: Input): Outcome {
  const zones = requireZones(scene, zoneIds, 'zoneIds')
  const [first] = zones
  const levelId = first.parent!
  const edit = new SceneEdit(scene)
  const joined = joinRooms(edit, zones, 'zoneIds')
  edit.change(first.id, renamed(first, label, roomType))
  const { issues, items: resolved } = resolveItems(scene, edit, items, [first.id])
  refuseMisfits(scene, edit.scene)
  return {
    scene: edit.scene,
    result: {
      zoneId: first.id,
      ...roomChanges(scene, edit.scene, levelId),
      ...joined,
      ...resolved,
    },
    issues,
  }
}

/** Fields of a room with another label and type; a usual colour follows its type. */
export function renamed(
  zone: NodeOf<'zone'>,
  label: string | undefined,
  roomType: RoomTypeName = zone.roomType,
): Record<string, unknown> {
  const isUsual = zone.color === ROOM_TYPES[zone.roomType].color
  return {
    label: label ?? zone.label,
    roomType,
    color: isUsual ? ROOM_TYPES[roomType].color : zone.color,
  }
}

function* otherCalls(given: Input, { code, details }: Refusal): Iterable<Input> {
  const between = details?.between
  if (code === 'rooms_apart' && Array.isArray(between) && between.length > 0)
    yield { ...given, zoneIds: [...given.zoneIds, ...between] }
  if (!isRefusing(given)) return
  yield { ...given, items: 'shift' }
  yield { ...given, items: 'refurnish' }
}
