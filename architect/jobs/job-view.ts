import type { JobState } from '../store/job-schema.ts'
import type { JobRow } from '../store/job-store.ts'

/** A job as callers see it: credits as decimal numbers. */
export interface JobView {
  jobId: string
  state: JobState
  tool: string
  credits: { quoted: number; charged: number }
  /** Of a job that is done. */
  result?: Record<string, unknown>
  /** Of a job that has failed: nothing was charged. */
  error?: { code: string; message: string } & Record<string, unknown>
}

/** Thousandths as the decimal number of answers. */
const credits = (milli: number): number => milli / 1_000

export function jobView({ id, state, tool, quoted, charged, result, error }: JobRow): JobView {
  return {
    jobId: id,
    state,
    tool,
    credits: { quoted: credits(quoted), charged: credits(charged) },
    ...(result !== null && { result: JSON.parse(result) }),
    ...(error !== null && { error: JSON.parse(error) }),
  }
}
