import { Worker } from 'node:worker_threads'
import { BlockChannel } from '../catalog/block-channel.ts'
import type { BlockSetup, FromBlocks } from './block-worker.ts'
import type { StoragePlace } from './storage-place.ts'

/** Failed fetches are reported this often at most: the first one of each time. */
const REPORT_MS = 10_000

export interface BlockThreadOptions {
  place: StoragePlace
  /** Folder of the cache. */
  folder: string
  limitBytes: number
  /** Receives failed fetches as text, one in `REPORT_MS`. */
  onFailure(problem: string): void
}

/** The one thread of a process that fetches blocks of a store for all others. */
export class BlockThread {
  readonly channel: BlockChannel
  readonly folder: string
  private readonly worker: Worker

  private constructor(worker: Worker, channel: BlockChannel, folder: string) {
    this.worker = worker
    this.channel = channel
    this.folder = folder
  }

  /** Starts the thread and waits until the cache is open. Throws where it cannot be. */
  static async start({ onFailure, ...setup }: BlockThreadOptions): Promise<BlockThread> {
    const channel = new BlockChannel()
    const workerData: BlockSetup = { ...setup, channel: channel.shared }
    const worker = new Worker(new URL('./block-worker.ts', import.meta.url), { workerData })
    let reported_at = Number.NEGATIVE_INFINITY
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromBlocks) => {
        if (message.kind === 'open') return resolve()
        if (performance.now() - reported_at < REPORT_MS) return
        reported_at = performance.now()
        onFailure(message.problem)
      })
      worker.on('error', (error) => {
        // Reads that need a block fail from now on, and what is cached is still read.
        onFailure(`the thread ended: ${error}`)
        channel.noteFetches(false)
        reject(error)
      })
    })
    return new BlockThread(worker, channel, setup.folder)
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
