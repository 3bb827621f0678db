import { z } from 'zod'
import { MEASURE_MODES, measure } from '../checks/measure.ts'
import { lengthIn } from '../input/input-units.ts'
import { REACH_M } from '../scene/length-schema.ts'
import type { Scene } from '../scene/scene.ts'
import { areaOut, lengthOut, spacePointOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import type { Read } from './read.ts'
import { ReadError } from './read-error.ts'

const nodeIn = z.string().max(120).optional()
const pointIn = z.array(lengthIn(-REACH_M, REACH_M)).length(3).optional()

const input = z.strictObject({
  mode: z.enum(MEASURE_MODES),
  fromId: nodeIn,
  toId: nodeIn,
  from: pointIn,
  to: pointIn.describe('[x, y, z] instead of toId'),
  levelId: z.string().max(120).optional(),
})
type Input = z.infer<typeof input>

export const measureRead: Read<Input> = {
  name: 'measure',
  description:
    'Measures a distance, a way on foot, an area or a height, and states how. Points are in the frame of the world.',
  example: { mode: 'clear_gap', fromId: 'item_21', toId: 'wall_3' },
  input,
  result: z.strictObject({
    length: lengthOut().optional().describe('Result; absent with mode area'),
    area: areaOut().optional().describe('Result of mode area'),
    method: z.string().describe('How it was measured; lengths in the text are metres'),
    points: z
      .array(spacePointOut())
      .describe('[x, y, z] in the world, between or along which it was measured'),
    note: z.string().optional().describe('What the result leaves out; lengths are metres'),
  }),
  run(scene, given) {
    const { value, method, points, note } = measurement(scene, given)
    const result = given.mode === 'area' ? { area: value } : { length: value }
    return { fields: { ...result, method, points, note } }
  },
}

function measurement(scene: Scene, given: Input) {
  const idOf = (param: 'fromId' | 'toId' | 'levelId') => {
    const name = given[param]
    if (name === undefined) return undefined
    return param === 'levelId'
      ? namedNode(scene, name, param, ['level']).id
      : namedNode(scene, name, param).id
  }
  const answer = measure(scene, {
    mode: given.mode,
    fromId: idOf('fromId'),
    toId: idOf('toId'),
    from: given.from,
    to: given.to,
    levelId: idOf('levelId'),
  })
  if ('unavailable' in answer) throw new ReadError('unavailable', answer.unavailable)
  return answer
}
