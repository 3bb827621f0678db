import type { BuildJobData } from '../queue/build-job.ts'
import type { JobReport } from '../queue/job-log.ts'

/** To the process of jobs: do this one. */
export interface JobMessage {
  data: BuildJobData
  attempt: number
}

/** From the process of jobs: how far it is, and how the job ended. */
export type JobAnswer =
  | { report: Omit<JobReport, 'worker'> }
  | { ready: true }
  | { done: true }
  | { failed: JobFailed }

/** Why a job failed; with `unfit` other workers of the version may do it, and this one cannot. */
export interface JobFailed {
  message: string
  unfit: { target: string; problem: string; remedy: string } | null
}
