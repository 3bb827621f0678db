// The tables of turns for Drizzle; migrations/0006-turns.sql creates them.
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { nowInMs, project } from './schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const amount = (name: string) => bigint(name, { mode: 'number' })
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' })
const turnId = () =>
  text('turn_id')
    .notNull()
    .references(() => turn.id, { onDelete: 'cascade' })

export type TurnState = 'queued' | 'running' | 'completed' | 'incomplete' | 'failed' | 'cancelled'
/** Why a turn is to end before it has done all. */
export type TurnStop = 'cancelled' | 'follow_timeout'

/** A request to work on a project, with how far it has come. */
export const turn = pgTable(
  'turn',
  {
    id: text('id').primaryKey(),
    /** Order of all turns; those of one project run in it. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    projectId: projectId(),
    /** Who started it, and alone may cancel it. */
    accountId: text('account_id').notNull(),
    /** The key or session that it was started with. */
    credentialId: text('credential_id').notNull(),
    /** JSON of `Caller`: the turn edits and pays in this name. */
    caller: text('caller').notNull(),
    model: text('model').notNull(),
    effort: text('effort').$type<'low' | 'medium' | 'high' | 'pro'>().notNull(),
    isBackground: boolean('is_background').notNull(),
    /** JSON of `TurnInput`. */
    input: text('input').notNull(),
    /** JSON of `TurnRequest`: what else was requested. */
    request: text('request').notNull(),
    /** SHA-256 of the request. */
    bodyHash: text('body_hash').notNull(),
    /** Thousandths of credits that it may spend. */
    creditsMax: amount('credits_max'),
    state: text('state').$type<TurnState>().notNull(),
    /** Whether a job of the queue is for this turn: only for the next one of a project. */
    isSent: boolean('is_sent').notNull().default(false),
    /** Grows with every worker that takes it: what an earlier one does later is refused. */
    attempt: integer('attempt').notNull().default(0),
    /** Recorded steps when its last attempt began. */
    attemptSteps: integer('attempt_steps').notNull().default(0),
    /** Attempts in a row that have ended with their process and recorded no step. */
    attemptsLost: integer('attempts_lost').notNull().default(0),
    stop: text('stop').$type<TurnStop>(),
    /** When a turn in the foreground is stopped. */
    followEndsAt: instant('follow_ends_at'),
    /** Canonical hash of the draft before its first step. */
    startHash: text('start_hash'),
    /** The scene of that draft. */
    startBlob: text('start_blob'),
    /** Recorded steps. */
    steps: integer('steps').notNull().default(0),
    /** Recorded edits that changed the draft. */
    edits: integer('edits').notNull().default(0),
    reply: text('reply'),
    /** Of an incomplete one. */
    reason: text('reason'),
    /** JSON of `TurnError`, of a failed one. */
    error: text('error'),
    /** JSON of `TurnQuestion` that the next turn answers. */
    question: text('question'),
    version: integer('version'),
    versionLabel: text('version_label'),
    /** Thousandths of credits that it has spent. */
    credits: amount('credits').notNull().default(0),
    inputTokens: amount('input_tokens').notNull().default(0),
    cachedTokens: amount('cached_tokens').notNull().default(0),
    outputTokens: amount('output_tokens').notNull().default(0),
    reasoningTokens: amount('reasoning_tokens').notNull().default(0),
    createdAt: instant('created_at').notNull().default(nowInMs),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    // One turn of a project runs at a time.
    uniqueIndex('turn_running_key').on(table.projectId).where(sql`state = 'running'`),
    index('turn_live_idx')
      .on(table.projectId, table.place)
      .where(sql`state IN ('queued', 'running')`),
    index('turn_project_id_idx').on(table.projectId, table.place),
    index('turn_body_hash_idx').on(table.projectId, table.bodyHash, table.place),
  ],
)

export const turnStep = pgTable(
  'turn_step',
  {
    turnId: turnId(),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    /** JSON of `StepContent`. */
    content: text('content').notNull(),
    /** JSON of `ShownStep`, which is short: a chat is read without the outputs of tools. */
    shown: text('shown').notNull(),
    /** Thousandths of credits. */
    credits: amount('credits').notNull(),
    at: instant('at').notNull().default(nowInMs),
  },
  (table) => [primaryKey({ columns: [table.turnId, table.number] })],
)

/** Blobs that a turn names: pictures and files. */
export const turnBlob = pgTable(
  'turn_blob',
  { turnId: turnId(), blob: text('blob').notNull() },
  (table) => [
    primaryKey({ columns: [table.turnId, table.blob] }),
    index('turn_blob_blob_idx').on(table.blob),
  ],
)

/** Keys with which a repeated request gets the first turn. */
export const turnKey = pgTable(
  'turn_key',
  {
    accountId: text('account_id').notNull(),
    projectId: projectId(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    turnId: turnId(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.projectId, table.key] }),
    index('turn_key_at_idx').on(table.at),
    index('turn_key_turn_id_idx').on(table.turnId),
  ],
)
