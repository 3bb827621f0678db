import { PoolThread, ThreadLost } from './pool-thread.ts'

export interface PoolOptions {
  /** Most threads; each is started when a job waits for it. */
  size: number
  workerData?: unknown
  /** An idle thread is ended after this time; without it, threads stay until `close`. */
  idleMs?: number
  /** A thread that is lent for longer is ended, and its job fails. */
  deadlineMs?: number
}

type Prefers<Job, Answer> = (thread: PoolThread<Job, Answer>) => boolean

interface Waiting<Job, Answer> {
  prefers?: Prefers<Job, Answer>
  resolve(thread: PoolThread<Job, Answer>): void
  reject(reason: Error): void
}

/**
 * Threads that run jobs, one at a time each, first come first served. A thread that fails is ended
 * with its job, and the next job gets a new one. Idle threads do not keep the process alive.
 */
export class ThreadPool<Job, Answer> {
  private readonly script: URL
  private readonly options: PoolOptions
  private readonly threads = new Set<PoolThread<Job, Answer>>()
  private readonly idle = new Map<PoolThread<Job, Answer>, NodeJS.Timeout | undefined>()
  /** Bounded by the callers: `runAll` has one job a thread, others look at `waiting`. */
  private readonly queue: Waiting<Job, Answer>[] = []
  private isClosed = false

  constructor(script: URL, options: PoolOptions) {
    this.script = script
    this.options = options
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.queue.length
  }

  /** Runs one job. Rejects with the error of its thread, or with `ThreadLost`. */
  run(job: Job, transfer: ArrayBuffer[] = []): Promise<Answer> {
    return this.lend((thread) => thread.run(job, transfer))
  }

  /**
   * Runs all jobs and calls `take` with each answer as it comes, in any order. The next job is read
   * when a thread is free. The first error ends all: the pool is closed.
   */
  async runAll(jobs: Iterable<Job>, take: (answer: Answer, job: Job) => void): Promise<void> {
    const queue = jobs[Symbol.iterator]()
    const lane = async (): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next())
        take(await this.run(next.value), next.value)
    }
    try {
      await Promise.all(Array.from({ length: this.options.size }, lane))
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /**
   * Lends a thread until `work` settles: an idle one that `prefers` chooses, any other, or a new
   * one. `deadlineMs` is for this work alone.
   */
  async lend<T>(
    work: (thread: PoolThread<Job, Answer>) => Promise<T>,
    prefers?: Prefers<Job, Answer>,
    deadlineMs = this.options.deadlineMs,
  ): Promise<T> {
    if (this.isClosed) throw new ThreadLost('closed')
    const thread =
      this.acquire(prefers) ??
      (await new Promise<PoolThread<Job, Answer>>((resolve, reject) => {
        this.queue.push({ prefers, resolve, reject })
      }))
    return this.use(thread, work, deadlineMs)
  }

  /** As `lend`, if a thread is free now; otherwise null. */
  lendIdle<T>(
    work: (thread: PoolThread<Job, Answer>) => Promise<T>,
    prefers?: Prefers<Job, Answer>,
  ): Promise<T> | null {
    const thread = this.isClosed ? null : this.acquire(prefers)
    return thread && this.use(thread, work, this.options.deadlineMs)
  }

  /** Ends all threads. Jobs that have not finished fail, and later ones too. */
  async close(): Promise<void> {
    this.isClosed = true
    const closed = new ThreadLost('closed')
    for (const { reject } of this.queue.splice(0)) reject(closed)
    await Promise.all([...this.threads].map((thread) => thread.end(closed)))
  }

  private async use<T>(
    thread: PoolThread<Job, Answer>,
    work: (thread: PoolThread<Job, Answer>) => Promise<T>,
    deadlineMs: number | undefined,
  ): Promise<T> {
    const deadline =
      deadlineMs && setTimeout(() => void thread.end(new ThreadLost('late')), deadlineMs)
    try {
      return await work(thread)
    } finally {
      clearTimeout(deadline)
      if (this.threads.has(thread)) this.park(thread)
    }
  }

  private acquire(prefers: Prefers<Job, Answer> = () => false): PoolThread<Job, Answer> | null {
    const idle = [...this.idle.keys()]
    const thread = idle.find(prefers) ?? idle[0]
    if (thread) {
      clearTimeout(this.idle.get(thread))
      this.idle.delete(thread)
      thread.ref()
      return thread
    }
    if (this.threads.size >= this.options.size) return null
    const started = new PoolThread<Job, Answer>(this.script, this.options.workerData, () => {
      clearTimeout(this.idle.get(started))
      this.idle.delete(started)
      this.threads.delete(started)
      this.next()
    })
    this.threads.add(started)
    return started
  }

  private park(thread: PoolThread<Job, Answer>): void {
    const { idleMs } = this.options
    thread.unref()
    const end = () => void thread.end(new ThreadLost('idle'))
    this.idle.set(thread, idleMs === undefined ? undefined : setTimeout(end, idleMs).unref())
    this.next()
  }

  /** Lends a thread to the first job that waits, if one is free. */
  private next(): void {
    if (this.queue.length === 0) return
    const thread = this.acquire(this.queue[0].prefers)
    if (thread) this.queue.shift()!.resolve(thread)
  }
}
