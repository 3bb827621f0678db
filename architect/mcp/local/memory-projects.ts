import { randomText } from '../../../accounts/random-text.ts'
import { rightsOf, type Viewer } from '../../store/access.ts'
import type { CommittedCall, DraftChange, HistoryStep, RecentChange } from '../../store/drafts.ts'
import type { NewProject, ProjectRow, ProjectsQuery, StoredScene } from '../../store/projects.ts'
import { PAGE_MAX, PROJECTS_MAX, VERSIONS_MAX } from '../../store/store-limits.ts'
import {
  projectNotFound,
  requireVersion,
  StoreRefusal,
  versionConflict,
  versionNotFound,
  versionsChanged,
} from '../../store/store-refusal.ts'
import type { NewVersion, SavedVersion, VersionRow } from '../../store/versions.ts'
import { MemoryBlobs } from './memory-blobs.ts'

/** Edits of one project that can be undone; earlier ones are forgotten. */
const HISTORY_MAX = 1_000

interface Edit extends CommittedCall, HistoryStep {
  kind: DraftChange['kind']
  state: 'done' | 'undone' | 'dropped'
  before: StoredScene
  after: StoredScene
}

interface Project {
  row: ProjectRow
  edits: Edit[]
  versions: VersionRow[]
}

/**
 * Projects in memory, as the tool server needs them: for a local server of one person, whose
 * projects end with the process. Its methods are those of `ProjectStore`.
 */
export class MemoryProjects {
  /** Scenes of drafts and versions stay, those to undo to as far as there is room. */
  readonly blobs: MemoryBlobs
  private readonly projects = new Map<string, Project>()
  private edits = 0

  /** Bytes of all scenes, fewer in tests. */
  constructor(blobsBytesMax?: number) {
    this.blobs = new MemoryBlobs(() => this.referenced(), blobsBytesMax)
  }

  async signingKey(): Promise<Uint8Array> {
    return new Uint8Array(32)
  }

  async add(viewer: NonNullable<Viewer>, made: NewProject): Promise<ProjectRow> {
    const known = made.id === undefined ? null : (this.projects.get(made.id) ?? null)
    if (known) return known.row
    if (this.projects.size >= PROJECTS_MAX)
      throw new StoreRefusal('limit_exceeded', `There are ${PROJECTS_MAX} projects, the most.`)
    const { id = `prj_${randomText(20)}`, name, visibility = 'private', operation, ...rest } = made
    const { sceneHash, sceneBlob, nodes, bytes } = rest
    const scene = { sceneHash, sceneBlob, nodes, bytes }
    const now = new Date()
    const row: ProjectRow = {
      id,
      name,
      owner: { kind: 'personal', id: viewer.account.id, name: 'This computer' },
      visibility,
      draft: { ...scene, version: 0, updatedAt: now },
      latestVersion: null,
      latest: null,
      publishedVersion: null,
      bakeState: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      rights: rightsOf('owner'),
    }
    const project: Project = { row, edits: [], versions: [] }
    const asMade = { kind: 'edit', state: 'dropped', draftVersion: 0, answer: '{}' } as const
    if (operation)
      this.record(project, { ...operation, ...asMade, before: scene, after: scene, at: now })
    this.projects.set(id, project)
    return row
  }

  async list(_viewer: Viewer, { text = '', limit, after }: ProjectsQuery): Promise<ProjectRow[]> {
    const rows = [...this.projects.values()]
      .map(({ row }) => row)
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .sort((a, b) => Number(b.updatedAt) - Number(a.updatedAt) || (a.id < b.id ? 1 : -1))
    const from = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0
    return rows.slice(from, from + limit)
  }

  async read(_viewer: Viewer, id: string): Promise<ProjectRow> {
    return this.named(id).row
  }

  async readDraft(_viewer: Viewer, id: string): Promise<StoredScene & { version: number }> {
    return this.named(id).row.draft
  }

  /** One process makes all changes, so nobody waits for a lease. */
  async leaseDraft(): Promise<boolean> {
    return true
  }
  async releaseDraft(): Promise<void> {}

  async commit(
    _viewer: Viewer,
    change: DraftChange,
  ): Promise<{ draftVersion: number } | 'repeated'> {
    const project = this.named(change.projectId)
    const { draft } = project.row
    const { base, scene, kind, operationId, call, tools, answer, steps = [] } = change
    if (project.edits.some((edit) => edit.operationId === operationId && operationId !== undefined))
      return 'repeated'
    if (draft.version !== base) throw versionConflict(base, draft.version)
    const isSame = kind === 'edit' && scene.sceneHash === draft.sceneHash
    const draftVersion = isSame ? base : base + 1
    const { version: _, updatedAt: __, ...before } = draft
    for (const edit of project.edits) {
      if (steps.includes(edit.id)) edit.state = kind === 'undo' ? 'undone' : 'done'
      else if (kind === 'edit' && !isSame && edit.state === 'undone') edit.state = 'dropped'
    }
    const at = new Date()
    if (!isSame || operationId !== undefined)
      this.record(project, {
        kind,
        state: kind === 'edit' && !isSame ? 'done' : 'dropped',
        operationId: operationId ?? null,
        call,
        tools,
        answer,
        draftVersion,
        at,
        before,
        after: scene,
      })
    project.row = {
      ...project.row,
      updatedAt: at,
      draft: { ...scene, version: draftVersion, updatedAt: at },
    }
    return { draftVersion }
  }

