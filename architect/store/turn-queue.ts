import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { type Attempt, type Boss, within } from './boss.ts'
import { releaseCredits } from './credits.ts'
import { project } from './schema.ts'
import { turnTaken } from './store-refusal.ts'
import { turn } from './turn-schema.ts'
import { isLiveTurn, type TurnRow } from './turns.ts'

const QUEUE = 'turn'
/** Jobs whose attempts are used up. */
const GIVEN_UP = 'turn_given_up'
/** Attempts in a row that record no step, after which a turn is given up. */
const ATTEMPTS_MAX = 6
/** Attempts of one turn after the first, each of which may record a step. */
const RETRIES_MAX = 1_000
/** Longest time of one attempt; a turn ends long before. */
const ATTEMPT_MAX_S = 4 * 3_600
/** Turns that are queued anew together. */
const ROWS_MAX = 100

/** How often given up turns are looked for, and those that wait for too long. */
const TIDY_MS = 900

interface Job {
  turnId: string
}

/** A turn to run: its lease ends unless `touch` is called every few seconds. */
export interface TurnJob {
  /** Null for a turn that is only to be ended. */
  attempt: Attempt | null
  /** True where attempts are lost without getting any further: the turn is to be ended. */
  isGivenUp: boolean
  turn: TurnRow
}

/** Queues turns, one job for the next turn of each project, and leases them to workers. */
export class TurnQueue {
  private readonly database: Database
  private readonly boss: Boss
  private tidied_at = Number.NEGATIVE_INFINITY

  private constructor(database: Database, boss: Boss) {
    this.database = database
    this.boss = boss
  }

  static async open(database: Database, boss: Boss): Promise<TurnQueue> {
    await boss.createQueue(QUEUE, {
      retryLimit: RETRIES_MAX,
      expireInSeconds: ATTEMPT_MAX_S,
      deadLetter: GIVEN_UP,
    })
    const queue = new TurnQueue(database, boss)
    await database.tables.transaction((tx) => queue.requeue(tx))
    return queue
  }

  /**
   * Sends the job of the next turn of a project, unless one runs or its job was sent. The caller
   * has locked the project.
   */
  async sendNext(tx: Tables, projectId: string): Promise<void> {
    const [next] = await tx
      .select({ id: turn.id, state: turn.state, isSent: turn.isSent })
      .from(turn)
      .where(and(eq(turn.projectId, projectId), sql`${turn.state} IN ('queued', 'running')`))
      .orderBy(asc(turn.place))
      .limit(1)
    if (!next || next.state === 'running' || next.isSent) return
    await tx.update(turn).set({ isSent: true }).where(eq(turn.id, next.id))
    await this.send(tx, next)
  }

  /** Sends the job of a turn whose `isSent` is set. */
  async send(tx: Tables, { id }: Pick<TurnRow, 'id'>): Promise<void> {
    await this.boss.jobs.send(QUEUE, { turnId: id } satisfies Job, { db: within(tx) })
  }

  /** The next turn to run, or null. */
  async claim(): Promise<TurnJob | null> {
    const isDue = performance.now() > this.tidied_at + TIDY_MS
    if (isDue) {
      this.tidied_at = performance.now()
      await this.expireWaiting()
    }
    for (const queue of isDue ? [GIVEN_UP, QUEUE] : [QUEUE]) {
      for (;;) {
        const [job] = await this.boss.jobs.fetch<Job>(queue)
        if (!job) break
        const claimed = await this.begin(queue, job)
        if (claimed) return claimed
      }
    }
    return null
  }

  /** Makes the turn of a job this worker's; null where it has ended meanwhile. */
  private async begin(
    queue: string,
    { id, retryCount, data: { turnId } }: Attempt & { data: Job },
  ): Promise<TurnJob | null> {
    const attempt = { id, retryCount }
    return await this.database.tables.transaction(async (tx) => {
      const projectId = await lockProjectOf(tx, turnId)
      const taken = await take(tx, turnId)
      // Of an attempt that was lost.
      if (taken && taken.attempt > 1) await releaseCredits(tx, turnId)
      const isGivenUp = queue === GIVEN_UP || (taken?.attemptsLost ?? 0) >= ATTEMPTS_MAX
      // Of a given up one the turn itself is what must not be lost: its job is not needed any more.
      if (isGivenUp || !taken) await this.boss.complete(tx, queue, attempt)
      if (taken) return { attempt: isGivenUp ? null : attempt, isGivenUp, turn: taken }
      if (projectId !== null) await this.sendNext(tx, projectId)
      return null
    })
  }

