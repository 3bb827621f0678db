import { z } from 'zod'
import type { Scene } from '../scene/scene.ts'
import { orFix } from './fit/first-fix.ts'
import { addOpening, type NewOpening } from './openings/add-opening.ts'
import { openingFix } from './openings/opening-fix.ts'
import { forceField, positionFields, windowFields } from './openings/opening-input.ts'
import { resolvePlace } from './openings/place-request.ts'
import type { Operation, Outcome } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  wallId: z.string().optional(),
  ...positionFields,
  ...windowFields,
  force: forceField,
})
type Input = z.infer<typeof input>

/** Adds a window to an existing wall. */
export const addWindow: Operation<Input> = {
  name: 'add_window',
  description:
    'Puts a window into a wall, placed as a door. It moves a little where it does not fit (clamped), and is refused over another opening or above the wall.',
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
    'limit_exceeded',
  ],
  run(scene, given) {
    return orFix(
      () => makeWindow(scene, given),
      (refusal) => openingFix('add_window', makeWindow, scene, given, given.wallId, refusal),
    )
  },
}

function makeWindow(scene: Scene, call: Input): Outcome {
  const { width, height, windowType, force } = call
  const edit = new SceneEdit(scene)
  const request: NewOpening = {
    kind: 'window',
    label: call.label,
    width,
    height,
    sill: call.sill,
    shape: call.shape,
    windowType,
    force,
  }
  const { wallId, offset, chosen } = resolvePlace(scene, call, request)
  const { id, issues, ...result } = addOpening(edit, wallId, { ...request, offset })
  return {
    scene: edit.scene,
    result: { windowId: id, ...result, stretch: chosen?.stretch },
    issues,
  }
}
