import { and, count, eq, gt, inArray, isNotNull, lt, notExists, or, sql } from 'drizzle-orm'
import { sweepClaims, sweepInvites } from '../../accounts/agents/sweep-agents.ts'
import type { Tables } from '../../accounts/database/database.ts'
import { sweepJobs } from './job-store.ts'
import {
  bake,
  blobOwner,
  draft,
  operation,
  picture,
  project,
  publication,
  version,
} from './schema.ts'
import {
  BAKE_DAYS,
  DRAFT_BAKE_DAYS,
  OPERATION_DAYS,
  OPERATIONS_MAX,
  TRASH_DAYS,
  TURN_DAYS,
} from './store-limits.ts'
import { sweepSessions } from './tool-sessions.ts'
import { sweepFiles } from './turn-files.ts'
import { turn, turnKey } from './turn-schema.ts'
import { KEY_HOURS } from './turns.ts'

/** Rows of one transaction: some 10 ms, so that no change waits for long. */
const ROWS_MAX = 500
/** Projects whose operations are counted together. */
const PROJECTS_COUNTED = 100

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/** Deletes some rows past their time; true where there may be more. */
export type SweepStep = (tx: Tables) => Promise<boolean>

/** With a project come all of its operations and versions: one at a time. */
async function sweepTrash(tx: Tables): Promise<boolean> {
  const past = and(isNotNull(project.deletedAt), lt(project.deletedAt, daysAgo(TRASH_DAYS)))
  const first = tx.select({ id: project.id }).from(project).where(past).limit(1)
  // The condition again: the row may be out of the trash once the lock of its change ends.
  const gone = await tx
    .delete(project)
    .where(and(inArray(project.id, first), past))
    .returning({ id: project.id })
  return gone.length > 0
}

async function sweepOperations(tx: Tables): Promise<boolean> {
  const some = tx
    .select({ id: operation.id })
    .from(operation)
    .where(lt(operation.at, daysAgo(OPERATION_DAYS)))
    .limit(ROWS_MAX)
  const gone = await tx
    .delete(operation)
    .where(inArray(operation.id, some))
    .returning({ id: operation.id })
  return gone.length === ROWS_MAX
}

async function sweepBakes(tx: Tables): Promise<boolean> {
  const isPublished = tx
    .select({ one: sql`1` })
    .from(publication)
    .innerJoin(
      project,
      sql`${project.id} = ${publication.projectId}
        AND ${project.publishedVersion} = ${publication.version}`,
    )
    .where(sql`${publication.bakeKey} = ${bake.key}`)
  const isSaved = tx
    .select({ one: sql`1` })
    .from(version)
    // By the scene: an undo or a restore stores the same one in another blob.
    .where(eq(version.sceneHash, sql`split_part(${bake.key}, '-', 2)`))
  const some = tx
    .select({ key: bake.key })
    .from(bake)
    .where(
      and(
        isNotNull(bake.finishedAt),
        or(
          lt(bake.finishedAt, daysAgo(BAKE_DAYS)),
          and(lt(bake.finishedAt, daysAgo(DRAFT_BAKE_DAYS)), notExists(isSaved)),
        ),
        notExists(isPublished),
      ),
    )
    .limit(ROWS_MAX)
  const gone = await tx
    .delete(bake)
    // It may wait again once the lock of its change ends.
    .where(and(inArray(bake.key, some), isNotNull(bake.finishedAt)))
    .returning({ key: bake.key })
  return gone.length === ROWS_MAX
}

async function sweepPictures(tx: Tables): Promise<boolean> {
  const isOfDraft = tx
    .select({ one: sql`1` })
    .from(draft)
    .where(sql`${draft.sceneHash} = ${picture.sceneHash}`)
  const some = tx
    .select({ sceneHash: picture.sceneHash })
    .from(picture)
    .where(and(lt(picture.at, daysAgo(BAKE_DAYS)), notExists(isOfDraft)))
    .limit(ROWS_MAX)
  const gone = await tx
    .delete(picture)
    .where(inArray(picture.sceneHash, some))
    .returning({ sceneHash: picture.sceneHash })
  return gone.length === ROWS_MAX
}

