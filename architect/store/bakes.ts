import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { type Attempt, type Boss, within } from './boss.ts'
import { type BakeState, bake } from './schema.ts'

/**
 * Grows with every change of the baked bytes: a scene is then baked anew when it is published.
 */
export const BAKE_FORM = 4
const QUEUE = 'bake'
/** Jobs whose attempts are used up. */
const GIVEN_UP = 'bake_given_up'
/** Attempts of one bake after the first. */
const RETRIES_MAX = 2
/** Longest time of one attempt: a school of 3,000 nodes takes 10 s. */
const ATTEMPT_MAX_S = 300
/** Given up jobs that are looked at together. */
const JOBS_LISTED_MAX = 100
const PRIORITIES = { view: 0, publication: 1 }
/** Codes of failures that another attempt may not repeat. */
const PASSING = ['storage', 'given_up', 'late']
/** Time after such a failure from which a read of the file makes it anew: until then it reports. */
const REPORTED_MS = 60_000

const NO_FILES = { glbBlob: null, glbBytes: null, webBlob: null, webBytes: null }
const WAITING = {
  state: 'waiting',
  code: null,
  reason: null,
  finishedAt: null,
  ...NO_FILES,
} as const

/** A scene to bake. */
export interface WantedBake {
  sceneHash: string
  sceneBlob: string
  /** Published ones are baked first. */
  use?: keyof typeof PRIORITIES
  /** The project whose draft it is: it is not baked once the draft is another one. */
  draftOf?: string
}

interface Job {
  key: string
  draftOf?: string
}

/** A bake to make: its lease ends unless `touch` is called every few seconds. */
export interface BakeJob extends Attempt {
  key: string
  sceneBlob: string
}

export type BakeOutcome =
  | {
      kind: 'ready'
      glb: { blob: string; bytes: number }
      web: { blob: string; bytes: number }
    }
  | { kind: 'empty' }
  /** Another attempt at once would fail in the same way. */
  | { kind: 'failed'; code: string; reason: string }
  /** Another attempt may succeed. */
  | { kind: 'again'; code: string; reason: string }
  /** The worker stops: another one makes it, and this attempt does not count. */
  | { kind: 'released' }

/** The files of a scene, or why there are none. */
export interface BakedFiles {
  state: BakeState
  /** Why the bake failed. */
  code: string | null
  reason: string | null
  glb: { blob: string; bytes: number } | null
  web: { blob: string; bytes: number } | null
  finishedAt: Date | null
}

/** The files of a scene; null where no bake was requested. */
export async function readBaked(tables: Tables, sceneHash: string): Promise<BakedFiles | null> {
  const [row] = await tables
    .select()
    .from(bake)
    .where(eq(bake.key, bakeKeyOf(sceneHash)))
  if (!row) return null
  const fileOf = (blob: string | null, bytes: number | null) =>
    blob === null || bytes === null ? null : { blob, bytes }
  return {
    state: row.state,
    code: row.code,
    reason: row.reason,
    glb: fileOf(row.glbBlob, row.glbBytes),
    web: fileOf(row.webBlob, row.webBytes),
    finishedAt: row.finishedAt,
  }
}

/** Whether a read of the files makes them anew: `lostBlob` is one that the storage has not. */
export function isToMake({ state, code, finishedAt, glb, web }: BakedFiles, lostBlob?: string) {
  if (lostBlob !== undefined) return glb?.blob === lostBlob || web?.blob === lostBlob
  if (state !== 'failed' || !PASSING.includes(`${code}`)) return false
  return finishedAt === null || Date.now() - finishedAt.getTime() > REPORTED_MS
}

export const bakeKeyOf = (sceneHash: string): string => `${BAKE_FORM}-${sceneHash}`

/** Queues bakes on the database, one for each scene, and leases them to workers. */
export class BakeQueue {
  private readonly database: Database
  private readonly boss: Boss

  private constructor(database: Database, boss: Boss) {
    this.database = database
    this.boss = boss
  }

  static async open(database: Database, boss: Boss): Promise<BakeQueue> {
    await boss.createQueue(QUEUE, {
      retryLimit: RETRIES_MAX,
      expireInSeconds: ATTEMPT_MAX_S,
      deadLetter: GIVEN_UP,
    })
    const queue = new BakeQueue(database, boss)
    await database.tables.transaction((tx) => queue.requeue(tx))
    return queue
  }

  /** Queues the bakes that wait without a job: pg-boss deletes one that waits for two weeks. */
  async requeue(tx: Tables): Promise<void> {
    const waiting = await tx
      .select({ key: bake.key })
      .from(bake)
      .where(
        sql`${bake.state} = 'waiting' AND NOT EXISTS (SELECT 1 FROM pgboss.job
          WHERE name IN (${QUEUE}, ${GIVEN_UP}) AND state < 'completed'
            AND data->>'key' = ${bake.key})`,
      )
      .limit(JOBS_LISTED_MAX)
    for (const { key } of waiting) await this.boss.jobs.send(QUEUE, { key }, { db: within(tx) })
  }

