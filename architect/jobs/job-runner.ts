import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Caller } from '../../accounts/accounts.ts'
import { callHash } from '../operations/call-hash.ts'
import { ArchitectError, asArchitectError } from '../projects/architect-error.ts'
import type { JobRow } from '../store/job-store.ts'
import { JOB_LEASE_S } from '../store/store-limits.ts'
import type { Store } from '../store/store-port.ts'
import { type JobView, jobView } from './job-view.ts'
import type { PaidTool } from './paid-tool.ts'

/** Jobs that one process works on at once; further ones wait. */
const JOBS_AT_ONCE = 4
/** Of them those of one workspace, so that none has the whole process. */
const JOBS_OF_WORKSPACE = 2
/** Time for which a call waits for the end of its job; then it is answered as it is. */
const ANSWER_WAIT_MS = 45_000
/** Time between two looks at a job that another process works on. */
const LOOK_MS = 500
/** Time between two searches for jobs whose process has ended. */
const SEARCH_MS = 15_000
/** Lost jobs that one search takes. */
const TAKEN_MAX = 16

interface RunnerParts {
  store: Pick<Store, 'jobs'>
  /** Thousandths of credits that a workspace gets at its first use. */
  startingCredits: number
  onFailure(error: unknown): void
}

/** A call of a paid tool. */
export interface PaidCall {
  projectId: string
  tool: string
  operationId: string
  /** Thousandths of credits that the caller pays at most. */
  creditsMax: number
  input: unknown
  /** Public address of the service, for links in the answer. */
  origin?: string
}

/**
 * Runs paid jobs: each is a row before its work begins, and is charged with its end. A job whose
 * process has ended is taken by another one, or by the next start of the service.
 */
export class JobRunner {
  readonly tools: readonly PaidTool[]
  private readonly parts: RunnerParts
  private readonly queue = new PQueue({ concurrency: JOBS_AT_ONCE })
  /** A queue for each workspace that has jobs, before the one of all. */
  private readonly queues = new Map<string, PQueue>()
  private readonly running = new Map<string, Promise<void>>()
  private readonly closing = new AbortController()
  private readonly timer: NodeJS.Timeout
  private search: Promise<void> | null = null

  constructor(parts: RunnerParts, tools: readonly PaidTool[]) {
    this.parts = parts
    this.tools = tools
    this.timer = setInterval(() => void this.takeLostJobs(), SEARCH_MS)
    this.timer.unref()
  }

  /**
   * Creates a job, or finds the one of the same call, and waits some time for its end. Throws
   * `StoreRefusal` where nothing has begun, see `createJob`, and what the tool refuses it with.
   */
  async request(caller: Caller, call: PaidCall, wait_ms = ANSWER_WAIT_MS): Promise<JobView> {
    const row = await this.rowOf(caller, call)
    const last = isEnded(row) ? row : await this.followed(caller, row.id, wait_ms)
    return await this.shown(last, call.origin)
  }

  /** A job as it is now. Throws `job_not_found`. */
  async read(caller: Caller, id: string, origin?: string): Promise<JobView> {
    return await this.shown(await this.parts.store.jobs.readJob(caller, id), origin)
  }

  /** Thousandths of credits that the caller's workspace has left. */
  async available(caller: Caller): Promise<number> {
    const { jobs } = this.parts.store
    return (await jobs.openCredits(caller, this.parts.startingCredits)).available
  }

  /** Takes jobs whose process has ended, and ends those that were begun too often. */
  takeLostJobs(): Promise<void> {
    this.search ??= this.searchJobs()
      .catch(this.parts.onFailure)
      .finally(() => {
        this.search = null
      })
    return this.search
  }

  /** Stops the work; jobs that have not ended are taken by another process. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    this.closing.abort()
    for (const queue of [this.queue, ...this.queues.values()]) queue.clear()
    await Promise.allSettled([this.search, ...this.running.values()])
  }

  private async searchJobs(): Promise<void> {
    const { jobs } = this.parts.store
    for (let ended = 0; ended < TAKEN_MAX && (await jobs.giveUpJobs()); ended++);
    const { queue, running } = this
    for (let taken = 0; taken < TAKEN_MAX && queue.pending + queue.size < JOBS_AT_ONCE; taken++) {
      const row = await jobs.claimJob({ besides: [...running.keys()] })
      if (!row) return
      // Without the queue of its workspace: its lease has begun. Also where a call has come to wait
      // for its turn meanwhile: that call finds the job taken, and waits for its end.
      void this.begin(row.id, () => this.inTurn(queue, () => this.work(row)))
    }
  }

  private async rowOf(caller: Caller, call: PaidCall): Promise<JobRow> {
    const { operationId, projectId, creditsMax, input } = call
    const { jobs } = this.parts.store
    const tool = this.toolOf(call.tool)
    const { kind, id } = caller.workspace
    // With the workspace: another one that sends the same call does not pay for the first one's.
    const hash = callHash([tool.name, input, creditsMax, kind, id])
    const named = { projectId, operationId, call: hash }
    // A repeated call gets its job, also where a new one would be refused by now.
    const known = tool.quote ? await jobs.findJob(caller, named) : null
    if (known) return known
    return await jobs.createJob(caller, {
      ...named,
      tool: tool.name,
      input: JSON.stringify(input),
      quoted: (await tool.quote?.({ caller, projectId, input })) ?? tool.price,
      creditsMax,
      startingCredits: this.parts.startingCredits,
    })
  }

  /** A job as callers see it. One whose tool this service does not have any more is as stored. */
  private async shown(row: JobRow, origin = ''): Promise<JobView> {
    const view = jobView(row)
    const { jobId, result } = view
    const tool = this.tools.find(({ name }) => name === row.tool)
    if (!result || !tool?.show) return view
    return { ...view, result: await tool.show({ jobId, result, origin }) }
  }

