import { z } from 'zod'
import { readScene } from '../../projects/calls/project-calls.ts'
import { PROJECT_ID } from '../../projects/input.ts'
import { requireRight } from '../../store/access.ts'
import { editorLink } from '../editor-link.ts'
import { ownTool } from '../own-tool.ts'
import { shownScene } from '../shown-scene.ts'

export const loadScene = ownTool({
  name: 'load_scene',
  description:
    'Opens a project: later calls of this session without projectId are about its draft. A version is only shown.',
  input: z.strictObject({
    id: z.string().regex(PROJECT_ID, 'is not an id of a project').describe('Of list_scenes'),
    version: z.int().min(1).optional().describe('A saved version to show; absent: the draft'),
  }),
  hasProject: false,
  isReadOnly: true,
  async run({ parts, client, input: { id, version } }) {
    const row = await parts.store.read(client.viewer, id)
    requireRight(row.rights, 'edit')
    const { scene, shown } = await shownScene(parts, client.viewer, row, version)
    await client.loaded?.load(id)
    const { nodeCount, counts, siteArea, levels } = readScene(scene, 'get_scene', {})
    return {
      projectId: id,
      name: row.name,
      shown,
      draftVersion: row.draft.version,
      latestVersion: row.latestVersion,
      publishedVersion: row.publishedVersion,
      unsavedChanges: row.draft.sceneHash !== row.latest?.sceneHash,
      summary: { nodeCount, counts, siteArea, levels },
      ...editorLink(parts, client, id),
    }
  },
})
