import { z } from 'zod'
import type { Scene } from '../scene/scene.ts'
import { orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { addOpening, type NewOpening } from './openings/add-opening.ts'
import { doorWidth, leafOf } from './openings/doorway-type.ts'
import { openingFix } from './openings/opening-fix.ts'
import { doorFields, forceField, positionFields } from './openings/opening-input.ts'
import { resolvePlace } from './openings/place-request.ts'
import { resolveAround } from './openings/resolve-around.ts'
import type { Operation, Outcome } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  wallId: z.string().optional(),
  ...positionFields,
  ...doorFields,
  force: forceField,
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Adds a door, or a hole without a leaf, to an existing wall. */
export const addDoor: Operation<Input> = {
  name: 'add_door',
  description:
    'Puts a door into a wall at t, offset or centre, or where it fits best between two rooms. It moves a little where it does not fit (clamped), and is refused over another opening. By default it opens into the room, clear of what stands there.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'not_adjacent',
    'no_space',
    'opening_overlap',
    'opening_outside_wall',
    'opening_too_high',
    'blocks_door',
    'collides',
    'limit_exceeded',
  ],
  run(scene, given) {
    const call = { ...given, width: doorWidth(given.doorType, given.width) }
    return orFix(
      () => makeDoor(scene, call),
      (refusal) => openingFix('add_door', makeDoor, scene, call, call.wallId, refusal),
    )
  },
}

function makeDoor(scene: Scene, call: Input & { width: number }): Outcome {
  const { width, height, force } = call
  const edit = new SceneEdit(scene)
  const request: NewOpening = {
    ...leafOf(call),
    label: call.label,
    width,
    height,
    sill: call.sill,
    shape: call.shape,
    hinge: call.hinge,
    swing: call.swing,
    opensInto: call.opensInto,
    force,
    items: call.items,
  }
  const { wallId, offset, chosen } = resolvePlace(scene, call, request)
  const { id, issues, ...result } = addOpening(edit, wallId, { ...request, offset })
  const ids = request.kind === 'door' ? { doorId: id } : { openingId: id }
  const resolved = resolveAround(scene, edit, call)
  return {
    scene: edit.scene,
    result: { ...ids, ...result, stretch: chosen?.stretch, ...resolved?.items },
    issues: [...issues, ...(resolved?.issues ?? [])],
  }
}
