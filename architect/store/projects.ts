import { and, count, desc, eq, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { member, organization, user } from '../../accounts/database/schema.ts'
import { randomText } from '../../accounts/random-text.ts'
import { type Rights, requireRight, rightsOf, roleIn, type Viewer } from './access.ts'
import {
  type BakeState,
  draft,
  nowInMs,
  operation,
  project,
  type Visibility,
  version,
} from './schema.ts'
import { PAGE_MAX, PROJECTS_MAX } from './store-limits.ts'
import { projectNotFound, StoreRefusal } from './store-refusal.ts'

/** Length of the random part of an id: 119 bits, which nobody guesses. */
const ID_CHARACTERS = 20

/** A scene in storage. */
export interface StoredScene {
  /** Of the canonical form. */
  sceneHash: string
  /** The packed scene file. */
  sceneBlob: string
  nodes: number
  /** Of the scene file. */
  bytes: number
}

/** A project as a viewer sees it. */
export interface ProjectRow {
  id: string
  name: string
  owner: { kind: 'personal' | 'organization'; id: string; name: string }
  visibility: Visibility
  draft: StoredScene & { version: number; updatedAt: Date }
  latestVersion: number | null
  /** The version `latestVersion`. */
  latest: { label: string; sceneHash: string; sceneBlob: string } | null
  publishedVersion: number | null
  /** Of the published version; null without one. */
  bakeState: BakeState | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  rights: Rights
}

export interface NewProject extends StoredScene {
  /** Absent: a random one. */
  id?: string
  name: string
  /** Absent: the workspace of the caller. */
  organizationId?: string
  visibility?: Visibility
  /** The call that makes it, as the first one of its draft: `call` is its SHA-256. */
  operation?: { operationId: string; call: string; tools: string }
}

export interface ProjectsQuery {
  /** Part of the name. */
  text?: string
  /** Projects in the trash instead of the others. */
  isTrash?: boolean
  limit: number
  /** Of the last row of the page before. */
  after?: { updatedAt: Date; id: string }
}

/** The owners whose projects a caller lists, and where new ones go. */
type OwnerColumns = { userId: string } | { organizationId: string }

/** Adds a project with its first draft, and returns its id. Throws `StoreRefusal`. */
export async function addProject(tx: Tables, caller: NonNullable<Viewer>, made: NewProject) {
  const { owner, rights } = await ownerOf(tx, caller, made.organizationId)
  if (made.visibility === 'public' && !rights.manage)
    throw new StoreRefusal(
      'forbidden',
      'You may not make a public project for this organization: only its owners and admins can.',
      { param: 'visibility' },
    )
  await requireRoom(tx, owner)
  const id = made.id ?? `prj_${randomText(ID_CHARACTERS)}`
  const { name, visibility = 'private', sceneHash, sceneBlob, nodes, bytes } = made
  await tx.insert(project).values({ id, name, visibility, createdBy: caller.account.id, ...owner })
  await tx.insert(draft).values({ projectId: id, version: 0, sceneHash, sceneBlob, nodes, bytes })
  if (made.operation)
    await tx.insert(operation).values({
      ...made.operation,
      projectId: id,
      kind: 'edit',
      // There is nothing to undo.
      state: 'dropped',
      answer: '{}',
      draftVersion: 0,
      beforeHash: sceneHash,
      beforeBlob: sceneBlob,
      afterHash: sceneHash,
      afterBlob: sceneBlob,
      authorId: caller.account.id,
    })
  return id
}

async function ownerOf(
  tx: Tables,
  { account, workspace }: NonNullable<Viewer>,
  organizationId: string | undefined,
): Promise<{ owner: OwnerColumns; rights: Rights }> {
  const rights = rightsOf('owner')
  if (workspace.kind === 'organization') {
    if (organizationId === undefined || organizationId === workspace.id)
      return { owner: { organizationId: workspace.id }, rights }
  } else if (organizationId === undefined) return { owner: { userId: account.id }, rights }
  else {
    const [found] = await tx
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, organizationId), eq(member.userId, account.id)))
    if (found) return { owner: { organizationId }, rights: rightsOf(found.role) }
  }
  throw new StoreRefusal('organization_not_found', 'You are in no organization with this id.', {
    param: 'organizationId',
  })
}

/** Locks the row of the owner, so that two projects made at once are counted. */
async function requireRoom(tx: Tables, owner: OwnerColumns): Promise<void> {
  const isPersonal = 'userId' in owner
  if (isPersonal)
    await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.id, owner.userId))
      .for('no key update')
  else
    await tx
      .select({ id: organization.id })
      .from(organization)
      .where(eq(organization.id, owner.organizationId))
      .for('no key update')
  const [{ projects }] = await tx
    .select({ projects: count() })
    .from(project)
    .where(
      isPersonal
        ? eq(project.userId, owner.userId)
        : eq(project.organizationId, owner.organizationId),
    )
  if (projects >= PROJECTS_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `There are ${projects} projects, those in the trash included; ${PROJECTS_MAX} are the most. Delete some for good.`,
      { details: { limit: PROJECTS_MAX } },
    )
}

/**
 * Reads a project. Throws `project_not_found` where the viewer may not see it, and for one in the
 * trash unless that is allowed.
 */
export async function readProject(
  tables: Tables,
  viewer: Viewer,
  id: string,
  { isTrash = false }: { isTrash?: boolean } = {},
): Promise<ProjectRow> {
  const [row] = await select(tables, viewer).where(eq(project.id, id)).limit(1)
  const read = row ? toRow(row) : null
  if (!read) throw projectNotFound()
  const isInTrash = read.deletedAt !== null
  const isPublic = read.visibility === 'public' && read.publishedVersion !== null
  const isShown = isPublic && !isTrash && !isInTrash
  if (!read.rights.read && !isShown) throw projectNotFound()
  if (isInTrash !== isTrash)
    throw projectNotFound(
      isInTrash
        ? 'The project is in the trash: `POST {id}/undelete` takes it out.'
        : 'The project is not in the trash.',
    )
  return read
}