async function sweepTurns(tx: Tables): Promise<boolean> {
  const some = tx
    .select({ id: turn.id })
    .from(turn)
    .where(lt(turn.endedAt, daysAgo(TURN_DAYS)))
    .limit(ROWS_MAX)
  const gone = await tx.delete(turn).where(inArray(turn.id, some)).returning({ id: turn.id })
  return gone.length === ROWS_MAX
}

/** Keys past their time; one that is used again is replaced anyway. */
async function sweepTurnKeys(tx: Tables): Promise<boolean> {
  const some = tx
    .select({ id: turnKey.turnId })
    .from(turnKey)
    .where(lt(turnKey.at, daysAgo(KEY_HOURS / 24)))
    .limit(ROWS_MAX)
  const gone = await tx
    .delete(turnKey)
    .where(and(inArray(turnKey.turnId, some), lt(turnKey.at, daysAgo(KEY_HOURS / 24))))
    .returning({ key: turnKey.key })
  return gone.length >= ROWS_MAX
}

/**
 * What is past its time: projects in the trash, operations, turns with their keys, uploaded files,
 * jobs, and files that nothing names.
 */
export const SWEEP_STEPS: SweepStep[] = [
  sweepTrash,
  sweepOperations,
  sweepBakes,
  sweepPictures,
  sweepTurns,
  sweepTurnKeys,
  sweepFiles,
  sweepSessions,
  sweepClaims,
  sweepInvites,
  sweepJobs,
]

/**
 * Deletes the operations that some projects have too many of. Returns the last of these projects,
 * to go on after it, or null at the end.
 */
export async function sweepSurplus(tx: Tables, after: string): Promise<string | null> {
  const counted = await tx
    .select({ projectId: operation.projectId, operations: count() })
    .from(operation)
    .where(gt(operation.projectId, after))
    .groupBy(operation.projectId)
    .orderBy(operation.projectId)
    .limit(PROJECTS_COUNTED)
  for (const { projectId, operations } of counted)
    if (operations > OPERATIONS_MAX)
      await tx.execute(sql`DELETE FROM operation WHERE project_id = ${projectId} AND id <= (
        SELECT id FROM operation WHERE project_id = ${projectId}
        ORDER BY id DESC OFFSET ${OPERATIONS_MAX} LIMIT 1)`)
  return counted.length < PROJECTS_COUNTED ? null : counted.at(-1)!.projectId
}

/**
 * Of these blobs, those that a row names. One statement, so one moment: between two, an undo could
 * move the name of a blob from a table to one that was looked through before.
 */
export async function referencedBlobs(tables: Tables, blobs: string[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const wanted = sql.join(
    blobs.map((blob) => sql`(${blob})`),
    sql`, `,
  )
  const rows = await tables.execute(sql`WITH wanted (blob) AS (VALUES ${wanted})
    SELECT blob FROM wanted JOIN draft ON scene_blob = blob
    UNION SELECT blob FROM wanted JOIN version ON scene_blob = blob
    UNION SELECT blob FROM wanted JOIN operation ON before_blob = blob
    UNION SELECT blob FROM wanted JOIN operation ON after_blob = blob
    UNION SELECT blob FROM wanted JOIN bake ON blob IN (scene_blob, glb_blob, web_blob)
    UNION SELECT w.blob FROM wanted w JOIN picture p ON p.blob = w.blob
    UNION SELECT w.blob FROM wanted w JOIN turn_blob t ON t.blob = w.blob
    UNION SELECT w.blob FROM wanted w JOIN turn_file f ON f.blob = w.blob
    UNION SELECT w.blob FROM wanted w JOIN project_media m ON m.blob = w.blob`)
  return (rows as unknown as { rows: { blob: string }[] }).rows.map(({ blob }) => blob)
}

/** A database as the owner of a storage of blobs. */
export interface BlobOwner {
  /** With which the storage is marked. */
  id: string
  /** True once the storage was marked. */
  hasClaimed: boolean
}

export async function readBlobOwner(tables: Tables): Promise<BlobOwner> {
  const [{ id, claimedAt }] = await tables.select().from(blobOwner)
  return { id, hasClaimed: claimedAt !== null }
}

export async function recordClaim(tables: Tables): Promise<void> {
  await tables.update(blobOwner).set({ claimedAt: sql`now()` })
}
