import { z } from 'zod'
import { BuildId } from '../catalog/manifest.ts'

/**
 * Kinds of jobs of a build, in the order in which they begin:
 *
 * - `lock`: the assets of one lock can be had
 * - `partition`: one partition of one layer
 * - `coverage`: what the partitions declare to cover
 * - `pack`: the lookup packs of one part of a layer
 * - `tiles`: one group of the regions of a layer's archive
 * - `archive`: the archive of a layer
 * - `audit`: the audits of one layer's partitions
 * - `addresses`, `search`: the tables and the index that addresses are looked up in
 * - `facts`: the derived rows of one part
 * - `assemble`: the build of all of it
 */
export const JOB_KINDS = [
  ...['lock', 'partition', 'coverage', 'pack', 'tiles', 'archive', 'audit'],
  ...['addresses', 'search', 'facts', 'assemble'],
] as const

/** What a job is for, as pg-boss stores it. */
export const BuildJobData = z.strictObject({
  /** The run: one request for one build. */
  run: z.uuid(),
  build: BuildId,
  /** Names of the build's partitions, as they were requested. */
  names: z.array(z.string()),
  acceptDrop: z.boolean(),
  kind: z.enum(JOB_KINDS as readonly [string, ...string[]]),
  /** What the job makes, such as `flood/sample`; empty where a build has one such job. */
  subject: z.string(),
})
export type BuildJobData = z.infer<typeof BuildJobData>

/** A job of a build before it is queued. */
export interface PlannedJob {
  /** Name within its build: the kind and the subject. */
  name: string
  kind: string
  subject: string
  /** Names of the jobs that must be done before. */
  after: string[]
}

export function jobName(kind: string, subject: string): string {
  return subject === '' ? kind : `${kind} ${subject}`
}

/** States of a job: pg-boss's, and `blocked` for one that waits for others. */
export type JobState =
  | 'blocked'
  | 'created'
  | 'retry'
  | 'active'
  | 'completed'
  | 'cancelled'
  | 'failed'
