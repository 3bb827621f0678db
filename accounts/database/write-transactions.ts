import { sql } from 'drizzle-orm'
import { AccountsGone } from '../accounts.ts'
import { type Claim, FairQueue } from '../fair-queue.ts'
import type { Tables } from './database.ts'
import { sqlStateOf } from './database-failure.ts'

/**
 * Half of a process's connections, so that the check of keys and sessions never waits for changes.
 */
const WRITES_AT_ONCE = 5
/** Changes that wait; past it the answer is 503. */
const WRITES_WAITING_MAX = 200
/** Longest wait for rows that another change has locked. A change takes about 20 ms. */
const LOCK_WAIT_MS = 3_000
/** The rows of a process that vanished during a change are unlocked after this time. */
const IDLE_MAX_MS = 10_000
/** Runs of one change: the database aborts one of two deadlocked changes, which then runs again. */
const RUNS_MAX = 4
const RERUN_STATES = ['40001', '40P01']
const LOCK_NOT_AVAILABLE = '55P03'

const BUSY = 'The same is being changed by others at this moment.'

export interface WriteOptions {
  /** No other connection has the database, as with the embedded one: no row is ever locked. */
  isAlone?: boolean
  lockWait_ms?: number
  now?: () => number
}

export interface ChangeOptions {
  /**
   * The change is one statement, which is a transaction by itself: it saves the way of two more.
   * What it locks is waited for as long as a statement may take.
   */
  isOneStatement?: boolean
}

/**
 * Runs changes of the accounts, each in one transaction. A change must first lock the rows that it
 * checks; then its checks still hold when it writes.
 */
export class WriteTransactions {
  private readonly tables: Tables
  private readonly lockWait_ms: number
  private readonly isAlone: boolean
  private readonly queue: FairQueue

  /** `now` is a monotonic clock in ms. */
  constructor(tables: Tables, options: WriteOptions = {}) {
    const { isAlone = false, lockWait_ms = LOCK_WAIT_MS, now } = options
    this.tables = tables
    this.isAlone = isAlone
    this.lockWait_ms = lockWait_ms
    const [at_once, waiting_max] = [WRITES_AT_ONCE, WRITES_WAITING_MAX]
    this.queue = new FairQueue({ at_once, waiting_max, busy: BUSY, now })
  }

  /**
   * Runs `change`, perhaps more than once, so its effects outside the transaction must allow that.
   * Throws what it throws, and `AccountsGone` when the rows stay locked.
   */
  run<T>(
    claim: Claim,
    change: (tx: Tables) => Promise<T>,
    options: ChangeOptions = {},
  ): Promise<T> {
    return this.queue.run(claim, async () => {
      for (let run = 1; ; run++) {
        try {
          return await (options.isOneStatement ? change(this.tables) : this.once(change))
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
      if (!this.isAlone)
        await tx.execute(sql`SELECT set_config('lock_timeout', ${`${this.lockWait_ms}`}, true),
          set_config('idle_in_transaction_session_timeout', ${`${IDLE_MAX_MS}`}, true)`)
      return await change(tx)
    })
  }
}
