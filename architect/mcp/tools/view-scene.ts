import { drawScene } from '../../projects/calls/project-calls.ts'
import { VIEW_TOOL, viewSceneInput } from '../../projects/calls/view-call.ts'
import { ownTool } from '../own-tool.ts'

export const viewScene = ownTool({
  name: VIEW_TOOL,
  description:
    'A picture of the draft as it is now: plan, perspective, elevation or section; no editor has to be open.',
  input: viewSceneInput,
  hasProject: true,
  isReadOnly: true,
  async run({ parts, client, projectId, input }) {
    const { sceneBlob, version } = await parts.store.readDraft(client.viewer, projectId)
    const scene = await parts.scenes.get(sceneBlob)
    const { png, document: _, ...fields } = await drawScene(parts.views, scene, { ...input })
    return {
      draftVersion: version,
      ...fields,
      attached: [{ type: 'image', data: png.toString('base64'), mimeType: 'image/png' }],
    }
  },
})
