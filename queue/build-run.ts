import type { JobWithMetadata } from 'pg-boss'
import type { BuildJobData, JobState } from './build-job.ts'
import { jobName } from './build-job.ts'
import type { LoggedJob } from './job-log.ts'

/** One request for one build, with all of its jobs. */
export interface BuildRun {
  run: string
  build: string
  names: string[]
  /** Version of the code, of the locks and of the key secret that its workers have. */
  version: string
  created_at: Date
  /** Null while jobs are not done. */
  ended_at: Date | null
  state: 'under way' | 'done' | 'failed' | 'cancelled'
  jobs: RunJob[]
}

export interface RunJob {
  id: string
  name: string
  state: JobState
  /** Attempts that have begun. */
  attempts: number
  began_at: Date | null
  ended_at: Date | null
  /** Why the last attempt that ended failed; null where none did. */
  problem: string | null
  report: LoggedJob | null
}

/** Describes the jobs of one run, in the order in which they were planned. */
export function runOf(version: string, all: readonly JobWithMetadata<BuildJobData>[]): BuildRun {
  const [{ data, createdOn }] = all
  const jobs = [...all].sort((a, b) => b.priority - a.priority).map(jobOf)
  const state = stateOf(jobs)
  const ends = jobs.flatMap(({ ended_at }) => (ended_at ? [ended_at.getTime()] : []))
  return {
    run: data.run,
    build: data.build,
    names: data.names,
    version,
    created_at: createdOn,
    ended_at: state === 'under way' || ends.length === 0 ? null : new Date(Math.max(...ends)),
    state,
    jobs,
  }
}

function jobOf(job: JobWithMetadata<BuildJobData>): RunJob {
  const { id, data, state, blocked, retryCount, startedOn, completedOn, output } = job
  const isBlocked = state === 'created' && blocked
  return {
    id,
    name: jobName(data.kind, data.subject),
    state: isBlocked ? 'blocked' : state,
    attempts: startedOn ? retryCount + 1 : 0,
    began_at: startedOn ?? null,
    ended_at: completedOn,
    problem: state === 'completed' ? null : problemOf(output),
    report: null,
  }
}

/** Jobs that wait for one that has failed or was cancelled are never done. */
function stateOf(jobs: readonly RunJob[]): BuildRun['state'] {
  const has = (...states: JobState[]) => jobs.some(({ state }) => states.includes(state))
  if (has('cancelled')) return 'cancelled'
  if (has('created', 'retry', 'active')) return 'under way'
  if (has('failed')) return 'failed'
  return has('blocked') ? 'under way' : 'done'
}

function problemOf(output: unknown): string | null {
  if (output === null || typeof output !== 'object') return null
  const { message, value } = output as { message?: unknown; value?: { message?: unknown } }
  const problem = message ?? value?.message
  return typeof problem === 'string' ? problem : null
}
