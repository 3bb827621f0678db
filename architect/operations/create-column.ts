import { z } from 'zod'
import { planPoint } from '../scene/nodes.ts'
import { needLevel } from './find-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  position: planPoint,
  levelId: z.string().optional(),
  outline: z.enum(['rectangle', 'circle']).optional(),
  width: z.number().min(0.05).max(5).optional(),
  depth: z.number().min(0.05).max(5).optional(),
  height: z.number().min(0.1).max(60).optional(),
  rotationDeg: z.number().min(-360).max(360).optional(),
})

export const createColumn: Operation<z.infer<typeof input>> = {
  name: 'create_column',
  description:
    'Stands a column on the floor, rectangular or round, up to the tops of the walls unless `height` says otherwise.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { levelId, rotationDeg, width, depth = width, ...fields }) {
    const edit = new SceneEdit(scene)
    const column = edit.add('column', needLevel(scene, levelId).id, {
      ...fields,
      width,
      depth,
      rotation: rotationDeg,
    })
    return { scene: edit.scene, result: { columnId: column.id } }
  },
}
