import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import type { Picture } from './raster/rendered-picture.ts'
import { ViewError, type ViewErrorCode } from './view-error.ts'
import type { FullViewRequest, View, ViewName } from './view-request.ts'

/** Threads of one pool: a view takes one core for up to a second, or two for half of it. */
export const VIEW_THREADS_MAX = Math.min(2, availableParallelism())
/** Views that wait for a thread; more are refused. */
export const VIEWS_WAITING_MAX = 32
/** Deadline of a view; past it the view fails and its thread is ended. */
export const VIEW_DEADLINE_MS = 20_000
/** An idle thread is ended after this time, and its memory freed. */
export const VIEW_IDLE_MS = 30_000

/** Views that two threads draw together, where nobody else waits for the second. */
const IS_SHARED: Record<ViewName, boolean> = {
  plan: false,
  perspective: true,
  elevation: false,
  section: false,
}

/** A view to be drawn, or a half of it. */
export interface ViewWork {
  kind: 'work'
  /** Running number that the two halves of one view share. */
  job: number
  part: 'whole' | 'upper' | 'lower'
  hash: string
  /** Sent after the worker replied that it does not have the scene. */
  scene?: Scene
  request: FullViewRequest
}
/** The lower half, for the thread with the upper one; it draws the lower half itself if undefined. */
interface LowerHalf {
  kind: 'lower'
  job: number
  picture: Picture | undefined
}
export type ToViewWorker = ViewWork | LowerHalf
export type FromViewWorker =
  | { kind: 'view'; view: View }
  | { kind: 'lower'; picture: Picture }
  | { kind: 'refused'; code: ViewErrorCode; message: string; param?: string }
  | { kind: 'unknown_scene' }

interface Job {
  scene: Scene
  request: FullViewRequest
  resolve(view: View): void
  reject(error: Error): void
}

interface Options {
  threads?: number
  waiting?: number
  deadlineMs?: number
  idleMs?: number
  script?: URL
}

/**
 * Threads that draw views. A scene is sent to a thread once and cached there with its solids; a
 * thread that fails or is late is ended, and the next view gets a new one.
 */
export class ViewThreads {
  readonly #options: Required<Options>
  readonly #idle = new Map<Worker, NodeJS.Timeout>()
  /** Hash of the scene that each thread drew last, whose solids it has cached. */
  readonly #last = new WeakMap<Worker, string>()
  readonly #queue: Job[] = []
  readonly #all = new Set<Worker>()
  #jobs = 0

  constructor(options: Options = {}) {
    this.#options = {
      threads: VIEW_THREADS_MAX,
      waiting: VIEWS_WAITING_MAX,
      deadlineMs: VIEW_DEADLINE_MS,
      idleMs: VIEW_IDLE_MS,
      script: new URL('./view-worker.ts', import.meta.url),
      ...options,
    }
  }

  /** Throws `ViewError`: refused, too many waiting, too late, or failed. */
  async draw(scene: Scene, request: FullViewRequest): Promise<View> {
    if (this.#queue.length >= this.#options.waiting) {
      const many = `${this.#options.waiting} views are waiting already.`
      throw new ViewError('views_busy', `The view was not started: ${many} Try again later.`)
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ scene, request, resolve, reject })
      this.#next()
    })
  }

  /** Ends all threads; unfinished views fail. */
  async close(): Promise<void> {
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    for (const { reject } of this.#queue.splice(0))
      reject(new ViewError('render_failed', 'The views were closed.'))
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #next(): void {
    const job = this.#queue[0]
    if (job === undefined) return
    const hash = sceneHash(job.scene)
    const worker = this.#idleWorker(hash)
    if (!worker) return
    this.#queue.shift()
    const isShared = IS_SHARED[job.request.view] && this.#queue.length === 0
    const second = isShared ? this.#idleWorker(hash) : undefined
    const number = ++this.#jobs
    const work = { kind: 'work', job: number, hash, request: job.request } as const
    this.#run(worker, { ...work, part: second ? 'upper' : 'whole' }, job.scene).then((answer) => {
      switch (answer.kind) {
        case 'view':
          job.resolve({ ...answer.view, png: Buffer.from(answer.view.png) })
          break
        case 'refused':
          job.reject(new ViewError(answer.code, answer.message, answer.param))
          break
        case 'lower':
        case 'unknown_scene':
          job.reject(new Error(`a view was answered by ${answer.kind}`))
          break
        default:
          answer satisfies never
      }
    }, job.reject)
    if (!second) return
    const sendLower = (picture?: Picture): void => {
      const lower: LowerHalf = { kind: 'lower', job: number, picture }
      const moved = picture ? [picture.rgba.buffer, picture.samplesOf.buffer] : []
      worker.postMessage(lower, moved as ArrayBuffer[])
    }
    // A failure of the second thread does not fail the view.
    this.#run(second, { ...work, part: 'lower' }, job.scene).then(
      (answer) => sendLower(answer.kind === 'lower' ? answer.picture : undefined),
      () => sendLower(),
    )
  }

  /** Sends work to a thread and waits for the answer; ends a thread that fails or is late. */
  #run(worker: Worker, work: ViewWork, scene: Scene): Promise<FromViewWorker> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(deadline)
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
      }
      const lose = (why: string): void => {
        settle()
        this.#all.delete(worker)
        void worker.terminate()
        reject(new ViewError('render_failed', why))
        this.#next()
      }
      const onMessage = (message: FromViewWorker): void => {
        if (message.kind === 'unknown_scene') {
          worker.postMessage({ ...work, scene } satisfies ToViewWorker)
          return
        }
        settle()
        this.#last.set(worker, work.hash)
        this.#park(worker)
        resolve(message)
        this.#next()
      }
      const onError = (cause: Error): void => lose(`The view failed: ${cause.message}.`)
      const onExit = (): void => lose('The thread of the view ended.')
      const { deadlineMs } = this.#options
      const deadline = setTimeout(
        () => lose(`The view was not ready within ${deadlineMs / 1000} s.`),
        deadlineMs,
      )
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      worker.ref()
      worker.postMessage(work satisfies ToViewWorker)
    })
  }

  /** An idle thread, preferably one that has the scene, or a new one. */
  #idleWorker(hash: string): Worker | undefined {
    const idle = [...this.#idle.keys()]
    const worker = idle.find((each) => this.#last.get(each) === hash) ?? idle[0]
    if (worker) {
      clearTimeout(this.#idle.get(worker))
      this.#idle.delete(worker)
      return worker
    }
    if (this.#all.size >= this.#options.threads) return undefined
    const started = new Worker(this.#options.script)
    this.#all.add(started)
    return started
  }

  /** An idle thread does not hold up the end of the process. */
  #park(worker: Worker): void {
    worker.unref()
    const end = (): void => {
      this.#idle.delete(worker)
      this.#all.delete(worker)
      void worker.terminate()
    }
    this.#idle.set(worker, setTimeout(end, this.#options.idleMs).unref())
  }
}
