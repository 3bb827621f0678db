// The tables for Drizzle; migrations/ has the SQL that creates them, and a test compares both.
import { sql } from 'drizzle-orm'
import {
  bigserial,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { organization, user } from '../../accounts/database/schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** Without microseconds: a cursor carries it through JSON. */
export const nowInMs = sql`date_trunc('milliseconds', now())`
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' })

export type Visibility = 'private' | 'public'

/** A building project of a person or an organization; in the trash from `deletedAt` on. */
export const project = pgTable(
  'project',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id').references(() => organization.id, {
      onDelete: 'cascade',
    }),
    visibility: text('visibility').$type<Visibility>().notNull().default('private'),
    latestVersion: integer('latest_version'),
    publishedVersion: integer('published_version'),
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().default(nowInMs),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('project_user_id_idx').on(table.userId, table.updatedAt),
    index('project_organization_id_idx').on(table.organizationId, table.updatedAt),
    index('project_deleted_at_idx').on(table.deletedAt),
  ],
)

/** The scene that is edited. `version` grows by one with every change. */
export const draft = pgTable('draft', {
  projectId: projectId().primaryKey(),
  version: integer('version').notNull(),
  /** Of the canonical form: equal exactly for equal scenes. */
  sceneHash: text('scene_hash').notNull(),
  /** The scene file, packed. */
  sceneBlob: text('scene_blob').notNull(),
  nodes: integer('nodes').notNull(),
  /** Of the scene file. */
  bytes: integer('bytes').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The store that alone may commit changes until the lease ends. */
  leasedBy: text('leased_by'),
  leaseEndsAt: instant('lease_ends_at'),
})

/**
 * A committed change of a draft. An edit is undone by returning to the scene before it: edits are
 * undone in reverse order, so nothing else has changed since.
 */
export const operation = pgTable(
  'operation',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    projectId: projectId(),
    kind: text('kind').$type<'edit' | 'undo' | 'redo'>().notNull(),
    /** Of an edit: `undone` may be redone, until another edit makes it `dropped`. */
    state: text('state').$type<'done' | 'undone' | 'dropped'>().notNull(),
    operationId: text('operation_id'),
    /** SHA-256 of the call. */
    call: text('call').notNull(),
    tools: text('tools').notNull(),
    /** JSON: what the caller was answered. */
    answer: text('answer').notNull(),
    draftVersion: integer('draft_version').notNull(),
    beforeHash: text('before_hash').notNull(),
    beforeBlob: text('before_blob').notNull(),
    afterHash: text('after_hash').notNull(),
    afterBlob: text('after_blob').notNull(),
    authorId: text('author_id'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    unique('operation_id_key').on(table.projectId, table.operationId),
    index('operation_state_idx').on(table.projectId, table.state, table.id),
    index('operation_at_idx').on(table.at),
    index('operation_before_blob_idx').on(table.beforeBlob),
    index('operation_after_blob_idx').on(table.afterBlob),
  ],
)

/** A scene that was saved. Rows are never changed. */
export const version = pgTable(
  'version',
  {
    projectId: projectId(),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    label: text('label').notNull(),
    sceneHash: text('scene_hash').notNull(),
    sceneBlob: text('scene_blob').notNull(),
    nodes: integer('nodes').notNull(),
    bytes: integer('bytes').notNull(),
    /** JSON of `VersionChanges`, against the version before. */
    changes: text('changes').notNull(),
    restoredFrom: integer('restored_from'),
    authorId: text('author_id'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.number] }),
    index('version_scene_blob_idx').on(table.sceneBlob),
    index('version_scene_hash_idx').on(table.sceneHash),
  ],
)

export const publication = pgTable(
  'publication',
  {
    projectId: projectId(),
    version: integer('version').notNull(),
    bakeKey: text('bake_key').notNull(),
    authorId: text('author_id'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version] }),
    foreignKey({
      columns: [table.projectId, table.version],
      foreignColumns: [version.projectId, version.number],
    }),
    index('publication_bake_key_idx').on(table.bakeKey),
  ],
)

export type BakeState = 'waiting' | 'ready' | 'empty' | 'failed'

/** The baked files of a scene: one row for all who publish it. */
export const bake = pgTable('bake', {
  key: text('key').primaryKey(),
  sceneBlob: text('scene_blob').notNull(),
  state: text('state').$type<BakeState>().notNull(),
  code: text('code'),
  reason: text('reason'),
  glbBlob: text('glb_blob'),
  glbBytes: integer('glb_bytes'),
  webBlob: text('web_blob'),
  webBytes: integer('web_bytes'),
  attempts: integer('attempts').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
})

/** One row: the id under which this database has a storage of blobs, and since when. */
export const blobOwner = pgTable('blob_owner', {
  id: text('id').primaryKey(),
  claimedAt: instant('claimed_at'),
})

/** Small pictures of scenes, for lists. */
export const picture = pgTable('picture', {
  sceneHash: text('scene_hash').primaryKey(),
  blob: text('blob').notNull(),
  bytes: integer('bytes').notNull(),
  at: instant('at').notNull().defaultNow(),
})
