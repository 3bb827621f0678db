import { hostname } from 'node:os'
import { type ConstructorOptions, type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import { shownDatabase } from '../terminal/shown-url.ts'
import { StepError } from '../terminal/step-error.ts'
import { BuildJobData, type PlannedJob } from './build-job.ts'
import { type BuildRun, runOf } from './build-run.ts'
import { JobLog, type SeenWorker } from './job-log.ts'

const SCHEMA = 'plat_builds'
/** Names of queues begin with it; a hash of what makes builds follows. */
const QUEUE_PREFIX = 'builds.'

export interface QueueBounds {
  /** A worker's job that is not reported for this long is another worker's; at least 10 s. */
  lease_s: number
  /** How often a worker reports its job. */
  report_s: number
  /** How often lapsed leases are looked for. */
  supervise_s: number
  /** Pause before the second attempt at a job; it doubles with each one, up to a minute. */
  retry_s: number
  /** Attempts after the first. */
  retries: number
}

/** The pauses between the attempts at a job add up to over a minute. */
const BOUNDS: QueueBounds = { lease_s: 30, report_s: 5, supervise_s: 5, retry_s: 5, retries: 4 }
/** Longest time of one attempt at a job: a bound of a hang. */
const ATTEMPT_MAX_S = 12 * 3_600
const RETRY_MAX_S = 60
/** Jobs are stored after their end for as long as a run is shown. */
const STORED_S = 14 * 86_400
/** Longest wait for one statement: a cut connection would wait for a quarter of an hour. */
const STATEMENT_MS = 30_000
const CONNECT_MS = 10_000
/** Longest wait for a job that ends. */
const CLOSE_MS = 5_000
/** How often a worker records that it is there. */
const SEEN_MS = 10_000
/** Connections of one process. */
const CONNECTIONS_MAX = 4
/** Jobs of one build: the queue answers for all of them at once. */
export const JOBS_MAX = 50_000

/** A build to be queued. */
export interface BuildRequest extends Omit<BuildJobData, 'kind' | 'subject'> {
  jobs: readonly PlannedJob[]
}

/** A job that a worker works on. */
export interface ClaimedJob {
  id: string
  /** The attempts before this one. */
  attempt: number
  data: BuildJobData
  /** Aborted when the job is not this worker's any more: it was cancelled, or its lease lapsed. */
  signal: AbortSignal
}

/**
 * The queue of builds on a PostgreSQL, which any number of workers shares. Each version of code,
 * locks and key secret has a queue of its own: a worker never gets a job that it would do in
 * another way.
 */
export class BuildQueue {
  readonly log: JobLog
  private readonly boss: PgBoss
  private readonly bounds: QueueBounds
  private readonly onFailure: (error: Error) => void
  private seeing: NodeJS.Timeout | undefined

  private constructor(boss: PgBoss, bounds: QueueBounds, onFailure: (error: Error) => void) {
    this.boss = boss
    this.bounds = bounds
    this.onFailure = onFailure
    this.log = new JobLog(boss.getDb())
  }

  /**
   * Opens the queue. `onFailure` receives what fails in the background, such as a database that is
   * away for a while. Throws `StepError` for one that does not answer now. Tests have shorter
   * bounds.
   */
  static async open(
    url: string,
    onFailure: (error: Error) => void,
    bounds = BOUNDS,
  ): Promise<BuildQueue> {
    const client = { query_timeout: STATEMENT_MS, keepAlive: true }
    const options: ConstructorOptions = {
      connectionString: url,
      schema: SCHEMA,
      application_name: 'plat builds',
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_MS,
      schedule: false,
      superviseIntervalSeconds: bounds.supervise_s,
      monitorIntervalSeconds: bounds.supervise_s,
      maintenanceIntervalSeconds: 600,
      // How often jobs are released whose last predecessor is done.
      flowIntervalSeconds: 1,
      ...client,
    }
    const boss = new PgBoss(options)
    boss.on('error', onFailure)
    const queue = new BuildQueue(boss, bounds, onFailure)
    try {
      await boss.start()
      await queue.log.create()
      return queue
    } catch (cause) {
      await boss.stop({ graceful: false }).catch(onFailure)
      const { message, code } = cause as Error & { code?: string }
      const remedy =
        'Check PLAT_QUEUE, that PostgreSQL runs there, and that the user may create schemas.'
      const problem = message || code || 'it does not answer'
      throw new StepError('open the queue', shownDatabase(url, 'PLAT_QUEUE'), problem, remedy, {
        cause,
      })
    }
  }

  /**
   * Queues a build, unless a run of it is under way. What had failed or was cancelled is queued
   * anew; stored results are not made again. Returns the run of the build, which is that of the
   * request or the one under way.
   */
  async submit(
    version: string,
    { jobs, ...request }: BuildRequest,
  ): Promise<{ run: string; isNew: boolean }> {
    if (jobs.length > JOBS_MAX) {
      const problem = `has ${jobs.length} jobs, and a queue takes ${JOBS_MAX} of one build`
      throw new StepError('queue the build', request.build, problem, 'Build fewer partitions.')
    }
    const name = QUEUE_PREFIX + version
    await this.createQueue(name)
    await this.prune(name)
    const { db, commit, rollback } = await this.boss.getDb().beginTransaction!()
    try {
      // Two that queue one build at once: the second finds the run of the first.
      await db.executeSql('SELECT pg_advisory_xact_lock(hashtext($1))', [`plat ${request.build}`])
      const known = await this.runsOf(name, { build: request.build }, db)
      const live = known.find(({ state }) => state === 'under way')
      if (live) return { run: live.run, isNew: false }
      for (const { run } of known) await this.cancelJobs(name, run, db)
      await this.boss.flow(
        jobs.map(({ name: ref, kind, subject, after }, i) => ({
          ref,
          name,
          data: { ...request, kind, subject } satisfies BuildJobData,
          dependsOn: [...after],
          // In the order of the plan: others wait for the first ones.
          options: { priority: jobs.length - i },
        })),
        { db },
      )
      await commit()
      return { run: request.run, isNew: true }
    } finally {
      // Does nothing after the commit.
      await rollback()
    }
  }

  /** All runs that are stored, the newest first. */
  async runs(): Promise<BuildRun[]> {
    const runs: BuildRun[] = []
    for (const name of await this.queues()) runs.push(...(await this.runsOf(name)))
    return runs.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  }

  /** One run with what its jobs report; null where it is not stored. */
  async run(run: string): Promise<BuildRun | null> {
    const found = await this.outline(run)
    if (!found) return null
    const logged = new Map((await this.log.ofRun(run)).map((each) => [each.job, each]))
    const jobs = found.jobs.map((job) => ({ ...job, report: logged.get(job.id) ?? null }))
    return { ...found, jobs }
  }

  /** One run without reports, which may have 16 KB a job; null where it is not stored. */
  async outline(run: string): Promise<BuildRun | null> {
    for (const name of await this.queues()) {
      const [found] = await this.runsOf(name, { run })
      if (found) return found
    }
    return null
  }

  /** Cancels all jobs of a run that have not ended. False where the run is not stored. */
  async cancel(run: string): Promise<boolean> {
    let isFound = false
    for (const name of await this.queues()) if (await this.cancelJobs(name, run)) isFound = true
    return isFound
  }

  /**
   * Works on the jobs of a version of the code, one at a time, until `close`. A job is done when
   * `work` ends, and is tried again, a bounded number of times, when it throws. The worker is seen
   * under its name from now on.
   */
  async work(
    { name: worker, version }: SeenWorker,
    work: (job: ClaimedJob) => Promise<void>,
  ): Promise<void> {
    const name = QUEUE_PREFIX + version
    // Before the queue is there: queues of code that no worker has are removed.
    await this.log.see(worker, version)
    this.seeing = setInterval(() => this.log.see(worker, version).catch(this.onFailure), SEEN_MS)
    await this.createQueue(name)
    const options = {
      includeMetadata: true as const,
      pollingIntervalSeconds: 1,
      // The next job at once: most of a build's jobs take less than a second.
      burstWhenBatchFull: true,
      heartbeatRefreshSeconds: this.bounds.report_s,
    }
    await this.boss.work<BuildJobData>(name, options, async ([job]) => {
      const { id, retryCount, signal } = job
      await work({ id, attempt: retryCount, data: BuildJobData.parse(job.data), signal })
    })
  }

  /**
   * Ends the work. A job that has failed by then is another worker's at once, and one under way
   * when its lease lapses.
   */
  async close(): Promise<void> {
    clearInterval(this.seeing)
    await this.boss.stop({ graceful: true, timeout: CLOSE_MS })
  }

  private async createQueue(name: string): Promise<void> {
    await this.boss.createQueue(name, {
      retryLimit: this.bounds.retries,
      retryDelay: this.bounds.retry_s,
      retryBackoff: true,
      retryDelayMax: RETRY_MAX_S,
      heartbeatSeconds: this.bounds.lease_s,
      expireInSeconds: ATTEMPT_MAX_S,
      deleteAfterSeconds: STORED_S,
      retentionSeconds: STORED_S,
    })
  }

  private async queues(): Promise<string[]> {
    const queues = await this.boss.getQueues()
    return queues.map(({ name }) => name).filter((name) => name.startsWith(QUEUE_PREFIX))
  }

  private async runsOf(name: string, data: object = {}, db?: Db): Promise<BuildRun[]> {
    const byRun = new Map<string, JobWithMetadata<BuildJobData>[]>()
    for (const job of await this.boss.findJobs<BuildJobData>(name, { data, ...(db && { db }) })) {
      const known = byRun.get(job.data.run)
      if (known) known.push(job)
      else byRun.set(job.data.run, [job])
    }
    const version = name.slice(QUEUE_PREFIX.length)
    return [...byRun.values()].map((jobs) => runOf(version, jobs))
  }

  private async cancelJobs(name: string, run: string, db?: Db): Promise<boolean> {
    const options = { data: { run }, ...(db && { db }) }
    const jobs = await this.boss.findJobs<BuildJobData>(name, options)
    const ended = ['completed', 'failed', 'cancelled']
    const ids = jobs.filter(({ state }) => !ended.includes(state)).map(({ id }) => id)
    if (ids.length > 0) await this.boss.cancel(name, ids, db ? { db } : undefined)
    return jobs.length > 0
  }

  /** Removes logs that are old, and queues of code that nothing was built with for two weeks. */
  private async prune(own: string): Promise<void> {
    await this.log.prune()
    const versions = await this.log.versions()
    for (const name of await this.queues()) {
      if (name === own || versions.has(name.slice(QUEUE_PREFIX.length))) continue
      if ((await this.boss.findJobs(name)).length === 0) await this.boss.deleteQueue(name)
    }
  }
}

/** Name of a worker: its machine and its process. */
export function workerName(): string {
  return `${hostname()}/${process.pid}`
}
