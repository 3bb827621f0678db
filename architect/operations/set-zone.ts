import { z } from 'zod'
import { counterClockwise } from '../geometry/polygon.ts'
import { polygonIn } from '../input/input-units.ts'
import { zoneInside } from '../kernel/rooms.ts'
import { LABEL_CHARACTERS_MAX, type NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPE_NAMES, ROOM_TYPES } from '../scene/room-types.ts'
import type { Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { orFix } from './fit/first-fix.ts'
import { requireLevel, requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { centreOutline, outlineFields } from './rooms/outline-request.ts'
import { refuseOverlap } from './rooms/room-overlap.ts'
import { SceneEdit } from './scene-edit.ts'
import { outlineFix } from './walls/outline-fix.ts'

const input = z.strictObject({
  zoneId: z.string().optional().describe('The room to change; absent: a new one'),
  polygon: polygonIn().optional(),
  ...outlineFields,
  levelId: z.string().optional(),
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX).optional(),
  roomType: z.enum(ROOM_TYPE_NAMES).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
})
type Input = z.infer<typeof input>

/**
 * Sets the name and use of an area. Walls, slabs and ceilings stay as they are. Superseded by
 * `edit_room`, and by `create_room` without walls; files of calls still use it.
 */
export const setZone: Operation<Input> = {
  name: 'set_zone',
  isSuperseded: true,
  description:
    'Names an area: makes a room from a polygon where walls stand already, or changes the name, use, colour or outline of the room zoneId. Does not make walls; create_room does.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'invalid_polygon',
    'overlaps_room',
    'limit_exceeded',
  ],
  run(scene, given) {
    const { zoneId, polygon } = given
    if (zoneId === undefined && polygon === undefined)
      throw new Refusal(
        'invalid_input',
        'Give the zoneId of a room, or the polygon of a new one.',
        {
          param: 'polygon',
        },
      )
    const zone = zoneId === undefined ? undefined : requireNode(scene, zoneId, ['zone'], 'zoneId')
    const levelId = zone?.parent ?? requireLevel(scene, given.levelId).id
    return orFix(
      () => makeZone(scene, given, levelId, zone),
      (refusal) => ({
        fix:
          polygon &&
          outlineFix(
            { tool: 'set_zone', scene, levelId, outline: polygon, except: zoneId, refusal },
            (outline) => ({ ...given, polygon: outline }),
            (_, call) => makeZone(scene, call, levelId, zone),
          ),
      }),
    )
  },
}

function makeZone(scene: Scene, given: Input, levelId: string, zone?: NodeOf<'zone'>): Outcome {
  const { label, roomType, color } = given
  const edit = new SceneEdit(scene)
  const type = roomType ?? zone?.roomType ?? 'other'
  // A custom colour stays when the use changes; a default one changes with it.
  const isUsual = !zone || zone.color === ROOM_TYPES[zone.roomType].color
  const fields = {
    label: label ?? zone?.label,
    roomType: type,
    color: color ?? (isUsual ? ROOM_TYPES[type].color : zone.color),
    ...(given.polygon && { polygon: outlineOf(scene, given, levelId) }),
  }
  const id = zone?.id ?? edit.add('zone', levelId, fields).id
  if (zone) edit.change(id, fields)
  const { netArea, grossArea } = zoneInside(edit.scene, id)
  return {
    scene: edit.scene,
    result: {
      zoneId: id,
      netArea: quantize(netArea),
      grossArea: quantize(grossArea),
    },
  }
}

function outlineOf(scene: Scene, given: Input, levelId: string) {
  const { polygon, zoneId, label } = given
  const drawn = centreOutline(scene, levelId, { ...given, polygon: polygon!, thickness: 0 })
  const outline = counterClockwise(drawn.outline)
  refuseOverlap(scene, levelId, outline, label ?? zoneId ?? 'The room', zoneId)
  return outline.map(([x, z]): [number, number] => [x, z])
}
