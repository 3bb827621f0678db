import { z } from 'zod'
import { UNDO_STEPS_MAX } from '../../store/store-limits.ts'
import { ownTool } from '../own-tool.ts'

export const undo = ownTool({
  name: 'undo',
  description: 'Takes back the last edits of anybody, or makes undone ones again.',
  input: z.strictObject({
    steps: z.int().min(1).max(UNDO_STEPS_MAX).default(1).describe('Edits; absent: 1'),
    redo: z.boolean().default(false).describe('Makes undone edits again'),
  }),
  hasProject: true,
  isReadOnly: false,
  isRepeatable: true,
  hasExpectedVersion: true,
  async run({ parts, client, projectId, input: { steps, redo }, expectedVersion, operationId }) {
    const kind = redo ? 'redo' : 'undo'
    const options = { expectedVersion, operationId }
    return await parts.editor.travel(client.viewer, projectId, { kind, steps }, options)
  },
})