  /** Takes a turn from a worker that seems to have ended: what it does later is refused. */
  async takeOver(turnId: string): Promise<TurnJob | null> {
    return await this.database.tables.transaction(async (tx) => {
      const taken = await take(tx, turnId)
      return taken && { attempt: null, isGivenUp: false, turn: taken }
    })
  }

  async touch({ attempt }: TurnJob): Promise<void> {
    if (attempt) await this.boss.jobs.touch(QUEUE, attempt)
  }

  /** Ends the job of a turn that has ended, and sends the next one of the project. */
  async settle(tx: Tables, { attempt, turn: { projectId } }: TurnJob): Promise<void> {
    if (attempt) await this.boss.complete(tx, QUEUE, attempt)
    await this.sendNext(tx, projectId)
  }

  /** Gives a turn back, which another worker goes on with. */
  async release({ attempt, turn: row }: TurnJob): Promise<void> {
    await this.database.tables.transaction(async (tx) => {
      if (attempt && (await this.boss.complete(tx, QUEUE, attempt))) await this.send(tx, row)
    })
  }

  /** Ends turns in the foreground that wait for longer than their clients follow them. */
  private async expireWaiting(): Promise<void> {
    await this.database.tables
      .update(turn)
      .set({ state: 'incomplete', reason: 'follow_timeout', endedAt: sql`now()` })
      .where(and(eq(turn.state, 'queued'), lt(turn.followEndsAt, sql`now()`)))
  }

  /** Queues the turns that need a job and have none: pg-boss deletes one after two weeks. */
  async requeue(tx: Tables): Promise<void> {
    const hasNoJob = sql`NOT EXISTS (SELECT 1 FROM pgboss.job
      WHERE name IN (${QUEUE}, ${GIVEN_UP}) AND state < 'completed'
        AND data->>'turnId' = ${turn.id})`
    const lost = await tx
      .select({ id: turn.id })
      .from(turn)
      .where(
        sql`${turn.state} IN ('queued', 'running') AND ${turn.place} = (
          SELECT min(first.place) FROM turn first WHERE first.project_id = ${turn.projectId}
            AND first.state IN ('queued', 'running')) AND ${hasNoJob}`,
      )
      .limit(ROWS_MAX)
      // Another process that does the same passes over them.
      .for('no key update', { skipLocked: true })
    for (const row of lost) {
      await tx.update(turn).set({ isSent: true }).where(eq(turn.id, row.id))
      await this.send(tx, row)
    }
  }
}

/** Locks the project of a turn, and returns its id; null where the turn was deleted. */
async function lockProjectOf(tx: Tables, turnId: string): Promise<string | null> {
  const own = tx.select({ id: turn.projectId }).from(turn).where(eq(turn.id, turnId))
  const [found] = await tx
    .select({ id: project.id })
    .from(project)
    .where(eq(project.id, own))
    .for('no key update')
  return found?.id ?? null
}

async function take(tx: Tables, turnId: string): Promise<TurnRow | null> {
  const [row] = await tx
    .update(turn)
    .set({
      state: 'running',
      attempt: sql`${turn.attempt} + 1`,
      // An attempt that has recorded a step was not in vain: the turn is not given up for it.
      attemptsLost: sql`CASE WHEN ${turn.attempt} = 0 OR ${turn.steps} > ${turn.attemptSteps} THEN 0
        ELSE ${turn.attemptsLost} + 1 END`,
      attemptSteps: turn.steps,
      startedAt: sql`coalesce(${turn.startedAt}, date_trunc('milliseconds', now()))`,
    })
    .where(isLiveTurn(turnId))
    .returning()
  return row ?? null
}

/** Condition of the turn that this worker has: no other took it, and it has not ended. */
export const isOwn = ({ turn: { id, attempt } }: TurnJob) =>
  and(eq(turn.id, id), eq(turn.attempt, attempt), isNull(turn.endedAt))

/** Locks the row of a turn that this worker has. Throws `turn_taken` where another one has it. */
export async function lockTurn(tx: Tables, job: TurnJob): Promise<void> {
  const locked = await tx.select({ id: turn.id }).from(turn).where(isOwn(job)).for('no key update')
  if (locked.length === 0) throw turnTaken()
}
