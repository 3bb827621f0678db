import { z } from 'zod'
import { RefusedCall } from '../../projects/calls/project-calls.ts'
import { ownTool } from '../own-tool.ts'

export const exportGlb = ownTool({
  name: 'export_glb',
  description:
    'Not implemented: delivers no file. A GLB comes from POST /api/scenes/{id}/publish, then GET /api/scenes/{id}/glb.',
  input: z.strictObject({}),
  hasProject: true,
  isReadOnly: true,
  async run({ parts: { hasRoutes }, client: { origin }, projectId }) {
    const project = `${origin}/api/scenes/${projectId}`
    throw new RefusedCall({
      code: 'not_implemented',
      status: 'not_implemented',
      message: hasRoutes
        ? `This tool delivers no file. Send POST ${project}/publish with your key, then GET ${project}/glb until it redirects to the file.`
        : 'This tool delivers no file, and this local server publishes none: write the resource of export_json to a file, then run plat-architect export on it.',
    })
  },
})
