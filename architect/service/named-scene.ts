import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import type { Scene } from '../scene/scene.ts'
import { requireRight } from '../store/access.ts'
import type { ProjectRow, StoredScene } from '../store/projects.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import type { ArchitectParts, Call } from './route.ts'

/** A stored scene by the name of a request. */
export interface NamedScene {
  /** `draft`, or the number of a version. */
  version: number | 'draft'
  /** Of the draft; null for a version. */
  draftVersion: number | null
  stored: StoredScene
  projectName: string
}

/**
 * Finds `draft`, `latest`, `published` or a number. Without a name it is the draft, or the
 * published version for those who may not read the draft. `param` is the field of the request that
 * has the name.
 */
export async function findScene(
  { store }: ArchitectParts,
  { viewer, projectId }: Call,
  name: string | undefined,
  param = 'version',
): Promise<NamedScene> {
  const row = await store.read(viewer, projectId)
  const wanted = name ?? (row.rights.read ? 'draft' : 'published')
  if (wanted === 'draft') {
    requireRight(row.rights, 'read')
    const { version: draftVersion, updatedAt: _, ...stored } = row.draft
    return { version: 'draft', draftVersion, stored, projectName: row.name }
  }
  const number = numberOf(wanted, row, param)
  const { sceneHash, sceneBlob, nodes, bytes } = await store
    .version(viewer, projectId, number)
    .catch(namingField(param))
  const stored = { sceneHash, sceneBlob, nodes, bytes }
  return { version: number, draftVersion: null, stored, projectName: row.name }
}

/** The scene itself, with its name. */
export async function openNamed(
  parts: ArchitectParts,
  call: Call,
  name: string | undefined,
  param?: string,
): Promise<NamedScene & { scene: Scene }> {
  const found = await findScene(parts, call, name, param)
  return { ...found, scene: await parts.scenes.get(found.stored.sceneBlob) }
}

type Numbers = Pick<ProjectRow, 'latestVersion' | 'publishedVersion'>

function numberOf(name: string, { latestVersion, publishedVersion }: Numbers, param: string) {
  if (name === 'published') {
    if (publishedVersion === null)
      throw new ArchitectError('nothing_published', 'No version of the project is published.')
    return publishedVersion
  }
  if (name === 'latest') {
    if (latestVersion === null)
      throw new StoreRefusal('version_not_found', 'The project has no saved version yet.', {
        param,
      })
    return latestVersion
  }
  if (/^\d{1,9}$/.test(name)) return Number(name)
  throw invalidInput(
    param,
    `${param}: must be draft, latest, published or a number, got ${JSON.stringify(name)}.`,
  )
}

/** Of a version that is missing, the error names the field of the request that has its number. */
export const namingField =
  (param: string) =>
  (error: unknown): never => {
    if (!(error instanceof StoreRefusal) || error.code !== 'version_not_found') throw error
    throw new StoreRefusal(error.code, error.message, { param, details: error.details })
  }

/** Header that states which scene an answer is about. */
export function versionHeaders({ version, draftVersion }: NamedScene): Record<string, string> {
  return draftVersion === null
    ? { 'x-svc-version': `${version}` }
    : { 'x-svc-draft-version': `${draftVersion}` }
}
