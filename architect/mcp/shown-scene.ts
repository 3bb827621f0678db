import type { Scene } from '../scene/scene.ts'
import { requireRight, type Viewer } from '../store/access.ts'
import type { ProjectRow } from '../store/projects.ts'
import type { ToolServerParts } from './own-tool.ts'

/** The scene of a version of a project, or of its draft, with the name of what is shown. */
export async function shownScene(
  { store, scenes }: ToolServerParts,
  viewer: Viewer,
  { id, rights, draft }: ProjectRow,
  version: number | undefined,
): Promise<{ scene: Scene; shown: string }> {
  requireRight(rights, 'read')
  const { sceneBlob } = version === undefined ? draft : await store.version(viewer, id, version)
  const shown = version === undefined ? 'draft' : `version ${version}`
  return { scene: await scenes.get(sceneBlob), shown }
}