  async committed(
    _viewer: Viewer,
    projectId: string,
    operationId: string,
  ): Promise<CommittedCall | null> {
    const edit = this.named(projectId).edits.find((each) => each.operationId === operationId)
    if (!edit) return null
    const { kind, state, before, after } = edit
    const isUndone = kind === 'edit' && state !== 'done' && before.sceneHash !== after.sceneHash
    return { ...edit, isUndone }
  }

  async history(
    _viewer: Viewer,
    { projectId, kind, steps }: { projectId: string; kind: 'undo' | 'redo'; steps: number },
  ): Promise<{ steps: HistoryStep[]; total: number }> {
    const isUndo = kind === 'undo'
    const { edits } = this.named(projectId)
    const found = edits.filter(({ state }) => state === (isUndo ? 'done' : 'undone'))
    if (found.length === 0)
      throw new StoreRefusal('nothing_to_undo', `There is no edit left to ${kind}.`)
    const ordered = (isUndo ? found.toReversed() : found).map(({ before, after, ...edit }) => {
      const { sceneBlob, sceneHash } = isUndo ? before : after
      return { ...edit, sceneBlob, sceneHash }
    })
    const lost = ordered.findIndex(({ sceneBlob }) => !this.blobs.has(sceneBlob))
    const held = lost < 0 ? ordered : ordered.slice(0, lost)
    if (held.length === 0)
      throw new StoreRefusal(
        'nothing_to_undo',
        `The memory of this local server has no room for the scenes of edits to ${kind}.`,
      )
    return { total: held.length, steps: held.slice(0, steps) }
  }

  async recent(
    _viewer: Viewer,
    { projectId, limit }: { projectId: string; limit: number },
  ): Promise<RecentChange[]> {
    return this.named(projectId).edits.toReversed().slice(0, limit)
  }

  async save(_viewer: Viewer, saved: NewVersion): Promise<SavedVersion> {
    const project = this.named(saved.projectId)
    const { row, versions } = project
    requireVersion(saved.draftVersion, row.draft.version)
    if (row.latestVersion !== saved.latest) throw versionsChanged()
    const { sceneHash, sceneBlob, nodes, bytes } = row.draft
    if (row.latest?.sceneHash === sceneHash)
      return { version: row.latestVersion!, label: row.latest.label, sceneHash, didSave: false }
    if (versions.length >= VERSIONS_MAX)
      throw new StoreRefusal(
        'limit_exceeded',
        `The project has ${VERSIONS_MAX} versions, the most.`,
      )
    const number = versions.length + 1
    const label = saved.label || `Version ${number}`
    const scene = { sceneHash, sceneBlob, nodes, bytes }
    const { changes } = saved
    const made = { ...scene, number, label, changes, restoredFrom: null, author: null }
    versions.push({ ...made, at: new Date() })
    project.row = { ...row, latestVersion: number, latest: { label, sceneHash, sceneBlob } }
    return { version: number, label, sceneHash, didSave: true }
  }

  async saveOnce(
    viewer: Viewer,
    saved: NewVersion,
    operation: Pick<DraftChange, 'scene' | 'call'> & { operationId: string },
  ): Promise<SavedVersion | 'repeated'> {
    const known = await this.committed(viewer, saved.projectId, operation.operationId)
    if (known) return 'repeated'
    const version = await this.save(viewer, saved)
    const { projectId, draftVersion: base } = saved
    const made = { projectId, base, kind: 'edit', tools: 'save_scene' } as const
    await this.commit(viewer, { ...operation, ...made, answer: JSON.stringify(version) })
    return version
  }

  async versions(
    _viewer: Viewer,
    { projectId, limit, before }: { projectId: string; limit: number; before?: number },
  ): Promise<VersionRow[]> {
    const { versions } = this.named(projectId)
    const older = versions.filter(({ number }) => before === undefined || number < before)
    return older.toReversed().slice(0, Math.min(limit, PAGE_MAX))
  }

  async version(_viewer: Viewer, projectId: string, number: number): Promise<VersionRow> {
    const found = this.named(projectId).versions[number - 1]
    if (!found) throw versionNotFound(number)
    return found
  }

  /** Nobody has uploaded a file. */
  async findFiles(): Promise<[]> {
    return []
  }

  private record(
    { edits }: Project,
    edit: Omit<Edit, 'id' | 'isUndone' | 'sceneBlob' | 'sceneHash'>,
  ): void {
    const { sceneBlob, sceneHash } = edit.after
    edits.push({ ...edit, id: ++this.edits, isUndone: false, sceneBlob, sceneHash })
    if (edits.length > HISTORY_MAX) edits.shift()
  }

  /** The blobs of drafts and versions: without them projects could not be opened. */
  private referenced(): Set<string> {
    const blobs = [...this.projects.values()].flatMap(({ row, versions }) => [
      row.draft.sceneBlob,
      ...versions.map(({ sceneBlob }) => sceneBlob),
    ])
    return new Set(blobs)
  }

  private named(id: string): Project {
    const project = this.projects.get(id)
    if (!project) throw projectNotFound()
    return project
  }
}
