import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { brokenConstraintOf } from '../../accounts/database/database-failure.ts'
import {
  type ChangeOptions,
  WriteTransactions,
} from '../../accounts/database/write-transactions.ts'
import type { Claim } from '../../accounts/fair-queue.ts'
import type { Limits } from '../../accounts/limits/limits.ts'
import type { Viewer } from './access.ts'
import { AgentStore, type AgentStoreOptions } from './agent-store.ts'
import {
  type BakedFiles,
  type BakeJob,
  type BakeOutcome,
  type BakeQueue,
  isToMake,
  readBaked,
  type WantedBake,
} from './bakes.ts'
import {
  commitDraft,
  type DraftChange,
  findCommitted,
  leaseDraft,
  readHistory,
  readRecent,
  releaseDraft,
} from './drafts.ts'
import { JobStore } from './job-store.ts'
import { MediaStore } from './media-store.ts'
import {
  addProject,
  changeProject,
  listProjects,
  type NewProject,
  type ProjectRow,
  type ProjectsQuery,
  purgeProject,
  readDraft,
  readProject,
  type StoredScene,
  trashProject,
} from './projects.ts'
import { type PublishedFiles, publish, readPublished } from './publications.ts'
import { picture, type Visibility } from './schema.ts'
import {
  type BlobOwner,
  readBlobOwner,
  recordClaim,
  referencedBlobs,
  SWEEP_STEPS,
  sweepSurplus,
} from './sweep.ts'
import { SessionStore } from './tool-sessions.ts'
import {
  addFile,
  deleteFile,
  type FilesQuery,
  findFiles,
  listFiles,
  type NewFile,
  readFile,
  requireFileRoom,
  type TurnFile,
  useFiles,
} from './turn-files.ts'
import type { TurnQueue } from './turn-queue.ts'
import { TurnStore } from './turn-store.ts'
import {
  addRestored,
  listVersions,
  type NewVersion,
  type RestoredVersion,
  readVersion,
  type SavedVersion,
  saveVersion,
} from './versions.ts'

/** A change that has not started by then is not needed any more. */
const WAIT_MS = 10_000

type Caller = NonNullable<Viewer>

/**
 * The projects of a service on the database of the accounts. Each method is one transaction, and
 * throws `StoreRefusal` where the viewer may not do it or the draft has moved on; nothing is
 * changed then. Only the thread of the accounts has one; others call it through `storeOver`.
 */
export class ProjectStore {
  readonly turns: TurnStore
  readonly agents: AgentStore
  readonly sessions: SessionStore
  readonly jobs: JobStore
  readonly media: MediaStore
  private readonly tables: Tables
  private readonly writes: WriteTransactions
  private readonly bakes: BakeQueue
  private readonly key: Uint8Array
  /** Has the leases of drafts: a process has one store and makes one change of a draft at once. */
  private readonly holder = randomUUID()

  constructor(
    database: Database,
    { bakes, turns, limits }: { bakes: BakeQueue; turns: TurnQueue; limits: Limits },
    signingKey: Uint8Array,
  ) {
    this.tables = database.tables
    this.writes = new WriteTransactions(database.tables, {
      isAlone: database.engine === 'pglite',
    })
    this.bakes = bakes
    this.key = signingKey
    const write: typeof this.write = (...given) => this.write(...given)
    this.turns = new TurnStore(database.tables, turns, write)
    const writeOf: AgentStoreOptions['write'] = (claimants, change) =>
      this.writes.run({ deadline_ms: performance.now() + WAIT_MS, claimants }, change)
    this.agents = new AgentStore({ tables: database.tables, limits, write: writeOf })
    this.sessions = new SessionStore(database.tables, write)
    this.jobs = new JobStore(database.tables, write)
    this.media = new MediaStore(database.tables, write)
  }

  /** Signs addresses of files, the same in all processes of the service. */
  async signingKey(): Promise<Uint8Array> {
    return this.key
  }

  /** Adds a project; one with the id of an earlier one is that one. */
  async add(caller: Caller, made: NewProject): Promise<ProjectRow> {
    const id = await this.write(caller, (tx) => addProject(tx, caller, made)).catch((error) => {
      if (made.id !== undefined && brokenConstraintOf(error) === 'project_pkey') return made.id
      throw error
    })
    return await readProject(this.tables, caller, id)
  }

