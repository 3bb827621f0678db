import { and, count, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../accounts/accounts.ts'
import type { Tables } from '../../accounts/database/database.ts'
import { randomText } from '../../accounts/random-text.ts'
import {
  type CreditBalance,
  openAccount,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './credits.ts'
import { toolJob } from './job-schema.ts'
import { JOB_ATTEMPTS_MAX, JOB_DAYS, JOB_LEASE_S, JOBS_LIVE_MAX } from './store-limits.ts'
import { insufficientQuota, StoreRefusal } from './store-refusal.ts'
import { requireProject } from './turns.ts'
import type { Write } from './write.ts'

export type JobRow = typeof toolJob.$inferSelect

/** A call as it is known. */
export interface NamedJob {
  projectId: string
  operationId: string
  /** SHA-256 of the call. */
  call: string
}

/** A job to create. Amounts are thousandths of credits. */
export interface NewJob extends NamedJob {
  tool: string
  /** JSON of the arguments. */
  input: string
  /** What the job costs when it succeeds. */
  quoted: number
  /** What the caller pays at most. */
  creditsMax: number
  /** What a workspace gets at its first use of credits. */
  startingCredits: number
}

/** Which jobs a process takes. */
export interface ClaimedJob {
  id?: string
  /** Ids of those that wait in this process already. */
  besides?: readonly string[]
}

/** A job and the attempt at it that a process has. */
export type JobAttempt = Pick<JobRow, 'id' | 'attempt'>

/** How a job ends: JSON of its result, which is paid for, or of why it has failed. */
export type JobEnd = { result: string } | { error: string }

/** Letters and digits of an id: nobody finds another's job by guessing. */
const ID_CHARACTERS = 24
/** A job is one step of the ledger, under its own id. */
const STEP = 1
const LIVE = inArray(toolJob.state, ['queued', 'running'])
const LOST = JSON.stringify({
  code: 'job_lost',
  message: `The job was begun ${JOB_ATTEMPTS_MAX} times, and its process ended each time. Nothing was charged.`,
})
/** Jobs past their time that one transaction deletes. */
const JOBS_SWEPT_AT_ONCE = 500

/** Paid jobs of a service in its database. Each method is one transaction; see `ProjectStore`. */
export class JobStore {
  private readonly tables: Tables
  private readonly write: Write

  constructor(tables: Tables, write: Write) {
    this.tables = tables
    this.write = write
  }

  /** See `createJob`. */
  async createJob(caller: Caller, made: NewJob): Promise<JobRow> {
    return await this.write(caller, (tx) => createJob(tx, caller, made))
  }

  /** The job that the same call has made, or null. Throws as `createJob` does. */
  async findJob(caller: Caller, named: NamedJob): Promise<JobRow | null> {
    await requireProject(this.tables, caller, named.projectId)
    return await knownJob(this.tables, caller, named)
  }

  /**
   * A job of the caller's workspace. Throws `job_not_found`, and `project_not_found` for those who
   * may not edit its project any more.
   */
  async readJob(caller: Caller, id: string): Promise<JobRow> {
    const [row] = await this.tables
      .select()
      .from(toolJob)
      .where(and(eq(toolJob.id, id), isPaidBy(caller)))
    if (row) {
      if (row.projectId !== null) await requireProject(this.tables, caller, row.projectId)
      return row
    }
    throw new StoreRefusal('job_not_found', 'There is no such job of your workspace.', {
      param: 'jobId',
    })
  }

  /** Begins a job that no process has, the one with `id` or any; null where there is none. */
  async claimJob({ id, besides = [] }: ClaimedJob = {}): Promise<JobRow | null> {
    return await this.write(null, async (tx) => {
      const free = tx
        .select({ id: toolJob.id })
        .from(toolJob)
        .where(
          and(
            isFree,
            lt(toolJob.attempt, JOB_ATTEMPTS_MAX),
            id ? eq(toolJob.id, id) : notInArray(toolJob.id, [...besides]),
          ),
        )
        .orderBy(toolJob.leaseEndsAt)
        .limit(1)
        .for('update', { skipLocked: true })
      const [claimed] = await tx
        .update(toolJob)
        .set({ state: 'running', attempt: sql`${toolJob.attempt} + 1`, leaseEndsAt: nextLease })
        .where(inArray(toolJob.id, free))
        .returning()
      return claimed ?? null
    })
  }

  /** Renews the lease of a job; false where another process has it, or it has ended. */
  async touchJob(job: JobAttempt): Promise<boolean> {
    return await this.write(null, async (tx) => {
      const touched = await tx
        .update(toolJob)
        .set({ leaseEndsAt: nextLease })
        .where(isOwn(job))
        .returning({ id: toolJob.id })
      return touched.length > 0
    })
  }

  /**
   * Ends a job, and charges it where it has a result: once, in the same transaction. Returns false
   * where another process has it, or it has ended.
   */
  async finishJob(job: JobAttempt, end: JobEnd): Promise<boolean> {
    return await this.write(null, async (tx) => {
      const [own] = await tx.select().from(toolJob).where(isOwn(job)).for('no key update')
      if (own) await endJob(tx, own, end)
      return own !== undefined
    })
  }

  /** Ends jobs that were begun too often as failed; true where there may be more. */
  async giveUpJobs(): Promise<boolean> {
    return await this.write(null, async (tx) => {
      const [lost] = await tx
        .select()
        .from(toolJob)
        .where(and(isFree, sql`${toolJob.attempt} >= ${JOB_ATTEMPTS_MAX}`))
        .limit(1)
        .for('no key update', { skipLocked: true })
      if (lost) await endJob(tx, lost, { error: LOST })
      return lost !== undefined
    })
  }

  /** The credits of the workspace that the caller pays from, opened with the starting grant. */
  async openCredits({ workspace }: Caller, startingCredits: number): Promise<CreditBalance> {
    return await this.write(null, (tx) => openAccount(tx, workspace, startingCredits))
  }
}

/**
 * Adds a job with its price reserved, or finds the one that the same call has made. Nothing is
 * added or reserved where it throws `StoreRefusal`: `operation_mismatch` for another call with the
 * same id, `credit_limit_exceeded` for a price above `creditsMax`, `insufficient_quota`,
 * `too_many_jobs`.
 */
async function createJob(tx: Tables, caller: Caller, made: NewJob): Promise<JobRow> {
  const { projectId, operationId, quoted, creditsMax, startingCredits, ...columns } = made
  // Locked: two equal calls at once make one job.
  await requireProject(tx, caller, projectId, { isLocked: true })
  const known = await knownJob(tx, caller, made)
  if (known) return known
  if (quoted > creditsMax)
    throw new StoreRefusal(
      'credit_limit_exceeded',
      `${made.tool} costs ${quoted / 1000} credits, and maxCredits allows ${creditsMax / 1000}. Nothing ran.`,
      { param: 'maxCredits', details: { quoted: quoted / 1000, maxCredits: creditsMax / 1000 } },
    )
  const { workspace } = caller
  const { available } = await openAccount(tx, workspace, startingCredits)
  if (available < quoted) throw insufficientQuota({ needed: quoted, available }, made.tool)
  await requireRoom(tx, caller)
  const id = `job_${randomText(ID_CHARACTERS)}`
  const [row] = await tx
    .insert(toolJob)
    .values({
      ...columns,
      id,
      workspaceKind: workspace.kind,
      workspaceId: workspace.id,
      projectId,
      operationId,
      quoted,
      caller: JSON.stringify(caller),
      state: 'queued',
    })
    .returning()
  if (quoted > 0)
    await reserveCredits(tx, { workspace, turnId: id, step: STEP, amount: quoted, least: quoted })
  return row
}

async function knownJob(
  tables: Tables,
  caller: Caller,
  { projectId, operationId, call }: NamedJob,
): Promise<JobRow | null> {
  const [known] = await tables
    .select()
    .from(toolJob)
    .where(
      and(isPaidBy(caller), eq(toolJob.projectId, projectId), eq(toolJob.operationId, operationId)),
    )
  if (known && known.call !== call)
    throw new StoreRefusal(
      'operation_mismatch',
      `The operationId ${operationId} was used for another call; use a new one.`,
      { param: 'operationId' },
    )
  return known ?? null
}

async function requireRoom(tx: Tables, caller: Caller): Promise<void> {
  const [{ live }] = await tx
    .select({ live: count() })
    .from(toolJob)
    .where(and(isPaidBy(caller), LIVE))
  if (live < JOBS_LIVE_MAX) return
  throw new StoreRefusal(
    'too_many_jobs',
    `${live} jobs of your workspace are at work already, the most. Nothing ran; try again later.`,
  )
}

async function endJob(tx: Tables, { id, tool, quoted }: JobRow, end: JobEnd): Promise<void> {
  const isDone = 'result' in end
  const charge = isDone ? quoted : 0
  const charged =
    charge > 0 ? await settleCredits(tx, { turnId: id, step: STEP, charge, note: tool }) : 0
  if (charge === 0) await releaseCredits(tx, id)
  await tx
    .update(toolJob)
    .set({ ...end, state: isDone ? 'done' : 'failed', charged, endedAt: sql`now()` })
    .where(eq(toolJob.id, id))
}

/** Deletes some jobs past their time; true where there may be more. */
export async function sweepJobs(tx: Tables): Promise<boolean> {
  const isPast = lt(toolJob.endedAt, sql`now() - make_interval(days => ${JOB_DAYS})`)
  const some = tx.select({ id: toolJob.id }).from(toolJob).where(isPast).limit(JOBS_SWEPT_AT_ONCE)
  const gone = await tx
    .delete(toolJob)
    .where(inArray(toolJob.id, some))
    .returning({ id: toolJob.id })
  return gone.length === JOBS_SWEPT_AT_ONCE
}

const nextLease = sql`now() + make_interval(secs => ${JOB_LEASE_S})`
const isFree = and(LIVE, sql`${toolJob.leaseEndsAt} <= now()`)

/** The job of a process that has it still. */
const isOwn = ({ id, attempt }: JobAttempt): SQL =>
  and(eq(toolJob.id, id), eq(toolJob.attempt, attempt), eq(toolJob.state, 'running'))!

const isPaidBy = ({ workspace }: Caller): SQL =>
  and(eq(toolJob.workspaceKind, workspace.kind), eq(toolJob.workspaceId, workspace.id))!
