import { z } from 'zod'
import { lengthIn } from '../input/input-units.ts'
import { wallSides } from '../kernel/rooms.ts'
import { LABEL_CHARACTERS_MAX, type NodeOf } from '../scene/nodes.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { outerFaces } from './finishes/outer-faces.ts'
import { movedItemsFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { INVALID_CODES, refuseInvalid } from './fit/refuse-invalid.ts'
import { MISFIT_CODES, refuseMisfits } from './fit/refuse-misfits.ts'
import { RESOLVE_ITEMS_CODES, type ResolvedItems, resolveItems } from './fit/resolve-items.ts'
import { lookIn } from './input/look-input.ts'
import { buildingSizes } from './levels/building-sizes.ts'
import { requireBuilding } from './nodes/require-building.ts'
import type { Operation, Outcome } from './operation.ts'
import { type FollowedGuards, followGuards } from './railings/follow-guards.ts'
import { Refusal } from './refusal.ts'
import { zoneChanges } from './rooms/zone-changes.ts'
import { SceneEdit } from './scene-edit.ts'
import { setFinishes } from './set-finishes.ts'

const DEFAULTS = ['storeyHeight', 'wallThickness', 'outerWallThickness', 'wallHeight'] as const

const input = z.strictObject({
  buildingId: z.string().optional(),
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX).optional(),
  facade: lookIn().optional(),
  roof: lookIn().optional(),
  elevation: lengthIn(-100, 100)
    .optional()
    .describe('Height of the floor of level 0 above the ground'),
  storeyHeight: lengthIn(1.8, 20).optional(),
  wallThickness: lengthIn(0.02, 2).optional(),
  outerWallThickness: lengthIn(0.02, 2).optional(),
  wallHeight: lengthIn(0.3, 60).optional(),
  unset: z.array(z.enum(DEFAULTS)).min(1).max(DEFAULTS.length).optional(),
  apply: z.enum(['later', 'existing']).default('later'),
  items: itemsField(),
})
type Input = z.infer<typeof input>

const CHANGES = ['label', 'facade', 'roof', 'elevation', ...DEFAULTS, 'unset'] as const

/** Sets what holds for a whole building. */
export const setBuilding: Operation<Input> = {
  name: 'set_building',
  description:
    'Sets the name, looks and height above the ground of a building, and the sizes of later storeys and walls. A call that gives a size of its own has that.',
  input,
  refusals: [
    ...new Set([
      'invalid_input' as const,
      'node_not_found' as const,
      'wrong_kind' as const,
      'limit_exceeded' as const,
      ...INVALID_CODES,
      ...MISFIT_CODES,
      ...RESOLVE_ITEMS_CODES,
    ]),
  ],
  run(scene, given) {
    return orFix(
      () => change(scene, given),
      (refusal) => ({ fix: movedItemsFix('set_building', change, scene, given, refusal) }),
    )
  },
}

function change(scene: Scene, given: Input): Outcome {
  if (CHANGES.every((name) => given[name] === undefined))
    throw new Refusal('invalid_input', `Give one of ${CHANGES.join(', ')}.`, {
      param: 'storeyHeight',
    })
  const both = given.unset?.find((name) => given[name] !== undefined)
  if (both)
    throw new Refusal('invalid_input', `${both} is both set and in unset: give it once.`, {
      param: both,
    })
  const building = requireBuilding(scene, given.buildingId)
  const { facade, roof } = given
  const finished =
    facade || roof
      ? setFinishes.run(scene, { target: building.id, facade, roof })
      : { scene, result: { faces: [] }, issues: [] }
  const edit = new SceneEdit(finished.scene)
  const fields = ['label' as const, 'elevation' as const, ...DEFAULTS].flatMap((name) =>
    given[name] === undefined && !isChanged(given, name) ? [] : [[name, given[name]]],
  )
  if (fields.length > 0) edit.change(building.id, Object.fromEntries(fields))
  let railings: FollowedGuards | null = null
  let resolved: ResolvedItems | null = null
  if (given.apply === 'existing') {
    changeExisting(edit, building, given)
    resolved = resolveItems(scene, edit, given.items)
    railings = followGuards(scene, edit)
    refuseInvalid(edit.scene)
    refuseMisfits(scene, edit.scene)
  }
  return {
    scene: edit.scene,
    result: {
      buildingId: building.id,
      faces: finished.result.faces,
      zones: zoneChanges(scene, edit.scene),
      ...resolved?.items,
      ...(railings && { railings }),
    },
    issues: [...(finished.issues ?? []), ...(resolved?.issues ?? [])],
  }
}

/** True for a size that a call sets or removes. */
const isChanged = (given: Input, name: string): boolean =>
  DEFAULTS.some(
    (size) => size === name && (given[size] !== undefined || given.unset?.includes(size)),
  )

/** Gives what stands the same sizes. Free-standing walls, as in a garden, stay as they are. */
function changeExisting(edit: SceneEdit, building: NodeOf<'building'>, given: Input): void {
  // Which wall is where is read before any of them changes.
  const { scene } = edit
  for (const { id } of childrenOf(scene, building.id, 'level')) {
    const sizes = buildingSizes(scene, id)
    if (isChanged(given, 'storeyHeight')) edit.change(id, { height: given.storeyHeight })
    const outer = new Set(outerFaces(scene, id).map(({ wallId }) => wallId))
    for (const wall of childrenOf(scene, id, 'wall')) {
      const isOuter = outer.has(wall.id)
      if (!isOuter && wallSides(scene, wall.id).isExterior) continue
      const name = isOuter ? 'outerWallThickness' : 'wallThickness'
      if (isChanged(given, name)) edit.change(wall.id, { thickness: sizes[name] })
      if (isChanged(given, 'wallHeight')) edit.change(wall.id, { height: sizes.wallHeight })
    }
  }
}