  async list(caller: Caller, query: ProjectsQuery): Promise<ProjectRow[]> {
    return await listProjects(this.tables, caller, query)
  }

  async read(viewer: Viewer, id: string): Promise<ProjectRow> {
    return await readProject(this.tables, viewer, id)
  }

  /** See `readDraft`. */
  async readDraft(viewer: Viewer, id: string): Promise<StoredScene & { version: number }> {
    return await readDraft(this.tables, viewer, id)
  }

  async change(
    viewer: Viewer,
    id: string,
    fields: { name?: string; visibility?: Visibility },
  ): Promise<ProjectRow> {
    await this.write(viewer, (tx) => changeProject(tx, viewer, id, fields))
    return await readProject(this.tables, viewer, id)
  }

  async trash(viewer: Viewer, id: string, direction: 'in' | 'out'): Promise<void> {
    await this.write(viewer, (tx) => trashProject(tx, viewer, id, direction))
  }

  async purge(viewer: Viewer, id: string): Promise<void> {
    await this.write(viewer, (tx) => purgeProject(tx, viewer, id))
  }

  /** See `commitDraft`. `repeated`: the operation id was committed meanwhile. */
  async commit(
    viewer: Viewer,
    change: DraftChange,
  ): Promise<{ draftVersion: number } | 'repeated'> {
    try {
      return await this.write(viewer, (tx) => commitDraft(tx, viewer, change, this.holder))
    } catch (error) {
      if (brokenConstraintOf(error) !== 'operation_id_key') throw error
      return 'repeated'
    }
  }

  /** See `leaseDraft`: the draft is this store's alone for some seconds, or false. */
  async leaseDraft(viewer: Viewer, projectId: string): Promise<boolean> {
    return await this.write(viewer, (tx) => leaseDraft(tx, viewer, projectId, this.holder))
  }

  async releaseDraft(viewer: Viewer, projectId: string): Promise<void> {
    await this.write(viewer, (tx) => releaseDraft(tx, projectId, this.holder))
  }

  async committed(viewer: Viewer, projectId: string, operationId: string) {
    return await findCommitted(this.tables, viewer, projectId, operationId)
  }

  async history(
    viewer: Viewer,
    query: { projectId: string; kind: 'undo' | 'redo'; steps: number },
  ) {
    return await readHistory(this.tables, viewer, query)
  }

  async versions(viewer: Viewer, query: { projectId: string; limit: number; before?: number }) {
    return await listVersions(this.tables, viewer, query)
  }

  async version(viewer: Viewer, projectId: string, number: number) {
    return await readVersion(this.tables, viewer, projectId, number)
  }

  async save(viewer: Viewer, saved: NewVersion): Promise<SavedVersion> {
    return await this.write(viewer, (tx) => saveVersion(tx, viewer, saved))
  }

  /**
   * Saves a version and records the answer with an operation id, as that of an edit that changes
   * nothing. `repeated` as in `commit`.
   */
  async saveOnce(
    viewer: Viewer,
    saved: NewVersion,
    operation: Pick<DraftChange, 'scene' | 'call'> & { operationId: string },
  ): Promise<SavedVersion | 'repeated'> {
    const { projectId, draftVersion: base } = saved
    try {
      return await this.write(viewer, async (tx) => {
        const version = await saveVersion(tx, viewer, saved)
        const answer = JSON.stringify(version)
        const made = { projectId, base, kind: 'edit', tools: 'save_scene', answer } as const
        await commitDraft(tx, viewer, { ...operation, ...made }, this.holder)
        return version
      })
    } catch (error) {
      if (brokenConstraintOf(error) !== 'operation_id_key') throw error
      return 'repeated'
    }
  }

  /** See `readRecent`. */
  async recent(viewer: Viewer, query: { projectId: string; limit: number }) {
    return await readRecent(this.tables, viewer, query)
  }

  /** Makes the scene of an earlier version the draft and a new version. */
  async restore(
    viewer: Viewer,
    { change, ...restored }: Omit<RestoredVersion, 'draftVersion'> & { change: DraftChange },
  ) {
    return await this.write(viewer, async (tx) => {
      const { draftVersion } = await commitDraft(tx, viewer, change, this.holder)
      return { ...(await addRestored(tx, viewer, { ...restored, draftVersion })), draftVersion }
    })
  }

  async publish(viewer: Viewer, saved: NewVersion) {
    return await this.write(viewer, (tx) => publish(tx, viewer, this.bakes, saved))
  }