  private async followed(caller: Caller, id: string, wait_ms: number): Promise<JobRow> {
    const { jobs } = this.parts.store
    const late = new AbortController()
    const until = performance.now() + wait_ms
    let isElsewhere = false
    const claimed = async () => {
      const row = await jobs.claimJob({ id })
      if (row) await this.work(row)
      else isElsewhere = true
    }
    const own = this.once(id, () =>
      this.inTurn(this.queueOf(caller), () => this.inTurn(this.queue, claimed)),
    ).then(() => true)
    const waiting = wait(wait_ms, false, { signal: late.signal }).catch(() => false)
    const isOver = (await Promise.race([own, waiting])) && !isElsewhere
    late.abort()
    for (;;) {
      const row = await jobs.readJob(caller, id)
      // Over without an end: the service has failed, and the job is begun again later.
      const isLast = isOver || performance.now() + LOOK_MS > until || this.closing.signal.aborted
      if (isEnded(row) || isLast) return row
      await wait(LOOK_MS)
    }
  }

  /** Work on a job, once in this process at a time. Never rejects. */
  private once(id: string, work: () => Promise<void>): Promise<void> {
    return this.running.get(id) ?? this.begin(id, work)
  }

  /** Work on a job beside what this process does for it already. Never rejects. */
  private begin(id: string, work: () => Promise<void>): Promise<void> {
    const own = work().catch((error) => {
      if (!this.closing.signal.aborted) this.parts.onFailure(error)
    })
    const all = Promise.all([this.running.get(id), own]).then(() => {
      if (this.running.get(id) === all) this.running.delete(id)
    })
    this.running.set(id, all)
    return all
  }

  /** Work in its turn of a queue. Throws where the runner closes before its end. */
  private async inTurn(queue: PQueue, work: () => Promise<void>): Promise<void> {
    await queue.add(work, { signal: this.closing.signal })
  }

  private queueOf({ workspace }: Caller): PQueue {
    const key = `${workspace.kind} ${workspace.id}`
    const known = this.queues.get(key)
    if (known) return known
    const queue = new PQueue({ concurrency: JOBS_OF_WORKSPACE })
    queue.on('idle', () => this.queues.delete(key))
    this.queues.set(key, queue)
    return queue
  }

  /** One attempt. A failure of the service ends it without an end of the job: it is taken again. */
  private async work(row: JobRow): Promise<void> {
    const { jobs } = this.parts.store
    const lost = new AbortController()
    const beat = setInterval(
      () => {
        jobs.touchJob(row).then(
          (isOwn) => isOwn || lost.abort(),
          () => {},
        )
      },
      (JOB_LEASE_S * 1_000) / 3,
    )
    try {
      const end = await this.endOf(row, lost.signal)
      if (end) await jobs.finishJob(row, end)
    } finally {
      clearInterval(beat)
    }
  }

  private async endOf(row: JobRow, lost: AbortSignal) {
    const tool = this.toolOf(row.tool)
    const deadline = AbortSignal.timeout(tool.deadline_ms)
    const signal = AbortSignal.any([this.closing.signal, lost, deadline])
    try {
      if (row.projectId === null)
        throw new ArchitectError('project_not_found', 'The project was deleted.')
      const { id: jobId, attempt, operationId, call } = row
      const caller = JSON.parse(row.caller) as Caller
      const input: unknown = JSON.parse(row.input)
      const named = { jobId, attempt, caller, projectId: row.projectId, operationId, call }
      const result = await tool.work({ ...named, input, signal })
      return { result: JSON.stringify(result) }
    } catch (error) {
      if (this.closing.signal.aborted || lost.aborted) return null
      if (deadline.aborted) return failedWith(tooLate(tool))
      const known = asArchitectError(error)
      if (known && known.status < 500) return failedWith(known)
      this.parts.onFailure(error)
      if (known) return null
      return failedWith(new ArchitectError('internal_error', 'The service failed to do the work.'))
    }
  }

  private toolOf(name: string): PaidTool {
    const tool = this.tools.find((each) => each.name === name)
    if (tool) return tool
    throw new ArchitectError('not_found', `This service has no paid tool ${name}.`)
  }
}

const isEnded = ({ state }: JobRow): boolean => state === 'done' || state === 'failed'

const failedWith = ({ code, message, fields }: ArchitectError) => ({
  error: JSON.stringify({ ...fields, code, message }),
})

const tooLate = ({ name, deadline_ms }: PaidTool) =>
  new ArchitectError(
    'job_timeout',
    `${name} was not done within ${deadline_ms / 1_000} s. Nothing was charged.`,
  )
