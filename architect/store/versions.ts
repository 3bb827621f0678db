import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { user } from '../../accounts/database/schema.ts'
import { requireRight, type Viewer } from './access.ts'
import { lockProject, touchProject } from './drafts.ts'
import { type ProjectRow, readProject, type StoredScene } from './projects.ts'
import { version } from './schema.ts'
import { PAGE_CHANGES_BYTES_MAX, PAGE_MAX, VERSIONS_MAX } from './store-limits.ts'
import { StoreRefusal, versionConflict, versionNotFound, versionsChanged } from './store-refusal.ts'

/** Ids of the nodes that differ from the version before. */
export interface VersionChanges {
  created: string[]
  changed: string[]
  deleted: string[]
}

export interface VersionRow extends StoredScene {
  number: number
  label: string
  changes: VersionChanges
  restoredFrom: number | null
  author: { id: string; name: string } | null
  at: Date
}

export interface NewVersion {
  projectId: string
  /** Version of the draft that is saved. */
  draftVersion: number
  label?: string
  /** Against the version `latest`. */
  changes: VersionChanges
  latest: number | null
}

export interface SavedVersion {
  version: number
  label: string
  sceneHash: string
  didSave: boolean
}

/**
 * Saves the draft as the next version, unless the latest one has the same scene. Throws
 * `version_conflict` where the draft has moved on since it was read, `versions_changed` where the
 * versions have.
 */
export async function saveVersion(
  tx: Tables,
  viewer: Viewer,
  { projectId, draftVersion, label, changes, latest }: NewVersion,
): Promise<SavedVersion> {
  const row = await lockVersions(tx, viewer, { projectId, latest, draftVersion })
  if (row.latest?.sceneHash === row.draft.sceneHash) return sameAs(row)
  const { sceneHash, sceneBlob, nodes, bytes } = row.draft
  const scene = { sceneHash, sceneBlob, nodes, bytes }
  return await insertVersion(tx, viewer, { projectId, former: latest, label, changes, scene })
}

const sameAs = ({ latestVersion, latest }: ProjectRow): SavedVersion => ({
  version: latestVersion!,
  label: latest!.label,
  sceneHash: latest!.sceneHash,
  didSave: false,
})

/**
 * Locks the project, without whose lock no draft changes, so that two saves at once make one
 * version or two. Throws `version_conflict` where the draft is another one than was read, and
 * `versions_changed` where the latest version is.
 */
async function lockVersions(
  tx: Tables,
  viewer: Viewer,
  { projectId, latest, draftVersion }: Pick<NewVersion, 'projectId' | 'latest' | 'draftVersion'>,
): Promise<ProjectRow> {
  await lockProject(tx, projectId)
  const row = await readProject(tx, viewer, projectId)
  requireRight(row.rights, 'edit')
  if (row.draft.version !== draftVersion) throw versionConflict(draftVersion, row.draft.version)
  if (row.latestVersion !== latest) throw versionsChanged()
  return row
}

interface Inserted {
  projectId: string
  former: number | null
  label?: string
  changes: VersionChanges
  scene: StoredScene
  restoredFrom?: number
}

async function insertVersion(
  tx: Tables,
  viewer: Viewer,
  { projectId, former, label, changes, scene, restoredFrom }: Inserted,
): Promise<SavedVersion> {
  const number = (former ?? 0) + 1
  if (number > VERSIONS_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `The project has ${VERSIONS_MAX} versions, the most.`,
      {
        details: { limit: VERSIONS_MAX },
      },
    )
  const named = label || `Version ${number}`
  await tx.insert(version).values({
    projectId,
    number,
    label: named,
    ...scene,
    changes: JSON.stringify(changes),
    restoredFrom,
    authorId: viewer?.account.id,
  })
  await touchProject(tx, projectId, { latestVersion: number })
  return { version: number, label: named, sceneHash: scene.sceneHash, didSave: true }
}

/** A version with the scene of an earlier one, which is the draft by now. */
export interface RestoredVersion extends NewVersion {
  from: number
  scene: StoredScene
}

/** Adds a version with the scene of an earlier one, unless the latest one has the same scene. */
export async function addRestored(
  tx: Tables,
  viewer: Viewer,
  { projectId, draftVersion, from, label, changes, scene, latest }: RestoredVersion,
): Promise<SavedVersion> {
  const row = await lockVersions(tx, viewer, { projectId, latest, draftVersion })
  if (row.latest?.sceneHash === scene.sceneHash) return sameAs(row)
  return await insertVersion(tx, viewer, {
    projectId,
    former: latest,
    label: label || `Version ${from} again`,
    changes,
    scene,
    restoredFrom: from,
  })
}

/** Reads a version. Viewers of a public project see the published one only. */
export async function readVersion(
  tables: Tables,
  viewer: Viewer,
  projectId: string,
  number: number,
): Promise<VersionRow> {
  const row = await readProject(tables, viewer, projectId)
  if (number !== row.publishedVersion) requireRight(row.rights, 'read')
  const found = await versionRow(tables, projectId, number)
  if (!found) throw versionNotFound(number)
  return found
}

/**
 * The versions of a project, newest first; before the version `before` where it is given. There may
 * be fewer than `limit` before the end, but one at least: see `PAGE_CHANGES_BYTES_MAX`.
 */
export async function listVersions(
  tables: Tables,
  viewer: Viewer,
  { projectId, limit, before }: { projectId: string; limit: number; before?: number },
): Promise<VersionRow[]> {
  const { rights } = await readProject(tables, viewer, projectId)
  requireRight(rights, 'read')
  const older = before === undefined ? undefined : lt(version.number, before)
  const ofPage = and(eq(version.projectId, projectId), older)
  // PostgreSQL knows the lengths without reading the texts.
  const sizes = await tables
    .select({ number: version.number, bytes: sql<number>`octet_length(${version.changes})` })
    .from(version)
    .where(ofPage)
    .orderBy(desc(version.number))
    .limit(Math.min(limit, PAGE_MAX))
  let bytes = 0
  const fitting = sizes.filter((each, i) => {
    bytes += each.bytes
    return i === 0 || bytes <= PAGE_CHANGES_BYTES_MAX
  })
  const rows = await select(tables)
    .where(and(ofPage, gte(version.number, fitting.at(-1)?.number ?? 0)))
    .orderBy(desc(version.number))
    .limit(fitting.length)
  return rows.map(toRow)
}

async function versionRow(
  tables: Tables,
  projectId: string,
  number: number,
): Promise<VersionRow | null> {
  const [row] = await select(tables).where(
    and(eq(version.projectId, projectId), eq(version.number, number)),
  )
  return row ? toRow(row) : null
}

function select(tables: Tables) {
  return tables
    .select({ version, author: user.name })
    .from(version)
    .leftJoin(user, eq(user.id, sql`${version.authorId}`))
    .$dynamic()
}

function toRow({ version, author }: Awaited<ReturnType<typeof select>>[number]): VersionRow {
  const { projectId: _, authorId, changes, ...own } = version
  return {
    ...own,
    changes: JSON.parse(changes),
    author: authorId === null ? null : { id: authorId, name: author ?? '' },
  }
}