  /** The files of the published version, see `requestBake`; null where nothing is published. */
  async published(
    viewer: Viewer,
    projectId: string,
    lostBlob?: string,
  ): Promise<PublishedFiles | null> {
    const found = await readPublished(this.tables, viewer, projectId)
    // After a change of the baked form there is no bake yet.
    if (!found) return null
    const { version, ...scene } = found
    return { version, ...(await this.requestBake({ ...scene, use: 'publication' }, lostBlob)) }
  }

  /**
   * The files of any scene, whose bake is queued where there is none. `lostBlob` is one of them
   * that the storage has not: they are made anew.
   */
  async requestBake(scene: WantedBake, lostBlob?: string): Promise<BakedFiles> {
    const known = await readBaked(this.tables, scene.sceneHash)
    if (known && !isToMake(known, lostBlob)) return known
    return await this.write(null, async (tx) => {
      await this.bakes.request(tx, scene, lostBlob)
      return (await readBaked(tx, scene.sceneHash))!
    })
  }

  async claimBake(): Promise<BakeJob | null> {
    return await this.bakes.claim()
  }

  async touchBake(job: BakeJob): Promise<void> {
    await this.bakes.touch(job)
  }

  async finishBake(job: BakeJob, outcome: BakeOutcome): Promise<void> {
    await this.bakes.finish(job, outcome)
  }

  /** The picture of a scene, or null where it was not drawn yet. */
  async picture(sceneHash: string): Promise<{ blob: string; bytes: number } | null> {
    const [row] = await this.tables
      .select({ blob: picture.blob, bytes: picture.bytes })
      .from(picture)
      .where(eq(picture.sceneHash, sceneHash))
    return row ?? null
  }

  /** Stores the name of a picture, also in place of one whose blob was lost. */
  async addPicture(drawn: { sceneHash: string; blob: string; bytes: number }): Promise<void> {
    const { blob, bytes } = drawn
    await this.tables
      .insert(picture)
      .values(drawn)
      .onConflictDoUpdate({ target: picture.sceneHash, set: { blob, bytes } })
  }

  /** Before the bytes of a file are stored; see `addFile`, which counts again. */
  async requireFileRoom(caller: Caller, file: NewFile): Promise<void> {
    await requireFileRoom(this.tables, caller, file)
  }

  async addFile(caller: Caller, file: NewFile): Promise<TurnFile> {
    return await this.write(caller, (tx) => addFile(tx, caller, file))
  }

  async listFiles(caller: Caller, query: FilesQuery) {
    return await listFiles(this.tables, caller, query)
  }

  async readFile(caller: Caller, id: string): Promise<TurnFile> {
    return await readFile(this.tables, caller, id)
  }

  async findFiles(caller: Caller, ids: string[]): Promise<TurnFile[]> {
    return await findFiles(this.tables, caller, ids)
  }

  async useFiles(caller: Caller, ids: string[]): Promise<string[]> {
    return await this.write(caller, (tx) => useFiles(tx, caller, ids))
  }

  async deleteFile(caller: Caller, id: string): Promise<void> {
    await this.write(caller, (tx) => deleteFile(tx, caller, id))
  }

  /**
   * Deletes some of what is past its time, in short transactions. Returns where to go on, or null
   * at the end.
   */
  async sweep(after = ''): Promise<string | null> {
    let isLeft = false
    for (const step of SWEEP_STEPS) isLeft = (await this.write(null, step)) || isLeft
    if (isLeft) return after
    const next = await this.write(null, (tx) => sweepSurplus(tx, after))
    if (next === null) await this.write(null, (tx) => this.bakes.requeue(tx))
    return next
  }

  async blobOwner(): Promise<BlobOwner> {
    return await readBlobOwner(this.tables)
  }

  /** Records that the storage of blobs is marked: it is not opened without its mark any more. */
  async recordClaim(): Promise<void> {
    await this.write(null, recordClaim)
  }

  async referenced(blobs: string[]): Promise<string[]> {
    return await referencedBlobs(this.tables, blobs)
  }

  private write<T>(
    viewer: Viewer,
    change: (tx: Tables) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T> {
    const claim: Claim = {
      deadline_ms: performance.now() + WAIT_MS,
      claimants: viewer ? [viewer.workspace.id] : [],
    }
    return this.writes.run(claim, change, options)
  }
}