  /**
   * Queues the bake of a scene in the caller's transaction, unless there is one. A finished one
   * counts as none when `lostBlob` is one of its files. Those of published versions come first.
   */
  async request(
    tx: Tables,
    { sceneHash, sceneBlob, use = 'view', draftOf }: WantedBake,
    lostBlob?: string,
  ): Promise<void> {
    const key = bakeKeyOf(sceneHash)
    const hasFailed = and(eq(bake.state, 'failed'), inArray(bake.code, PASSING))
    const hasLost =
      lostBlob === undefined
        ? undefined
        : or(eq(bake.glbBlob, lostBlob), eq(bake.webBlob, lostBlob))
    const [added] = await tx
      .insert(bake)
      .values({ key, sceneBlob, state: 'waiting' })
      .onConflictDoUpdate({
        target: bake.key,
        set: { ...WAITING, sceneBlob },
        // A waiting one may have the code of its last attempt.
        setWhere: or(hasFailed, hasLost),
      })
      .returning({ key: bake.key })
    const priority = PRIORITIES[use]
    if (added) await this.boss.jobs.send(QUEUE, { key, draftOf }, { db: within(tx), priority })
    else if (use === 'publication') await this.promote(tx, key)
  }

  /** A scene that waits for a view is published now. */
  private async promote(tx: Tables, key: string): Promise<void> {
    await tx.execute(sql`UPDATE pgboss.job
      SET priority = ${PRIORITIES.publication}, data = ${JSON.stringify({ key })}::jsonb
      WHERE name = ${QUEUE} AND state < 'active' AND data->>'key' = ${key}
        AND priority < ${PRIORITIES.publication}`)
  }

  /** The next bake to make, or null. */
  async claim(): Promise<BakeJob | null> {
    await this.giveUp()
    for (;;) {
      const [job] = await this.boss.jobs.fetch<Job>(QUEUE)
      if (!job) return null
      const { id, retryCount, data } = job
      const made = await this.begin(data)
      if (made) return { id, retryCount, key: data.key, sceneBlob: made.sceneBlob }
      await this.boss.jobs.complete(QUEUE, { id, retryCount })
    }
  }

  /** The row of a bake that begins; null where it was made meanwhile, or nobody needs it. */
  private async begin({ key, draftOf }: Job): Promise<{ sceneBlob: string } | null> {
    const { tables } = this.database
    if (draftOf !== undefined) {
      const isPast = sql`NOT EXISTS (SELECT 1 FROM draft WHERE project_id = ${draftOf}
          AND ${bake.key} = ${bakeKeyOf('')} || scene_hash)
        AND NOT EXISTS (SELECT 1 FROM publication WHERE bake_key = ${bake.key})`
      await tables.delete(bake).where(and(isIn(key, ['waiting']), isPast))
    }
    const [row] = await tables
      .update(bake)
      .set({ attempts: sql`${bake.attempts} + 1` })
      .where(isIn(key, ['waiting']))
      .returning({ sceneBlob: bake.sceneBlob })
    return row ?? null
  }

  /** Renews the lease of a job, unless it is another worker's by now. */
  async touch({ id, retryCount }: BakeJob): Promise<void> {
    await this.boss.jobs.touch(QUEUE, { id, retryCount })
  }

  /**
   * Records the outcome of a job. A worker whose job is another's by now may record files, which
   * are the same from every worker, but no failure.
   */
  async finish(job: BakeJob, outcome: BakeOutcome): Promise<void> {
    const { key } = job
    await this.database.tables.transaction(async (tx) => {
      const isOurs = await this.settle(tx, job, outcome)
      const hasFiles = outcome.kind === 'ready' || outcome.kind === 'empty'
      if (!isOurs && !hasFiles) return
      if (outcome.kind === 'released') {
        const options = { db: within(tx), priority: PRIORITIES.publication }
        await this.boss.jobs.send(QUEUE, { key }, options)
        return
      }
      const open: BakeState[] = hasFiles ? ['waiting', 'failed'] : ['waiting']
      await tx.update(bake).set(columnsOf(outcome)).where(isIn(key, open))
    })
  }

  /** Ends the attempt. False where the job is another worker's by now. */
  private settle(tx: Tables, job: BakeJob, outcome: BakeOutcome): Promise<boolean> {
    return outcome.kind === 'again'
      ? this.boss.fail(tx, QUEUE, job, outcome.reason)
      : this.boss.complete(tx, QUEUE, job)
  }

  /** Marks bakes whose attempts are used up as failed, with the last reason. */
  private async giveUp(): Promise<void> {
    // In one transaction: a process that ends within it leaves the jobs as they were.
    await this.database.tables.transaction(async (tx) => {
      const db = within(tx)
      const options = { batchSize: JOBS_LISTED_MAX, db }
      const jobs = await this.boss.jobs.fetch<Job>(GIVEN_UP, options)
      for (const { id, data } of jobs) {
        await tx
          .update(bake)
          .set({
            state: 'failed',
            code: sql`coalesce(${bake.code}, 'given_up')`,
            reason: sql`coalesce(${bake.reason}, 'The worker ended during each attempt.')`,
            finishedAt: sql`now()`,
          })
          .where(isIn(data.key, ['waiting']))
        await this.boss.jobs.complete(GIVEN_UP, id, null, { db })
      }
    })
  }
}

const isIn = (key: string, states: BakeState[]) =>
  and(eq(bake.key, key), inArray(bake.state, states))

function columnsOf(outcome: Exclude<BakeOutcome, { kind: 'released' }>) {
  const finishedAt = sql`now()`
  switch (outcome.kind) {
    case 'ready': {
      const { glb, web } = outcome
      const files = {
        glbBlob: glb.blob,
        glbBytes: glb.bytes,
        webBlob: web.blob,
        webBytes: web.bytes,
      }
      return { state: 'ready' as const, code: null, reason: null, finishedAt, ...files }
    }
    case 'empty':
      return { state: 'empty' as const, code: null, reason: null, finishedAt }
    case 'again':
      return { code: outcome.code, reason: outcome.reason }
    case 'failed':
      return { state: 'failed' as const, code: outcome.code, reason: outcome.reason, finishedAt }
  }
}
