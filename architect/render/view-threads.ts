import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import type { Picture } from './raster/rendered-picture.ts'
import { ViewError, type ViewErrorCode } from './view-error.ts'
import type { FullViewRequest, View } from './view-request.ts'

/** Threads of one pool: a view keeps one core busy for up to a second, or two for half of it. */
export const VIEW_THREADS_MAX = Math.min(2, availableParallelism())
/** Views that wait for a thread; more are refused. */
export const VIEWS_WAITING_MAX = 32
/** A view that is not ready by then is given up, with its thread. */
export const VIEW_DEADLINE_MS = 20_000
/** A thread without work for so long is ended, and its memory with it. */
export const VIEW_IDLE_MS = 30_000

/** A view to be drawn, or a half of it. */
export interface ViewWork {
  kind: 'work'
  /** Counted: by it the halves of one view find each other. */
  job: number
  part: 'whole' | 'upper' | 'lower'
  hash: string
  /** Sent when the worker said that it does not know the scene. */
  scene?: Scene
  request: FullViewRequest
}
/** The lower half for who has the upper one; without it he draws it himself. */
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
 * Threads that draw views. A scene is sent to a thread once and kept there with its solids; a thread
 * that fails or is late is ended and the next view gets a new one.
 */
export class ViewThreads {
  readonly #options: Required<Options>
  readonly #idle = new Map<Worker, NodeJS.Timeout>()
  /** Of threads, what scene each drew last: its solids are at hand there. */
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
      throw new ViewError('views_busy', `The view was not started: ${many} Ask again later.`)
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ scene, request, resolve, reject })
      this.#next()
    })
  }

  /** Ends all threads; views under way fail. */
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
    // A view in perspective is drawn by two threads, where nobody else waits for the second.
    const isShared = job.request.view === 'perspective' && this.#queue.length === 0
    const helper = isShared ? this.#idleWorker(hash) : undefined
    const number = ++this.#jobs
    const work = { kind: 'work', job: number, hash, request: job.request } as const
    this.#ask(worker, { ...work, part: helper ? 'upper' : 'whole' }, job.scene).then((answer) => {
      if (answer.kind === 'view') job.resolve({ ...answer.view, png: Buffer.from(answer.view.png) })
      else if (answer.kind === 'refused')
        job.reject(new ViewError(answer.code, answer.message, answer.param))
      else job.reject(new Error(`a view was answered by ${answer.kind}`))
    }, job.reject)
    if (!helper) return
    const hand = (picture?: Picture): void => {
      const lower: LowerHalf = { kind: 'lower', job: number, picture }
      const moved = picture ? [picture.rgba.buffer, picture.samplesOf.buffer] : []
      worker.postMessage(lower, moved as ArrayBuffer[])
    }
    // A helper that fails is no failure of the view.
    this.#ask(helper, { ...work, part: 'lower' }, job.scene).then(
      (answer) => hand(answer.kind === 'lower' ? answer.picture : undefined),
      () => hand(),
    )
  }

  /** Sends a thread its work and waits for the answer; one that fails or is late is ended. */
  #ask(worker: Worker, work: ViewWork, scene: Scene): Promise<FromViewWorker> {
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
        this.#rest(worker)
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

  /** One without work, best the one that has the scene; or a new one. */
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

  /** Without work a thread does not keep the process. */
  #rest(worker: Worker): void {
    worker.unref()
    const end = (): void => {
      this.#idle.delete(worker)
      this.#all.delete(worker)
      void worker.terminate()
    }
    this.#idle.set(worker, setTimeout(end, this.#options.idleMs).unref())
  }
}
