import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { fields } from '../../projects/input.ts'
import { newScene, nodesOf } from '../../scene/scene.ts'
import type { Viewer } from '../../store/access.ts'
import { StoreRefusal } from '../../store/store-refusal.ts'
import { editorLink } from '../editor-link.ts'
import { ownTool } from '../own-tool.ts'

export const createProject = ownTool({
  name: 'create_project',
  description:
    'A new private project with an empty ground floor; a session has it loaded from then on.',
  input: z.strictObject({ name: fields.name }),
  hasProject: false,
  isReadOnly: false,
  isRepeatable: true,
  async run({ parts, client, input: { name }, operationId }) {
    const { store, scenes } = parts
    const { viewer } = client
    const id =
      operationId === undefined
        ? undefined
        : idOf(await store.signingKey(), viewer, `${operationId}\n${name}`)
    const first = id === undefined ? null : await store.read(viewer, id).catch(nullWhereMissing)
    const scene = newScene(name, randomBytes(4).toString('hex'))
    const row = first ?? (await store.add(viewer, { id, name, ...(await scenes.put(scene)) }))
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
 * The id of the project that a call makes: equal calls of a workspace make one project. Nobody can
 * guess it without the key of the service.
 */
function idOf(key: Uint8Array, viewer: NonNullable<Viewer>, call: string): string {
  const owner = `${viewer.workspace.kind}\n${viewer.workspace.id}`
  const digest = createHmac('sha256', key).update(`new project\n${owner}\n${call}`).digest()
  return `prj_${digest.toString('hex').slice(0, 32)}`
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof StoreRefusal && error.code === 'project_not_found') return null
  throw error
}
