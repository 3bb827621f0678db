import { requireRight, type Viewer } from '../store/access.ts'
import type { Published } from '../store/publications.ts'
import type { Store } from '../store/store-port.ts'
import { requireVersion } from '../store/store-refusal.ts'
import type { SavedVersion } from '../store/versions.ts'
import type { DraftQueue } from './draft-queue.ts'
import type { SceneFiles } from './scene-files.ts'
import { changesBetween, type SaveOptions, VersionSaver } from './version-saver.ts'

/** Ids left out after a scene that cannot be read, so that none of its ids is used again. */
const LOST_IDS = 100_000

/** Saves, restores and publishes versions. */
export class VersionKeeper extends VersionSaver {
  private readonly versions: Store

  constructor(store: Store, scenes: SceneFiles, queue: DraftQueue) {
    super(store, scenes, queue)
    this.versions = store
  }

  async publish(viewer: Viewer, projectId: string, options: SaveOptions): Promise<Published> {
    return await this.commit(viewer, projectId, 'publish', options, ({ saved }) =>
      this.versions.publish(viewer, saved),
    )
  }

  /** Makes the scene of a version the draft, and a new version. */
  async restore(
    viewer: Viewer,
    projectId: string,
    { version: from, label, expectedVersion }: SaveOptions & { version: number },
  ): Promise<SavedVersion & { draftVersion: number }> {
    return await this.queue.run(viewer, projectId, { expectedVersion }, async () => {
      const row = await this.versions.read(viewer, projectId)
      requireRight(row.rights, 'edit')
      const base = row.draft.version
      requireVersion(expectedVersion, base)
      const old = await this.versions.version(viewer, projectId, from)
      const now = await this.soundScene(row.draft.sceneBlob)
      const found = await this.scenes.get(old.sceneBlob)
      const lastId = now ? Math.max(found.lastId, now.lastId) : found.lastId + LOST_IDS
      const scene = await this.scenes.put({ ...found, lastId })
      const latest = await this.latestScene(row)
      return await this.versions.restore(viewer, {
        projectId,
        from,
        label,
        changes: changesBetween(latest, found),
        latest: row.latestVersion,
        scene,
        change: {
          projectId,
          base,
          scene,
          kind: 'edit',
          call: `restore ${from}`,
          tools: 'restore',
          answer: '{}',
        },
      })
    })
  }
}
