import { availableParallelism } from 'node:os'
import { type PoolThread, ThreadLost } from '../../threads/pool-thread.ts'
import { ThreadPool } from '../../threads/thread-pool.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { type StudioRequest, sumOf } from './studio/studio-request.ts'
import { ViewError } from './view-error.ts'
import type { FullViewRequest, View, ViewName } from './view-request.ts'
import type { FromViewWorker, StudioWork, ToViewWorker, ViewWork } from './view-worker.ts'

/** Threads of one pool: a view takes one core for up to a second, or two for half of it. */
const VIEW_THREADS_MAX = Math.min(2, availableParallelism())
/** Views that wait for a thread; more are refused. */
const VIEWS_WAITING_MAX = 32
/** Deadline of a view; past it the view fails and its thread is ended. */
const VIEW_DEADLINE_MS = 20_000
/** Deadline of a pass in studio quality: the first one derives all solids of a large building. */
const PASS_DEADLINE_MS = 90_000
/**
 * An idle thread is ended after this time, and its memory freed. The first view of a new one takes
 * three times as long as the next (`tests/bench/architect-views.ts`), and a person who edits a
 * house looks at it every few minutes.
 */
const VIEW_IDLE_MS = 300_000

/** Views that two threads draw together, where nobody else waits for the second. */
const IS_SHARED: Record<ViewName, boolean> = {
  plan: false,
  perspective: true,
  elevation: false,
  section: false,
}

type ViewThread = PoolThread<ToViewWorker, FromViewWorker>

interface Options {
  threads?: number
  waiting?: number
  deadlineMs?: number
  passDeadlineMs?: number
  idleMs?: number
  script?: URL
}

/**
 * Threads that draw views. A scene is sent to a thread once and cached there with its solids; a
 * thread that fails or is late is ended, and the next view gets a new one.
 */
export class ViewThreads {
  private readonly waiting: number
  private readonly deadlineMs: number
  private readonly passDeadlineMs: number
  private readonly pool: ThreadPool<ToViewWorker, FromViewWorker>
  /** Hash of the scene that each thread drew last, whose solids it has cached. */
  private readonly last = new WeakMap<ViewThread, string>()
  private jobs = 0

  constructor({
    threads = VIEW_THREADS_MAX,
    waiting = VIEWS_WAITING_MAX,
    deadlineMs = VIEW_DEADLINE_MS,
    passDeadlineMs = PASS_DEADLINE_MS,
    idleMs = VIEW_IDLE_MS,
    script = new URL('./view-worker.ts', import.meta.url),
  }: Options = {}) {
    this.waiting = waiting
    this.deadlineMs = deadlineMs
    this.passDeadlineMs = passDeadlineMs
    this.pool = new ThreadPool(script, { size: threads, idleMs, deadlineMs })
  }

  /** Throws `ViewError`: refused, too many waiting, too late, or failed. */
  async draw(scene: Scene, request: FullViewRequest): Promise<View> {
    if (this.pool.waiting >= this.waiting) {
      const many = `${this.waiting} views are waiting already.`
      throw new ViewError('views_busy', `The view was not started: ${many} Try again later.`)
    }
    const hash = sceneHash(scene)
    const hasScene = (thread: ViewThread) => this.last.get(thread) === hash
    const drawn = this.pool.lend(async (thread) => {
      const work = { kind: 'work', job: ++this.jobs, hash, request } as const
      const isShared = IS_SHARED[request.view] && this.pool.waiting === 0
      const lower = isShared
        ? this.pool.lendIdle(
            (second) => this.run(second, { ...work, part: 'lower' }, scene),
            hasScene,
          )
        : undefined
      // A failure of the second thread does not fail the view.
      lower?.then(
        (answer) => sendLower(thread, work.job, answer),
        () => sendLower(thread, work.job),
      )
      return this.run(thread, { ...work, part: lower ? 'upper' : 'whole' }, scene)
    }, hasScene)
    return viewOf(await drawn.catch((error) => this.fail(error)))
  }

  /**
   * The file of a picture in studio quality. Each pass is a work of its own: views of others wait
   * for one pass at most. The caller bounds how many are drawn at once. Throws `ViewError`, and the
   * reason of the signal: a pass that was begun ends by itself.
   */
  async drawInStudio(scene: Scene, request: StudioRequest, signal: AbortSignal): Promise<Buffer> {
    const hash = sceneHash(scene)
    const sum = sumOf(request)
    const left = untilAborted(signal)
    try {
      for (let pass = 0; ; pass++) {
        signal.throwIfAborted()
        const work = { kind: 'studio', hash, request, pass, sum } as const
        const answer = this.pool
          .lend(
            (thread) => this.run(thread, work, scene),
            (thread) => this.last.get(thread) === hash,
            this.passDeadlineMs,
          )
          .catch((error) => this.fail(error, this.passDeadlineMs))
        const file = fileOf(await Promise.race([answer, left.aborted]))
        if (file) return Buffer.from(file)
      }
    } finally {
      left.forget()
    }
  }

  /** Ends all threads; unfinished views fail, and later ones too. */
  close(): Promise<void> {
    return this.pool.close()
  }

  /** Draws in a thread, with the scene if the thread does not have it. */
  private async run(
    thread: ViewThread,
    work: ViewWork | StudioWork,
    scene: Scene,
  ): Promise<FromViewWorker> {
    let answer = await thread.run(work)
    if (answer.kind === 'unknown_scene') answer = await thread.run({ ...work, scene })
    this.last.set(thread, work.hash)
    return answer
  }

  private fail(error: Error, deadlineMs = this.deadlineMs): never {
    if (!(error instanceof ThreadLost))
      throw new ViewError('render_failed', `The view failed: ${error.message}.`)
    const reasons = {
      late: `The view was not ready within ${deadlineMs / 1000} s.`,
      closed: 'The views were closed.',
      ended: 'The thread of the view ended.',
      idle: 'The thread of the view ended.',
    }
    throw new ViewError('render_failed', reasons[error.reason])
  }
}

/** `aborted` rejects with the reason of the signal, unless `forget` was called before. */
function untilAborted(signal: AbortSignal): { aborted: Promise<never>; forget(): void } {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  // Nobody may wait for it when it rejects.
  aborted.catch(() => {})
  return { aborted, forget: () => signal.removeEventListener('abort', abort) }
}

function sendLower(thread: ViewThread, job: number, answer?: FromViewWorker): void {
  const picture = answer?.kind === 'lower' ? answer.picture : undefined
  const buffers = picture ? [picture.rgba.buffer, picture.samplesOf.buffer] : []
  thread.send({ kind: 'lower', job, picture }, buffers as ArrayBuffer[])
}

/** The view of an answer. Throws `ViewError` for a refusal. */
function viewOf(answer: FromViewWorker): View {
  if (answer.kind === 'view') return withBuffers(answer.view)
  throw refusalOf(answer)
}

/** The file of an answer, null where further passes come. Throws `ViewError` for a refusal. */
function fileOf(answer: FromViewWorker): Uint8Array | null {
  if (answer.kind === 'studio') return answer.file ?? null
  throw refusalOf(answer)
}

function refusalOf(answer: FromViewWorker): Error {
  if (answer.kind === 'refused') return new ViewError(answer.code, answer.message, answer.param)
  return new Error(`a view was answered by ${answer.kind}`)
}

/** Bytes arrive from a thread as plain arrays. */
function withBuffers({ document, ...view }: View): View {
  const png = Buffer.from(view.png)
  return document
    ? { ...view, png, document: { ...document, bytes: Buffer.from(document.bytes) } }
    : { ...view, png }
}
