import { isLostBlob } from '../../storage/storage-failure.ts'
import { callHash } from '../operations/call-hash.ts'
import { differenceOf } from '../operations/draft-answer.ts'
import type { Scene } from '../scene/scene.ts'
import { type Rights, requireRight, type Viewer } from '../store/access.ts'
import type { ProjectRow } from '../store/projects.ts'
import type { Store } from '../store/store-port.ts'
import { requireVersion } from '../store/store-refusal.ts'
import type { NewVersion, SavedVersion, VersionChanges } from '../store/versions.ts'
import type { DraftQueue } from './draft-queue.ts'
import { answerOfSame } from './repeated-call.ts'
import { type SceneFiles, storedIn } from './scene-files.ts'

/** What saving needs of the store. */
export type SavedVersions = Pick<Store, 'read' | 'committed' | 'save' | 'saveOnce'>

export interface SaveOptions {
  label?: string
  expectedVersion?: number
  /** A repeated call with this id gets the first answer. */
  operationId?: string
}

/** A draft as it was read, with the version that it makes. */
interface DraftToSave {
  row: ProjectRow
  scene: Scene
  saved: NewVersion
}

/** Saves versions, each with the ids of what it changed. */
export class VersionSaver {
  private readonly store: SavedVersions
  protected readonly scenes: SceneFiles
  protected readonly queue: DraftQueue

  constructor(store: SavedVersions, scenes: SceneFiles, queue: DraftQueue) {
    this.store = store
    this.scenes = scenes
    this.queue = queue
  }

  async save(viewer: Viewer, projectId: string, options: SaveOptions): Promise<SavedVersion> {
    const { operationId, label } = options
    if (operationId === undefined)
      return await this.commit(viewer, projectId, 'edit', options, ({ saved }) =>
        this.store.save(viewer, saved),
      )
    const call = callHash(['save', label ?? ''])
    const first = await this.findAnswer(viewer, projectId, call, operationId)
    if (first) return first
    const made = await this.commit(viewer, projectId, 'edit', options, ({ row, saved }) =>
      this.store.saveOnce(viewer, saved, { operationId, call, scene: storedIn(row) }),
    )
    if (made !== 'repeated') return made
    return (await this.findAnswer(viewer, projectId, call, operationId))!
  }

  /** The answer to the call that was committed with this operation id, or null. */
  private async findAnswer(
    viewer: Viewer,
    projectId: string,
    call: string,
    operationId: string,
  ): Promise<SavedVersion | null> {
    const known = await this.store.committed(viewer, projectId, operationId)
    return known && JSON.parse(answerOfSame(known, call, operationId))
  }

  /** Lets `commit` save the draft in a transaction of its own, again where the draft moves on. */
  async saveWith<T>(
    viewer: Viewer,
    projectId: string,
    commit: (draft: DraftToSave) => Promise<T>,
  ): Promise<T> {
    return await this.commit(viewer, projectId, 'edit', {}, commit)
  }

  protected async commit<T>(
    viewer: Viewer,
    projectId: string,
    right: keyof Rights,
    options: SaveOptions,
    commit: (draft: DraftToSave) => Promise<T>,
  ): Promise<T> {
    return await this.queue.run(viewer, projectId, options, async () => {
      const draft = await this.toSave(viewer, projectId, options)
      requireRight(draft.row.rights, right)
      return await commit(draft)
    })
  }

  private async toSave(
    viewer: Viewer,
    projectId: string,
    { label, expectedVersion }: SaveOptions,
  ): Promise<DraftToSave> {
    const row = await this.store.read(viewer, projectId)
    requireRight(row.rights, 'read')
    const { version: draftVersion, sceneBlob } = row.draft
    requireVersion(expectedVersion, draftVersion)
    const latest = await this.latestScene(row)
    const scene = await this.scenes.get(sceneBlob)
    const changes = changesBetween(latest, scene)
    const saved = { projectId, draftVersion, label, changes, latest: row.latestVersion }
    return { row, scene, saved }
  }

  /** Null without one; of a damaged one all nodes count as new. */
  protected async latestScene({ latest }: ProjectRow): Promise<Scene | null> {
    return latest && (await this.soundScene(latest.sceneBlob))
  }

  /** Null where the storage has lost or damaged the scene: other versions are as they were. */
  protected async soundScene(blob: string): Promise<Scene | null> {
    try {
      return await this.scenes.get(blob)
    } catch (error) {
      if (isLostBlob(error)) return null
      throw error
    }
  }
}

export function changesBetween(from: Scene | null, to: Scene): VersionChanges {
  const { before, after } = differenceOf(from?.nodes ?? {}, to.nodes)
  const ids = Object.keys(before).sort()
  return {
    created: ids.filter((id) => before[id] === null),
    changed: ids.filter((id) => before[id] !== null && after[id] !== null),
    deleted: ids.filter((id) => after[id] === null),
  }
}
