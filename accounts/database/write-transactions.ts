import { sql } from 'drizzle-orm'
import { AccountsGone } from '../accounts.ts'
import { type Claim, FairQueue } from '../fair-queue.ts'
import type { Tables } from './database.ts'
import { sqlStateOf } from './database-failure.ts'

/** Half of a process's connections, so that keys and sessions are checked while many changes wait. */
const WRITES_AT_ONCE = 5
/** Changes that wait for their turn; past it the answer is 503. */
const WRITES_WAITING_MAX = 200
/** For rows that another change has locked. A change takes about 20 ms. */
const LOCK_WAIT_MS = 3_000
/** A process that vanished in the middle of a change lets go of its rows after this. */
const IDLE_MAX_MS = 10_000
/** Two changes that wait for each other: the database ends one of them, which is run again. */
const RUNS_MAX = 4
const RERUN_STATES = ['40001', '40P01']
const LOCK_NOT_AVAILABLE = '55P03'

const BUSY = 'The same is being changed by others at this moment.'

export interface WriteOptions {
  lockWait_ms?: number
  now?: () => number
}

/**
 * Changes of the accounts, each in one transaction: what a change checks is still so when it writes,
 * provided that it locks the rows first that its checks are about.
 */
export class WriteTransactions {
  private readonly tables: Tables
  private readonly lockWait_ms: number
  private readonly queue: FairQueue

  /** `now` in ms, never going back. */
  constructor(tables: Tables, { lockWait_ms = LOCK_WAIT_MS, now }: WriteOptions = {}) {
    this.tables = tables
    this.lockWait_ms = lockWait_ms
    const [at_once, waiting_max] = [WRITES_AT_ONCE, WRITES_WAITING_MAX]
    this.queue = new FairQueue({ at_once, waiting_max, busy: BUSY, now })
  }

  /**
   * Runs `change`, perhaps more than once: what it does beyond its transaction must bear that. Throws
   * what it throws, and `AccountsGone` where the rows are not to be had in time.
   */
  run<T>(claim: Claim, change: (tx: Tables) => Promise<T>): Promise<T> {
    return this.queue.run(claim, async () => {
      for (let run = 1; ; run++) {
        try {
          return await this.once(change)
        } catch (error) {
          const state = sqlStateOf(error)
          const isOver = run === RUNS_MAX || !RERUN_STATES.includes(state ?? '')
          if (state === LOCK_NOT_AVAILABLE || (isOver && RERUN_STATES.includes(state ?? '')))
            throw new AccountsGone(BUSY, { cause: error })
          if (isOver) throw error
        }
      }
    })
  }

  private once<T>(change: (tx: Tables) => Promise<T>): Promise<T> {
    return this.tables.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('lock_timeout', ${`${this.lockWait_ms}`}, true),
        set_config('idle_in_transaction_session_timeout', ${`${IDLE_MAX_MS}`}, true)`)
      return await change(tx)
    })
  }
}
