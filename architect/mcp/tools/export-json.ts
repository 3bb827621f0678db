import { z } from 'zod'
import { ownTool } from '../own-tool.ts'

export const exportJson = ownTool({
  name: 'export_json',
  description: 'A link to the scene file of the draft, with its hash and length.',
  input: z.strictObject({}),
  hasProject: true,
  isReadOnly: true,
  async run({ parts, client, projectId }) {
    const { sceneHash, bytes, version } = await parts.store.readDraft(client.viewer, projectId)
    return {
      draftVersion: version,
      graphHash: sceneHash,
      byteLength: bytes,
      ...(parts.hasRoutes && { url: `${client.origin}/api/scenes/${projectId}/scene` }),
      attached: [
        {
          type: 'resource_link',
          uri: `svc://projects/${projectId}/scene`,
          name: 'scene.json',
          mimeType: 'application/json',
          size: bytes,
        },
      ],
    }
  },
})
