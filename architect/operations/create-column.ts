import { z } from 'zod'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { COLUMN_OUTLINES } from '../scene/nodes.ts'
import { refuseCollisions } from './fit/refuse-misfits.ts'
import { refuseWithoutFloor } from './fit/refuse-without-floor.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  position: pointIn(),
  levelId: z.string().optional(),
  outline: z.enum(COLUMN_OUTLINES).optional(),
  width: lengthIn(0.05, 5).optional(),
  depth: lengthIn(0.05, 5).optional(),
  height: lengthIn(0.1, 60).optional(),
  rotation: z.number().min(-360).max(360).optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const createColumn: Operation<z.infer<typeof input>> = {
  name: 'create_column',
  isSuperseded: true,
  description:
    'Stands a column on the floor, rectangular or round, up to `height` or else to the tops of the walls. Refused in furniture and where a door swings.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'blocks_door',
    'collides',
    'limit_exceeded',
  ],
  run(scene, { levelId, width, depth = width, ...fields }) {
    const edit = new SceneEdit(scene)
    const column = edit.add('column', requireLevel(scene, levelId).id, {
      ...fields,
      width,
      depth,
    })
    refuseCollisions(scene, edit.scene, [column])
    refuseWithoutFloor(scene, edit.scene)
    return { scene: edit.scene, result: { columnId: column.id } }
  },
}
