import { z } from 'zod'
import { pointIn } from '../input/input-units.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  text: z.string().min(1).max(500),
  position: pointIn(),
  levelId: z.string().optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const addAnnotation: Operation<z.infer<typeof input>> = {
  name: 'add_annotation',
  isSuperseded: true,
  description:
    'Writes a note on the plan of a level. It has no body: plans show it, solids and checks do not.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { text, position, levelId }) {
    const edit = new SceneEdit(scene)
    const { id } = edit.add('annotation', requireLevel(scene, levelId).id, { text, position })
    return { scene: edit.scene, result: { annotationId: id } }
  },
}
