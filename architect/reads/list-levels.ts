import { z } from 'zod'
import { levelFrames } from '../kernel/levels.ts'
import { levelOut, levelSummary } from './level-summary.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'

const input = z.strictObject(pageFields)

export const listLevels: Read<z.infer<typeof input>> = {
  name: 'list_levels',
  description: 'The levels from the lowest up, with heights and counts.',
  example: {},
  input,
  result: z.strictObject({
    levels: z.array(levelOut).describe('Building by building, from the lowest level up'),
  }),
  run: (scene) => ({
    fields: {},
    list: {
      name: 'levels',
      entries: [...levelFrames(scene).keys()].map((id) => levelSummary(scene, id)),
    },
  }),
}
