import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, PgBoss } from 'pg-boss'
import type { Database, Tables } from '../../accounts/database/database.ts'

/** How often lost jobs are looked for. */
const SUPERVISE_S = 2
/** A job that is not reported for this long is another worker's again: the least of pg-boss. */
const HEARTBEAT_S = 10
/** How long a job is stored after its end: its outcome is in a row of its own. */
const ENDED_STORED_S = 86_400

/** Attempts to end a given up job, each of which takes some milliseconds at most. */
const RETRIES_MAX = 1_000
const GIVEN_UP_MAX_S = 60

interface QueueOptions {
  /** Gets the jobs whose attempts are used up. */
  deadLetter: string
  /** Attempts after the first. */
  retryLimit: number
  /** Longest time of one attempt. */
  expireInSeconds: number
}

/** An attempt at a job: the job may be another worker's by now. */
export interface Attempt {
  id: string
  retryCount: number
}

/** Runs statements of pg-boss in a transaction: its types leave out what Drizzle cannot know. */
export const within = (tx: Tables) => fromDrizzle(tx as unknown as DrizzleTransactionLike, sql)

/** The queues of jobs of this service, in its database. */
export class Boss {
  readonly jobs: PgBoss
  private readonly database: Database
  private readonly onFailure: (error: unknown) => void
  private isClosed = false

  private constructor(database: Database, onFailure: (error: unknown) => void) {
    this.database = database
    this.onFailure = onFailure
    this.jobs = new PgBoss({
      db: { executeSql: async (text, values) => ({ rows: await database.run(text, values) }) },
      ...(database.engine === 'pglite' && { backend: 'pglite' as const }),
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_S,
      maintenanceIntervalSeconds: 600,
      monitorIntervalSeconds: SUPERVISE_S,
    })
    this.jobs.on('error', (error) => {
      // Its timers may still fire once after it has stopped, when the database is closed.
      if (!this.isClosed) onFailure(error)
    })
  }

  static async open(database: Database, onFailure: (error: unknown) => void): Promise<Boss> {
    const boss = new Boss(database, onFailure)
    await boss.jobs.start()
    return boss
  }

  /** Creates a queue and that of its given up jobs. */
  async createQueue(name: string, options: QueueOptions): Promise<void> {
    const { deadLetter } = options
    // A process may also be killed while it ends a given up job.
    await this.setQueue(deadLetter, { retryLimit: RETRIES_MAX, expireInSeconds: GIVEN_UP_MAX_S })
    await this.setQueue(name, options)
    const { jobs } = this
    // pg-boss reads what it knows of a queue outside of the caller's transaction, for which the one
    // connection of PGlite would wait for ever. From here on it is in memory.
    for (const each of [name, deadLetter]) await jobs.findJobs(each, { key: '' })
    if (this.database.engine !== 'pglite') return
    for (const each of [name, deadLetter]) await this.releaseLost(each)
  }

  /** Creates a queue, or changes the one of an earlier version. */
  private async setQueue(name: string, options: Partial<QueueOptions>): Promise<void> {
    const leased = { retryDelay: 1, heartbeatSeconds: HEARTBEAT_S }
    const all = { ...options, ...leased, deleteAfterSeconds: ENDED_STORED_S }
    await this.jobs.createQueue(name, all)
    await this.jobs.updateQueue(name, all)
  }

  /** Ends an attempt. False where the job is another worker's by now. */
  async complete(tx: Tables, queue: string, attempt: Attempt): Promise<boolean> {
    const settled = await this.jobs.complete(queue, attemptOf(attempt), null, { db: within(tx) })
    return isSettled(settled)
  }

  /** Ends an attempt after which another one follows, while there are any left. */
  async fail(tx: Tables, queue: string, attempt: Attempt, reason: string): Promise<boolean> {
    const settled = await this.jobs.fail(queue, attemptOf(attempt), { reason }, { db: within(tx) })
    return isSettled(settled)
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.jobs.stop({ graceful: false }).catch((error) => this.onFailure(error))
  }

  /**
   * Ends the attempts of a process that was killed, without waiting for their leases, and begins
   * the next ones without a pause. Only for the embedded database, which no other process has open.
   */
  private async releaseLost(name: string): Promise<void> {
    const jobs = await this.jobs.findJobs(name)
    const lost = jobs.filter(({ state }) => state === 'active').map(({ id }) => id)
    if (lost.length > 0) await this.jobs.fail(name, lost, { reason: 'The process ended.' })
    for (const id of lost) await this.jobs.update(name, undefined, { id, startAfter: new Date() })
  }
}

const attemptOf = ({ id, retryCount }: Attempt) => ({ id, retryCount })

// The types of pg-boss leave the count out.
const isSettled = (settled: unknown) => (settled as { affected: number }).affected > 0
