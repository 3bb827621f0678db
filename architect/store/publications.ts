import { eq } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { requireRight, type Viewer } from './access.ts'
import { type BakedFiles, type BakeQueue, bakeKeyOf } from './bakes.ts'
import { readProject } from './projects.ts'
import { project, publication } from './schema.ts'
import { type NewVersion, readVersion, type SavedVersion, saveVersion } from './versions.ts'

export interface Published extends SavedVersion {
  /** False where this version was published already. */
  didPublish: boolean
}

/** The files of a published version. */
export interface PublishedFiles extends BakedFiles {
  version: number
}

export interface PublishedScene {
  version: number
  sceneHash: string
  sceneBlob: string
}

/**
 * Saves the draft as a version if it has changed, publishes the latest version, and queues its
 * bake, in one transaction. Who sees the project stays as it is.
 */
export async function publish(
  tx: Tables,
  viewer: Viewer,
  queue: BakeQueue,
  saved: NewVersion,
): Promise<Published> {
  const { projectId } = saved
  const before = await readProject(tx, viewer, projectId)
  requireRight(before.rights, 'publish')
  const made = await saveVersion(tx, viewer, saved)
  const { version, sceneHash } = made
  const didPublish = before.publishedVersion !== version
  const { sceneBlob } = await readVersion(tx, viewer, projectId, version)
  await queue.request(tx, { sceneHash, sceneBlob, use: 'publication' })
  const bakeKey = bakeKeyOf(sceneHash)
  // Also of the published version: with a new `BAKE_FORM` its bake is another one.
  await tx
    .insert(publication)
    .values({ projectId, version, bakeKey, authorId: viewer?.account.id })
    .onConflictDoUpdate({
      target: [publication.projectId, publication.version],
      set: { bakeKey },
    })
  if (didPublish)
    await tx.update(project).set({ publishedVersion: version }).where(eq(project.id, projectId))
  return { ...made, didPublish }
}

/** The published version; null where nothing is published. */
export async function readPublished(
  tables: Tables,
  viewer: Viewer,
  projectId: string,
): Promise<PublishedScene | null> {
  const { publishedVersion } = await readProject(tables, viewer, projectId)
  if (publishedVersion === null) return null
  const { sceneHash, sceneBlob } = await readVersion(tables, viewer, projectId, publishedVersion)
  return { version: publishedVersion, sceneHash, sceneBlob }
}
