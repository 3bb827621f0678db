import type { Database } from '../database/database.ts'

/** Shortest time between two writes of the last use of a key. */
const EVERY_MS = 60_000
/** Interval of the writes: a crash loses no more than this. */
const FLUSH_MS = 5_000
/** Keys whose last use is in memory; uses of further keys are not recorded. */
const KEYS_MAX = 50_000
/** Keys of one statement. */
const BATCH_MAX = 1_000

/** Updates rows in the order of ids, so that two processes never wait for each other's rows. */
const WRITE = `
  WITH used AS (
    SELECT k.id, u.at FROM unnest($1::text[], $2::float8[]) AS u (id, at)
    JOIN apikey k ON k.id = u.id ORDER BY k.id FOR UPDATE OF k
  )
  UPDATE apikey k
  SET last_request = greatest(k.last_request, to_timestamp(used.at / 1000))
  FROM used WHERE k.id = used.id`

interface Use {
  /** Ms since 1970. */
  used_at: number
  written_at: number
}

/** Records when each key was last used, in writes that no request waits for. */
export class LastUses {
  private readonly database: Pick<Database, 'query'>
  private readonly now: () => number
  private readonly uses = new Map<string, Use>()
  private readonly flushing: NodeJS.Timeout
  private writing: Promise<void> = Promise.resolve()

  constructor(database: Pick<Database, 'query'>, now: () => number = Date.now) {
    this.database = database
    this.now = now
    this.flushing = setInterval(() => this.flush().catch(() => {}), FLUSH_MS)
    this.flushing.unref()
  }

  /** Records a use in memory. */
  note(id: string): void {
    const use = this.uses.get(id)
    if (use) use.used_at = this.now()
    else if (this.uses.size < KEYS_MAX) this.uses.set(id, { used_at: this.now(), written_at: 0 })
  }

  /** Writes the uses that are due: at most once a minute for each key, or all with `isLast`. */
  flush({ isLast = false } = {}): Promise<void> {
    const run = this.writing.then(() => this.write(isLast))
    this.writing = run.catch(() => {})
    return run
  }

  /** Writes the remaining uses and stops the timer. */
  async close(): Promise<void> {
    clearInterval(this.flushing)
    await this.flush({ isLast: true })
  }

  private async write(isLast: boolean): Promise<void> {
    const now = this.now()
    const isDue = ({ written_at }: Use) => isLast || now - written_at >= EVERY_MS
    const due: [string, number][] = []
    for (const [id, use] of this.uses) {
      if (use.used_at > use.written_at && isDue(use)) due.push([id, use.used_at])
      // Written and unused since.
      else if (use.used_at <= use.written_at && isDue(use)) this.uses.delete(id)
    }
    for (let i = 0; i < due.length; i += BATCH_MAX) {
      const batch = due.slice(i, i + BATCH_MAX)
      const values = [batch.map(([id]) => id), batch.map(([, at]) => at)]
      await this.database.query({ name: 'write_last_uses', text: WRITE, values })
      for (const [id] of batch) {
        const use = this.uses.get(id)
        if (use) use.written_at = now
      }
    }
  }
}
