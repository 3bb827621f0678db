import { and, asc, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { requireRight, type Viewer } from './access.ts'
import { type ProjectRow, readProject, type StoredScene } from './projects.ts'
import { draft, nowInMs, operation, project } from './schema.ts'
import { PAGE_MAX, UNDO_STEPS_MAX } from './store-limits.ts'
import { projectNotFound, StoreRefusal, versionConflict } from './store-refusal.ts'

/**
 * Length of a lease of a draft. A change takes some milliseconds; a process that ends before it
 * gives the lease back holds up the others for no longer.
 */
export const LEASE_MS = 3_000

/** A change of a draft that was computed from its version `base`. */
export interface DraftChange {
  projectId: string
  /** Version of the draft that the change was computed from. */
  base: number
  /** The scene after the change. */
  scene: StoredScene
  kind: 'edit' | 'undo' | 'redo'
  /** The caller's id, with which a repeated call gets the first answer. */
  operationId?: string
  /** SHA-256 of the call. */
  call: string
  /** Names of the edits, separated by spaces. */
  tools: string
  /** JSON of the answer. */
  answer: string
  /** Of an undo or redo: the operations that it takes back or makes again. */
  steps?: number[]
}

/** A call that was committed before. */
export interface CommittedCall {
  call: string
  answer: string
  draftVersion: number
  isUndone: boolean
  at: Date
}

/** An edit that can be undone or redone. */
export interface HistoryStep {
  id: number
  tools: string
  operationId: string | null
  draftVersion: number
  /** The scene before the edit, for an undo; after it, for a redo. */
  sceneBlob: string
  sceneHash: string
}

/**
 * Commits a change unless the draft has moved on, and returns the draft's version. A change that
 * leaves the scene as it is adds no version. Throws `StoreRefusal`: `draft_leased` where another
 * than `holder` has the lease.
 */
export async function commitDraft(
  tx: Tables,
  viewer: Viewer,
  change: DraftChange,
  holder: string,
): Promise<{ draftVersion: number }> {
  const { projectId, base, scene } = change
  const row = await readProject(tx, viewer, projectId)
  requireRight(row.rights, 'edit')
  const isSame = scene.sceneHash === row.draft.sceneHash && change.kind === 'edit'
  const draftVersion = isSame ? base : base + 1
  // The row of the project first, as in every change: PostgreSQL would see deadlocks after 1 s.
  if (isSame) await lockProject(tx, projectId)
  else await touchProject(tx, projectId)
  // The condition is the compare-and-set: of two changes of one version the second finds no row.
  const [changed] = await tx
    .update(draft)
    // An equal scene may be in another blob: that of the draft may be lost.
    .set({ ...scene, version: draftVersion, ...(!isSame && { updatedAt: sql`now()` }) })
    .where(and(eq(draft.projectId, projectId), eq(draft.version, base), isFreeFor(holder)))
    .returning({ version: draft.version })
  if (!changed) {
    const version = await versionOf(tx, projectId)
    throw version === base ? draftLeased() : versionConflict(base, version)
  }
  await record(tx, viewer, row, change, draftVersion, isSame)
  return { draftVersion }
}

async function record(
  tx: Tables,
  viewer: Viewer,
  { draft: before }: ProjectRow,
  change: DraftChange,
  draftVersion: number,
  isSame: boolean,
): Promise<void> {
  const { projectId, kind, operationId, call, tools, answer, scene, steps = [] } = change
  const ofProject = eq(operation.projectId, projectId)
  if (kind === 'edit' && !isSame)
    await tx
      .update(operation)
      .set({ state: 'dropped' })
      .where(and(ofProject, eq(operation.state, 'undone')))
  for (const id of steps)
    await tx
      .update(operation)
      .set({ state: kind === 'undo' ? 'undone' : 'done' })
      .where(and(ofProject, eq(operation.id, id)))
  if (isSame && operationId === undefined) return
  await tx.insert(operation).values({
    projectId,
    kind,
    // Of an edit that changed nothing there is nothing to undo.
    state: kind === 'edit' && !isSame ? 'done' : 'dropped',
    operationId,
    call,
    tools,
    answer,
    draftVersion,
    beforeHash: before.sceneHash,
    beforeBlob: before.sceneBlob,
    afterHash: scene.sceneHash,
    afterBlob: scene.sceneBlob,
    authorId: viewer?.account.id,
  })
}

/**
 * Leases the draft to `holder` for `LEASE_MS` from now, or returns false while another has it.
 * Throws `StoreRefusal`.
 */
export async function leaseDraft(
  tx: Tables,
  viewer: Viewer,
  projectId: string,
  holder: string,
): Promise<boolean> {
  const { rights } = await readProject(tx, viewer, projectId)
  requireRight(rights, 'edit')
  const leased = await tx
    .update(draft)
    .set({ leasedBy: holder, leaseEndsAt: sql`now() + make_interval(secs => ${LEASE_MS / 1000})` })
    .where(and(eq(draft.projectId, projectId), isFreeFor(holder)))
    .returning({ projectId: draft.projectId })
  return leased.length > 0
}

/** Ends the lease that `holder` has, if any. */
export async function releaseDraft(tx: Tables, projectId: string, holder: string): Promise<void> {
  await tx
    .update(draft)
    .set({ leasedBy: null, leaseEndsAt: null })
    .where(and(eq(draft.projectId, projectId), eq(draft.leasedBy, holder)))
}

const isFreeFor = (holder: string) =>
  or(isNull(draft.leaseEndsAt), lt(draft.leaseEndsAt, sql`now()`), eq(draft.leasedBy, holder))

const draftLeased = () =>
  new StoreRefusal('draft_leased', 'Another process has this draft for its change: nothing ran.')

/** The call with this operation id, or null. Throws `StoreRefusal`. */
export async function findCommitted(
  tables: Tables,
  viewer: Viewer,
  projectId: string,
  operationId: string,
): Promise<CommittedCall | null> {
  const { rights } = await readProject(tables, viewer, projectId)
  requireRight(rights, 'edit')
  const [row] = await tables
    .select()
    .from(operation)
    .where(and(eq(operation.projectId, projectId), eq(operation.operationId, operationId)))
  if (!row) return null
  const { call, answer, draftVersion, at } = row
  const isUndone = row.kind === 'edit' && row.state !== 'done' && row.beforeHash !== row.afterHash
  return { call, answer, draftVersion, isUndone, at }
}

/** A change of a draft, for its history. */
export interface RecentChange {
  operationId: string | null
  tools: string
  draftVersion: number
  at: Date
}

/** The last changes of a draft, the latest first. Throws `StoreRefusal`. */
export async function readRecent(
  tables: Tables,
  viewer: Viewer,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<RecentChange[]> {
  const { rights } = await readProject(tables, viewer, projectId)
  requireRight(rights, 'read')
  const { operationId, tools, draftVersion, at } = operation
  return await tables
    .select({ operationId, tools, draftVersion, at })
    .from(operation)
    .where(eq(operation.projectId, projectId))
    .orderBy(desc(operation.id))
    .limit(Math.min(limit, PAGE_MAX))
}

/**
 * The next edits to undo or redo, at most `steps`, in the order in which that is done, and how many
 * there are in all. Throws `StoreRefusal`.
 */
export async function readHistory(
  tables: Tables,
  viewer: Viewer,
  { projectId, kind, steps }: { projectId: string; kind: 'undo' | 'redo'; steps: number },
): Promise<{ steps: HistoryStep[]; total: number }> {
  const { rights } = await readProject(tables, viewer, projectId)
  requireRight(rights, 'edit')
  const isUndo = kind === 'undo'
  const where = and(
    eq(operation.projectId, projectId),
    eq(operation.state, isUndo ? 'done' : 'undone'),
  )
  const [{ total }] = await tables.select({ total: count() }).from(operation).where(where)
  if (total === 0) throw new StoreRefusal('nothing_to_undo', `There is no edit left to ${kind}.`)
  const rows = await tables
    .select({
      id: operation.id,
      tools: operation.tools,
      operationId: operation.operationId,
      draftVersion: operation.draftVersion,
      sceneBlob: isUndo ? operation.beforeBlob : operation.afterBlob,
      sceneHash: isUndo ? operation.beforeHash : operation.afterHash,
    })
    .from(operation)
    .where(where)
    .orderBy(isUndo ? desc(operation.id) : asc(operation.id))
    .limit(Math.min(steps, UNDO_STEPS_MAX))
  return { steps: rows, total }
}

/** Locks the project as a change of it does, so that other changes wait. */
export async function lockProject(tx: Tables, projectId: string): Promise<void> {
  await tx
    .select({ id: project.id })
    .from(project)
    .where(eq(project.id, projectId))
    .for('no key update')
}

/** The project was changed: it comes first in lists. */
export async function touchProject(
  tx: Tables,
  projectId: string,
  fields: { latestVersion?: number } = {},
): Promise<void> {
  await tx
    .update(project)
    .set({ ...fields, updatedAt: nowInMs })
    .where(eq(project.id, projectId))
}

/** Throws `project_not_found` where the project was deleted for good meanwhile. */
async function versionOf(tx: Tables, projectId: string): Promise<number> {
  const [row] = await tx
    .select({ version: draft.version })
    .from(draft)
    .where(eq(draft.projectId, projectId))
  if (!row) throw projectNotFound()
  return row.version
}