/**
 * The scene of the draft. Throws `project_not_found` where the viewer may not see it, and
 * `forbidden` without the right to edit.
 */
export async function readDraft(
  tables: Tables,
  viewer: Viewer,
  id: string,
): Promise<StoredScene & { version: number }> {
  const { sceneHash, sceneBlob, nodes, bytes, version } = draft
  const [row] = await tables
    .select({ role: roleIn(viewer), scene: { sceneHash, sceneBlob, nodes, bytes, version } })
    .from(project)
    .innerJoin(draft, eq(draft.projectId, project.id))
    .where(and(eq(project.id, id), isNull(project.deletedAt)))
  const rights = rightsOf(row?.role ?? null)
  if (!row || !rights.read) throw projectNotFound()
  requireRight(rights, 'edit')
  return row.scene
}

/** The projects of the caller and of their organizations, the last changed first. */
export async function listProjects(
  tables: Tables,
  viewer: NonNullable<Viewer>,
  { text, isTrash = false, limit, after }: ProjectsQuery,
): Promise<ProjectRow[]> {
  const conditions: (SQL | undefined)[] = [
    sql`${roleIn(viewer)} IS NOT NULL`,
    isTrash ? isNotNull(project.deletedAt) : isNull(project.deletedAt),
  ]
  if (text) conditions.push(ilike(project.name, `%${text.replace(/[\\%_]/g, '\\$&')}%`))
  if (after)
    conditions.push(
      or(
        lt(project.updatedAt, after.updatedAt),
        and(eq(project.updatedAt, after.updatedAt), lt(project.id, after.id)),
      ),
    )
  const rows = await select(tables, viewer)
    .where(and(...conditions))
    .orderBy(desc(project.updatedAt), desc(project.id))
    .limit(Math.min(limit, PAGE_MAX))
  return rows.map(toRow)
}

/** Renames a project, or changes who sees it. */
export async function changeProject(
  tx: Tables,
  viewer: Viewer,
  id: string,
  { name, visibility }: { name?: string; visibility?: Visibility },
): Promise<void> {
  const { rights } = await readProject(tx, viewer, id)
  if (name !== undefined) requireRight(rights, 'edit')
  if (visibility !== undefined) requireRight(rights, 'manage')
  await tx.update(project).set({ name, visibility, updatedAt: nowInMs }).where(eq(project.id, id))
}

/** Moves a project to the trash, or out of it. */
export async function trashProject(
  tx: Tables,
  viewer: Viewer,
  id: string,
  direction: 'in' | 'out',
): Promise<void> {
  const isTrash = direction === 'out'
  const { rights } = await readProject(tx, viewer, id, { isTrash })
  requireRight(rights, 'manage')
  const moved = await tx
    .update(project)
    .set({ deletedAt: isTrash ? null : nowInMs, updatedAt: nowInMs })
    .where(isStill(id, { isTrash }))
    .returning({ id: project.id })
  if (moved.length === 0) throw projectNotFound()
}

/** Deletes a project in the trash for good. */
export async function purgeProject(tx: Tables, viewer: Viewer, id: string): Promise<void> {
  const { rights } = await readProject(tx, viewer, id, { isTrash: true })
  requireRight(rights, 'manage')
  const gone = await tx
    .delete(project)
    .where(isStill(id, { isTrash: true }))
    .returning({ id: project.id })
  if (gone.length === 0) throw projectNotFound()
}

/** A change that this one waited for may have moved the project since it was read. */
const isStill = (id: string, { isTrash }: { isTrash: boolean }) =>
  and(eq(project.id, id), isTrash ? isNotNull(project.deletedAt) : isNull(project.deletedAt))

/** By columns that are subqueries: to plan a join of all seven tables took longer than the rest. */
function select(tables: Tables, viewer: Viewer) {
  return tables
    .select({
      project,
      draft,
      role: roleIn(viewer),
      ownerName: sql<string | null>`CASE WHEN ${project.userId} IS NULL
        THEN (SELECT o.name FROM organization o WHERE o.id = ${project.organizationId})
        ELSE (SELECT u.name FROM "user" u WHERE u.id = ${project.userId}) END`,
      latest: {
        label: version.label,
        sceneHash: version.sceneHash,
        sceneBlob: version.sceneBlob,
      },
      bakeState: sql<BakeState | null>`(SELECT b.state FROM publication p
        JOIN bake b ON b.key = p.bake_key
        WHERE p.project_id = ${project.id} AND p.version = ${project.publishedVersion})`,
    })
    .from(project)
    .innerJoin(draft, eq(draft.projectId, project.id))
    .leftJoin(
      version,
      and(eq(version.projectId, project.id), eq(version.number, project.latestVersion)),
    )
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof select>>[number]

function toRow(selected: Selected): ProjectRow {
  const { project: row, draft, role, ownerName, latest, bakeState } = selected
  const { projectId: _, ...stored } = draft
  return {
    id: row.id,
    name: row.name,
    owner:
      row.organizationId === null
        ? { kind: 'personal', id: `${row.userId}`, name: ownerName ?? '' }
        : { kind: 'organization', id: row.organizationId, name: ownerName ?? '' },
    visibility: row.visibility,
    draft: stored,
    latestVersion: row.latestVersion,
    latest,
    publishedVersion: row.publishedVersion,
    bakeState,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: row.deletedAt,
    rights: rightsOf(role),
  }
}
