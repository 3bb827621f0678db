import { z } from 'zod'
import { lengthIn } from '../input/input-units.ts'
import { levelFrames } from '../kernel/levels.ts'
import { levelLabel, levelPosition, settleLevel, shiftLevels } from './levels/level-stack.ts'
import { requireBuilding } from './nodes/require-building.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  buildingId: z.string().optional(),
  position: levelPosition,
  label: z.string().min(1).max(120).optional().describe('Name for people'),
  height: lengthIn(1.8, 20).optional(),
})

export const createLevel: Operation<z.infer<typeof input>> = {
  name: 'create_level',
  description:
    'Adds an empty storey; the one at its index and those beyond move out by one. A stair that led past the new storey leads to it.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { buildingId, position, label: given, height }) {
    const building = requireBuilding(scene, buildingId)
    const edit = new SceneEdit(scene)
    const { index, shifted } = shiftLevels(edit, building.id, position)
    const label = given ?? levelLabel(index)
    const level = edit.add('level', building.id, {
      label,
      index,
      height: height ?? building.storeyHeight,
    })
    const { retargeted, issues } = settleLevel(edit, level.id)
    const { elevation } = levelFrames(edit.scene).get(level.id)!
    const result = {
      levelId: level.id,
      index,
      elevation,
      height: level.height,
      shifted,
      retargeted,
    }
    return { scene: edit.scene, result, issues }
  },
}
