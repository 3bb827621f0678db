import type { Caller } from '../../accounts/accounts.ts'

/** A job as its tool works on it. */
export interface PaidWork<Input = unknown> {
  jobId: string
  /** From 1: an earlier attempt may have done a part of the work, or all of it. */
  attempt: number
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

/** A call of a tool for which there is no job yet. */
export type QuotedCall<Input = unknown> = Pick<PaidWork<Input>, 'caller' | 'projectId' | 'input'>

/** A job that is done, as it is shown to a caller. */
export interface DoneJob {
  jobId: string
  /** What `work` has returned. */
  result: Record<string, unknown>
  /** Public address of the service for links; empty where it is not known: links are paths. */
  origin: string
}

/** A tool that is paid for with credits, whose work is a job. */
export interface PaidTool<Input = unknown> {
  name: string
  /** Thousandths of credits that it costs when it succeeds; the least that it does with `quote`. */
  price: number
  /** Deadline of an attempt. */
  deadline_ms: number
  /** What else `list_services` states of it: layers, models. */
  offer: Record<string, unknown>
  /**
   * The price of a call, where it depends on the input. Throws `ArchitectError` or `StoreRefusal`
   * where the call is refused before anything is stored.
   */
  quote?(call: QuotedCall<Input>): Promise<number>
  /**
   * Does the work, and returns the fields of the answer. May run again after its process ended, and
   * must then have no second effect. Throws `ArchitectError` where the job has failed.
   */
  work(job: PaidWork<Input>): Promise<Record<string, unknown>>
  /** The fields of the answer at each reading, where they differ from those of the work. */
  show?(job: DoneJob): Promise<Record<string, unknown>>
}
