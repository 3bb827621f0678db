import { z } from 'zod'
import { length, type Point } from '../geometry/point.ts'
import { lengthIn } from '../input/input-units.ts'
import { wallSides } from '../kernel/rooms.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { movedItemsFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { largestMoveFix } from './fit/largest-move.ts'
import { INVALID_CODES, refuseInvalid } from './fit/refuse-invalid.ts'
import { MISFIT_CODES, refuseMisfits } from './fit/refuse-misfits.ts'
import { RESOLVE_ITEMS_CODES, resolveItems } from './fit/resolve-items.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { otherStoreysIssue } from './rooms/other-storeys.ts'
import { zoneChanges } from './rooms/zone-changes.ts'
import { SceneEdit } from './scene-edit.ts'
import { MOVE_LINE_CODES } from './walls/move-line.ts'
import { MOVE_MAX_M, MOVE_SCOPES, moveWallBy } from './walls/move-wall-by.ts'
import type { WallLine } from './walls/wall-lines.ts'

const input = z.strictObject({
  wallId: z.string(),
  by: z.array(lengthIn(-MOVE_MAX_M, MOVE_MAX_M)).length(2),
  scope: z.enum(MOVE_SCOPES).default('line'),
  items: itemsField(),
})
type Input = z.infer<typeof input>

/** Moves a wall line, or one wall of it, across itself. */
export const moveWall: Operation<Input> = {
  name: 'move_wall',
  description:
    'Moves a wall across; walls that meet it, rooms, slabs, ceilings and roofs follow. Walls never turn; its doors and windows move with it, those of other walls stay. A segment moves alone with short walls across where the line goes on.',
  input,
  refusals: [
    ...new Set([
      'node_not_found' as const,
      'wrong_kind' as const,
      ...MOVE_LINE_CODES,
      ...INVALID_CODES,
      ...MISFIT_CODES,
      ...RESOLVE_ITEMS_CODES,
    ]),
  ],
  run(scene, given) {
    return orFix(
      () => move(scene, given),
      (refusal) => ({
        // Furniture in the way is moved rather than the wall moved less.
        fix:
          movedItemsFix(moveWall.name, move, scene, given, refusal) ??
          smallerMove(scene, given, refusal.param === 'items' ? () => {} : refuseWalls),
      }),
    )
  },
}

function move(scene: Scene, { wallId, by, scope, items }: Input): Outcome {
  const { id } = requireNode(scene, wallId, ['wall'], 'wallId')
  const [x, z] = by
  if (length([x, z]) === 0)
    throw new Refusal('invalid_input', 'The way must not be [0, 0].', { param: 'by' })
  const edit = new SceneEdit(scene)
  const moved = moveWallBy(edit, id, [x, z], scope)
  const resolved = resolveItems(scene, edit, items)
  refuseInvalid(edit.scene)
  refuseMisfits(scene, edit.scene)
  return {
    scene: edit.scene,
    result: { walls: moved.move, zones: zoneChanges(scene, edit.scene), ...resolved.items },
    issues: [...moved.issues, ...resolved.issues, ...leftBehind(scene, moved.line)],
  }
}

/** An issue where a facade moved from under the storey above, or from over the one below. */
function leftBehind(scene: Scene, { levelId, wallIds }: WallLine): Issue[] {
  const facade = wallIds.filter((id) => wallSides(scene, id).isExterior)
  if (facade.length === 0) return []
  return otherStoreysIssue(scene, levelId, [{ label: facade.join(' and '), wallIds: facade }])
}

/** The same call with the largest move in its direction that works. */
function smallerMove(scene: Scene, given: Input, part: typeof refuseWalls) {
  const by: Point = [given.by[0], given.by[1]]
  return largestMoveFix(
    moveWall.name,
    by,
    (way): Input => ({ ...given, by: way }),
    (call) => move(scene, call),
    (call) => part(scene, call),
  )
}

/** Refuses a move for what does not depend on furniture. */
function refuseWalls(scene: Scene, { wallId, by, scope }: Input): void {
  const edit = new SceneEdit(scene)
  moveWallBy(edit, wallId, [by[0], by[1]], scope)
  refuseInvalid(edit.scene, 'item')
  refuseMisfits(scene, edit.scene, { isFurnished: false })
}
