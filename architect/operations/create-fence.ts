import { z } from 'zod'
import { distance } from '../geometry/point.ts'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { POLYGON_CORNERS_MAX } from '../scene/length-schema.ts'
import { FENCE_STYLES } from '../scene/nodes.ts'
import { nodesOf } from '../scene/scene.ts'
import { cleanPath } from './input/plan-input.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  path: z.array(pointIn()).min(2).max(POLYGON_CORNERS_MAX),
  style: z.enum([...FENCE_STYLES, 'railing']).optional(),
  height: lengthIn(0.2, 4).optional(),
  levelId: z.string().optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const createFence: Operation<z.infer<typeof input>> = {
  name: 'create_fence',
  isSuperseded: true,
  description:
    'Puts up a fence or a hedge along a path, on the ground of the site or on the given level. With the style `railing`, a railing on the floor of a level, along a balcony or a stairwell.',
  input,
  refusals: ['invalid_input', 'invalid_polygon', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { path, style = 'slats', height, levelId }) {
    const edit = new SceneEdit(scene)
    const corners = cleanPath(path, 'path')
    const length = corners.slice(1).reduce((sum, at, i) => sum + distance(corners[i], at), 0)
    if (style === 'railing') {
      const level = requireLevel(scene, levelId)
      const { id } = edit.add('railing', level.id, { path: corners, height })
      return { scene: edit.scene, result: { railingId: id, length } }
    }
    const parent = levelId === undefined ? nodesOf(scene, 'site')[0] : requireLevel(scene, levelId)
    const { id } = edit.add('fence', parent.id, { path: corners, height, style })
    return { scene: edit.scene, result: { fenceId: id, length } }
  },
}
