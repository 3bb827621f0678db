import { z } from 'zod'
import { distance } from '../geometry/point.ts'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { cleanPath } from './input/plan-input.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  start: pointIn(),
  end: pointIn(),
  levelId: z.string().optional(),
  width: lengthIn(0.02, 2).optional(),
  depth: lengthIn(0.02, 3).optional(),
  top: lengthIn(0.1, 60).optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const createBeam: Operation<z.infer<typeof input>> = {
  name: 'create_beam',
  isSuperseded: true,
  description:
    'Lays a straight beam between two points, with its upper face at `top` above the floor, or else at the tops of the walls.',
  input,
  refusals: ['invalid_input', 'invalid_polygon', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { levelId, start, end, ...fields }) {
    const [from, to] = cleanPath([start, end], 'end')
    const edit = new SceneEdit(scene)
    const level = requireLevel(scene, levelId)
    const beam = edit.add('beam', level.id, { start: from, end: to, ...fields })
    return { scene: edit.scene, result: { beamId: beam.id, length: distance(from, to) } }
  },
}
