import { z } from 'zod'
import { validateScene } from '../checks/validate.ts'
import { idOut } from './answer-fields.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'

const input = z.strictObject(pageFields)

export const validateSceneRead: Read<z.infer<typeof input>> = {
  name: 'validate_scene',
  description:
    'Checks the form of the scene, which every edit ensures. It covers fields, parents, hosts, polygons, and openings inside their walls; files edited by hand may have faults.',
  example: {},
  input,
  result: z.strictObject({
    valid: z.boolean().describe('True without errors; warnings are allowed'),
    faults: z
      .array(
        z.strictObject({
          severity: z.enum(['error', 'warning']).describe('Errors come first'),
          code: z.string().describe('Stable code, by subject'),
          nodeId: idOut().describe('Id of the node'),
          path: z.string().describe('Where in the file'),
          message: z.string().describe('A sentence with the figures, lengths in metres'),
        }),
      )
      .describe('Faults of the scene'),
  }),
  run(scene) {
    const { valid, errors, warnings } = validateScene(scene)
    const entries = [
      ...errors.map((fault) => ({ severity: 'error', ...fault })),
      ...warnings.map((fault) => ({ severity: 'warning', ...fault })),
    ]
    return { fields: { valid }, list: { name: 'faults', entries } }
  },
}
