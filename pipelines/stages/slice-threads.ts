import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type MeasuredSlice, measureSlice } from './measured-slice.ts'

/**
 * Threads of the process, whatever the number of layers that are read at a time. As many as there
 * are cores: the main thread waits for most of the time, and so do GDAL's where shapes are large.
 */
const THREADS_MAX = Math.min(4, availableParallelism())
/** A thread that had no work for so long is ended: its memory is wanted for other stages. */
const IDLE_MS = 5000
/** A slice under this many bytes is measured where it is: starting a thread takes about 0.1 s. */
export const SMALL_BYTES = 2e6

export interface SliceJob {
  /** A FlatGeobuf, in memory of its own. */
  bytes: Uint8Array
  wantsTexts: boolean
}

interface Waiting {
  job: SliceJob
  resolve(slice: MeasuredSlice): void
  reject(error: unknown): void
}

const idle = new Map<Worker, NodeJS.Timeout>()
/** As many as the readers hand in: each holds at most a few slices (`read.ts`). */
const queue: Waiting[] = []
let threads = 0

/** `measureSlice`, in a thread of its own where the slice is large. */
export async function measureAside(bytes: Uint8Array, wantsTexts: boolean): Promise<MeasuredSlice> {
  if (bytes.length < SMALL_BYTES) return measureSlice(bytes, wantsTexts)
  return new Promise((resolve, reject) => {
    // A copy: memory that GDAL gave cannot be handed to a thread.
    queue.push({ job: { bytes: new Uint8Array(bytes), wantsTexts }, resolve, reject })
    next()
  })
}

/** Gives the first slice that waits to a thread, if there is one that has no work. */
function next(): void {
  if (queue.length === 0) return
  const thread = idleThread()
  if (!thread) return
  const { job, resolve, reject } = queue.shift()!
  const settle = () => {
    thread.off('message', onMessage)
    thread.off('error', onError)
  }
  const onMessage = (slice: MeasuredSlice) => {
    settle()
    rest(thread)
    resolve(slice)
    next()
  }
  // An error here is ours: the thread is lost, and the run with it.
  const onError = (error: unknown) => {
    settle()
    threads--
    reject(error)
    next()
  }
  thread.on('message', onMessage)
  thread.on('error', onError)
  thread.ref()
  thread.postMessage(job, [job.bytes.buffer as ArrayBuffer])
}

function idleThread(): Worker | null {
  for (const [thread, timer] of idle) {
    clearTimeout(timer)
    idle.delete(thread)
    return thread
  }
  if (threads === THREADS_MAX) return null
  threads++
  return new Worker(new URL('./slice-worker.ts', import.meta.url))
}

/** Without work a thread does not keep the process. */
function rest(thread: Worker): void {
  thread.unref()
  const end = () => {
    idle.delete(thread)
    threads--
    void thread.terminate()
  }
  idle.set(thread, setTimeout(end, IDLE_MS).unref())
}
