import type { Db } from 'pg-boss'
import { z } from 'zod'

/** Characters of the log of a job: the newest stay. */
export const LOG_CHARACTERS_MAX = 16_384
/** Rows of jobs that ended are removed after this time. */
const STORED_DAYS = 14

/** The step that a job is at, and what it has printed. */
export interface JobReport {
  worker: string
  step: string
  done: number | null
  total: number | null
  unit: string | null
  log: string
}

/** What is known of a job that has begun. */
export const LoggedJob = z.object({
  job: z.string(),
  worker: z.string(),
  step: z.string(),
  done: z.number().nullable(),
  total: z.number().nullable(),
  unit: z.string().nullable(),
  log: z.string(),
  changed_at: z.date(),
})
export type LoggedJob = z.infer<typeof LoggedJob>

/** A worker is gone that was not seen for this long. */
const WORKER_GONE_S = 30

/** A worker, and the version of its code, locks and key secret. */
export const SeenWorker = z.object({ name: z.string(), version: z.string() })
export type SeenWorker = z.infer<typeof SeenWorker>

const CREATE = `
BEGIN;
SELECT pg_advisory_xact_lock(hashtext('plat_build_log'));
CREATE SCHEMA IF NOT EXISTS plat_build_log;
CREATE TABLE IF NOT EXISTS plat_build_log.jobs (
  job uuid PRIMARY KEY,
  run uuid NOT NULL,
  worker text NOT NULL,
  step text NOT NULL,
  done float8,
  total float8,
  unit text,
  log text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS jobs_of_run ON plat_build_log.jobs (run);
CREATE TABLE IF NOT EXISTS plat_build_log.workers (
  name text PRIMARY KEY,
  version text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
COMMIT;`

/** Progress and logs of jobs, next to the tables of pg-boss, which stores neither. */
export class JobLog {
  private readonly db: Db

  constructor(db: Db) {
    this.db = db
  }

  /** Creates what is absent. */
  async create(): Promise<void> {
    await this.db.executeSql(CREATE)
  }

  /** Replaces what is known of a job. */
  async write(run: string, job: string, report: JobReport): Promise<void> {
    const { worker, step, done, total, unit } = report
    const log = report.log.slice(-LOG_CHARACTERS_MAX)
    await this.db.executeSql(
      `INSERT INTO plat_build_log.jobs (job, run, worker, step, done, total, unit, log)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (job) DO UPDATE SET worker = $3, step = $4, done = $5, total = $6, unit = $7,
         log = $8, changed_at = now()`,
      [job, run, worker, step, done, total, unit, log],
    )
  }

  async ofRun(run: string): Promise<LoggedJob[]> {
    const { rows } = await this.db.executeSql(
      `SELECT job, worker, step, done, total, unit, log, changed_at
       FROM plat_build_log.jobs WHERE run = $1`,
      [run],
    )
    return z.array(LoggedJob).parse(rows)
  }

  /** Records that a worker is there, with the version of its code. */
  async see(name: string, version: string): Promise<void> {
    await this.db.executeSql(
      `INSERT INTO plat_build_log.workers (name, version) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET version = $2, seen_at = now()`,
      [name, version],
    )
  }

  /** Workers that were there within the last half minute, by the clock of the database. */
  async workers(): Promise<SeenWorker[]> {
    const { rows } = await this.db.executeSql(
      `SELECT name, version FROM plat_build_log.workers
       WHERE seen_at > now() - make_interval(secs => $1) ORDER BY name`,
      [WORKER_GONE_S],
    )
    return z.array(SeenWorker).parse(rows)
  }

  /** Versions of all workers of the last two weeks: one may be away for a while. */
  async versions(): Promise<ReadonlySet<string>> {
    const { rows } = await this.db.executeSql('SELECT version FROM plat_build_log.workers')
    return new Set(rows.map(({ version }) => version as string))
  }

  /** Removes what is old. */
  async prune(): Promise<void> {
    await this.db.executeSql(
      `DELETE FROM plat_build_log.workers WHERE seen_at < now() - make_interval(days => $1)`,
      [STORED_DAYS],
    )
    await this.db.executeSql(
      `DELETE FROM plat_build_log.jobs WHERE changed_at < now() - make_interval(days => $1)`,
      [STORED_DAYS],
    )
  }
}
