import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { callHash } from '../../operations/call-hash.ts'
import { fields } from '../../projects/input.ts'
import { newScene, nodesOf } from '../../scene/scene.ts'
import type { Viewer } from '../../store/access.ts'
import { StoreRefusal } from '../../store/store-refusal.ts'
import { editorLink } from '../editor-link.ts'
import { ownTool } from '../own-tool.ts'

const TOOL = 'create_project'

export const createProject = ownTool({
  name: TOOL,
  description:
    'A new private project with an empty ground floor; a session has it loaded from then on.',
  input: z.strictObject({ name: fields.name }),
  hasProject: false,
  isReadOnly: false,
  isRepeatable: true,
  async run({ parts, client, input: { name }, operationId }) {
    const { store, scenes, editor } = parts
    const { viewer } = client
    const made = operationId === undefined ? null : { operationId, call: callHash([TOOL, name]) }
    const id = made ? idOf(await store.signingKey(), viewer, made.operationId) : undefined
    const first = id === undefined ? null : await store.read(viewer, id).catch(nullWhereMissing)
    const scene = newScene(name, randomBytes(4).toString('hex'))
    const row =
      first ??
      (await store.add(viewer, {
        id,
        name,
        ...(await scenes.put(scene)),
        ...(made && { operation: { ...made, tools: TOOL } }),
      }))
    // Throws where the id was used for another call: also where both were made at once.
    if (made)
      await editor.answered(viewer, row.id, { tool: TOOL, call: made.call }, made.operationId)
    await client.loaded?.load(row.id)
    const stored = await scenes.get(row.draft.sceneBlob)
    const [site] = nodesOf(stored, 'site')
    const [building] = nodesOf(stored, 'building')
    const [level] = nodesOf(stored, 'level')
    return {
      projectId: row.id,
      name: row.name,
      draftVersion: row.draft.version,
      siteId: site?.id,
      buildingId: building?.id,
      levelId: level?.id,
      ...(first && { repeated: true }),
      ...editorLink(parts, client, row.id),
    }
  },
})

/**
 * The id of the project that a call makes: calls of a workspace with one operation id make one.
 * Nobody can guess it without the key of the service.
 */
function idOf(key: Uint8Array, { workspace }: NonNullable<Viewer>, operationId: string): string {
  const named = ['new project', workspace.kind, workspace.id, operationId].join('\n')
  const digest = createHmac('sha256', key).update(named).digest()
  return `prj_${digest.toString('hex').slice(0, 32)}`
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof StoreRefusal && error.code === 'project_not_found') return null
  throw error
}
