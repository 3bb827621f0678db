import { z } from 'zod'
import { shownBake } from '../../projects/project-answer.ts'
import { requireRight } from '../../store/access.ts'
import type { ProjectRow } from '../../store/projects.ts'
import { editorLink } from '../editor-link.ts'
import { ownTool } from '../own-tool.ts'

/** Operations that the status lists: enough to find the last calls of a client. */
const OPERATIONS_LISTED = 10

export const getProjectStatus = ownTool({
  name: 'get_project_status',
  description:
    'Versions, unsaved changes, the published file, and the last committed operations: what to read after a lost connection.',
  input: z.strictObject({}),
  hasProject: true,
  isReadOnly: true,
  async run({ parts, client, projectId }) {
    const row = await parts.store.read(client.viewer, projectId)
    requireRight(row.rights, 'edit')
    const recent = await parts.store.recent(client.viewer, { projectId, limit: OPERATIONS_LISTED })
    const { draft, latest, latestVersion, publishedVersion } = row
    const bakeState = shownBake(row)
    const unsavedChanges = draft.sceneHash !== latest?.sceneHash
    return {
      name: row.name,
      draftVersion: draft.version,
      latestVersion,
      publishedVersion,
      bakedVersion: bakeState === 'ready' ? publishedVersion : null,
      bakeState,
      unsavedChanges,
      nodeCount: draft.nodes,
      graphHash: draft.sceneHash,
      nextStep: nextStep(row, unsavedChanges),
      lastOperations: recent.map(({ operationId, tools, draftVersion, at }) => ({
        operationId,
        tool: tools,
        committed: true,
        draftVersion,
        at: at.toISOString(),
      })),
      ...editorLink(parts, client, projectId),
    }
  },
})

/** Nodes of a new project: the site, its building and its ground floor. */
const EMPTY_NODES = 3

function nextStep(row: ProjectRow, unsavedChanges: boolean): string {
  const { id, draft, latestVersion, publishedVersion } = row
  if (draft.nodes <= EMPTY_NODES) return 'The building is empty: plan_layout or create_room.'
  if (unsavedChanges) return 'Check with verify_scene, then save_scene.'
  if (publishedVersion !== latestVersion)
    return `Saved. To publish: POST /api/scenes/${id}/publish with the same key.`
  return `Saved and published; the 3D file is ${shownBake(row)}: GET /api/scenes/${id}/glb.`
}
