// The table of paid jobs for Drizzle; migrations/0010-tool-jobs.sql creates it.
import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { creditAccount, type Workspace } from './credit-schema.ts'
import { nowInMs, project } from './schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** Thousandths of a credit. */
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

export type JobState = 'queued' | 'running' | 'done' | 'failed'

/** A call of a paid tool, with how far it has come. */
export const toolJob = pgTable(
  'tool_job',
  {
    id: text('id').primaryKey(),
    /** Who pays. */
    workspaceKind: text('workspace_kind').$type<Workspace['kind']>().notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** Null once the project is deleted for good. */
    projectId: text('project_id').references(() => project.id, { onDelete: 'set null' }),
    /** The caller's id: a repeated call with it gets this job. */
    operationId: text('operation_id').notNull(),
    /** SHA-256 of the call. */
    call: text('call').notNull(),
    tool: text('tool').notNull(),
    /** JSON of the arguments. */
    input: text('input').notNull(),
    /** JSON of `Caller`: the job edits and pays in this name. */
    caller: text('caller').notNull(),
    state: text('state').$type<JobState>().notNull(),
    /** Grows with every process that takes it: what an earlier one does later is refused. */
    attempt: integer('attempt').notNull().default(0),
    /** Until then no other process takes it. */
    leaseEndsAt: instant('lease_ends_at').notNull().defaultNow(),
    quoted: amount('quoted'),
    charged: amount('charged').default(0),
    /** JSON that the store does not read. */
    result: text('result'),
    /** JSON of code and message. */
    error: text('error'),
    createdAt: instant('created_at').notNull().default(nowInMs),
    endedAt: instant('ended_at'),
  },
  (table) => [
    foreignKey({
      columns: [table.workspaceKind, table.workspaceId],
      foreignColumns: [creditAccount.workspaceKind, creditAccount.workspaceId],
    }).onDelete('cascade'),
    unique('tool_job_operation_key').on(
      table.workspaceKind,
      table.workspaceId,
      table.projectId,
      table.operationId,
    ),
    index('tool_job_live_idx').on(table.leaseEndsAt).where(sql`state IN ('queued', 'running')`),
    index('tool_job_ended_at_idx').on(table.endedAt),
    index('tool_job_project_id_idx').on(table.projectId),
  ],
)
