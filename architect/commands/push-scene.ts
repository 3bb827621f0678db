import { basename, extname } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import { pushId, sharedState, writeLink } from '../client/project-link.ts'
import { formatRemoteChanges } from '../client/remote-changes.ts'
import type { ServiceClient } from '../client/service-client.ts'
import { ServiceRefusal } from '../client/service-refusal.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { linkAt } from './linked-project.ts'

export interface PushOptions {
  project?: string
  name?: string
  organizationId?: string
  isForced: boolean
}

export interface Pushed {
  id: string
  draftVersion: number
  did: 'created' | 'pushed' | 'nothing'
  /** True where the file has nothing to push, and the draft was changed elsewhere. */
  isDraftChanged?: boolean
}

/**
 * Sends the scene of a file to its project, or to a new one, and writes the link of the file.
 * Throws `StepError` where the draft has changes that the file was not made from.
 */
export async function pushScene(
  client: ServiceClient,
  file: string,
  scene: Scene,
  { project, name, organizationId, isForced }: PushOptions,
): Promise<Pushed> {
  const { url } = client
  const link = await linkAt('push', file, client)
  if (link && project !== undefined && project !== link.projectId)
    throw new StepError(
      'push',
      file,
      `is linked to ${link.projectId}, not to ${project}`,
      'Copy the scene to another path, and push the copy.',
    )
  const id = link?.projectId ?? project
  if (id === undefined) {
    const site = nodesOf(scene, 'site')[0]?.label
    const fields = { name: name ?? site ?? basename(file, extname(file)), organizationId, scene }
    const made = await client.create(fields)
    const draftVersion = made.draftVersion ?? 0
    const shared = sharedState(scene, draftVersion)
    await writeLink(file, { url, projectId: made.id, shared, pulledHash: null, undo: [], redo: [] })
    return { id: made.id, draftVersion, did: 'created' }
  }
  const shared = link?.shared ?? null
  const linkTo = async (draftVersion: number) => {
    const now = sharedState(scene, draftVersion)
    const undo = link?.undo ?? []
    await writeLink(file, { url, projectId: id, shared: now, pulledHash: null, undo, redo: [] })
  }
  const { draftVersion: base, sceneHash: hash } = await client.project(id)
  if (base === null) throw notEditable(id, file)
  // The answer to an earlier push may have been lost.
  if (hash === sceneHash(scene)) {
    await linkTo(base)
    return { id, draftVersion: base, did: 'nothing' }
  }
  if (shared?.sceneHash === sceneHash(scene) && !isForced)
    return { id, draftVersion: base, did: 'nothing', isDraftChanged: true }
  const isKnown = shared !== null && (shared.draftVersion === base || shared.sceneHash === hash)
  const conflict = async () => {
    const remote = readScene((await client.scene(id, 'draft')).text)
    const changes = 'scene' in remote ? formatRemoteChanges(shared, scene, remote.scene) : 'all'
    return new StepError(
      'push',
      file,
      `the project ${id} was changed elsewhere and is not overwritten; ${changes}`,
      `Get its draft with plat-architect pull ${id} -o <another path>, or replace it with push --force; undo in the project brings it back.`,
    )
  }
  if (!isKnown && !isForced) throw await conflict()
  const options = { expectedVersion: base, operationId: pushId(scene, base) }
  const draftVersion = await client.replace(id, writeScene(scene), options).catch(async (error) => {
    const isLost = error instanceof ServiceRefusal && error.code === 'version_conflict'
    throw isLost ? await conflict() : error
  })
  await linkTo(draftVersion)
  return { id, draftVersion, did: 'pushed' }
}

function notEditable(id: string, file: string): StepError {
  const remedy = 'Push a copy of the file as a project of your own.'
  return new StepError('push', file, `you may see ${id}, but not its draft`, remedy)
}
