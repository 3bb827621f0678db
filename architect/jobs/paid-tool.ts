import type { Caller } from '../../accounts/accounts.ts'

/** A job as its tool works on it. */
export interface PaidWork<Input = unknown> {
  caller: Caller
  projectId: string
  /** The id that an edit of the draft is made with, so that no attempt makes it twice. */
  operationId: string
  /** SHA-256 of the call, the same in all attempts. */
  call: string
  input: Input
  /** Aborted past the deadline, and when the process ends. */
  signal: AbortSignal
}

/** A tool that is paid for with credits, whose work is a job. */
export interface PaidTool<Input = unknown> {
  name: string
  /** Thousandths of credits that it costs when it succeeds. */
  price: number
  /** Deadline of an attempt. */
  deadline_ms: number
  /** What else `list_services` states of it: layers, models. */
  offer: Record<string, unknown>
  /**
   * Does the work, and returns the fields of the answer. May run again after its process ended, and
   * must then have no second effect. Throws `ArchitectError` where the job has failed.
   */
  work(job: PaidWork<Input>): Promise<Record<string, unknown>>
}
