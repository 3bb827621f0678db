import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { SharedUpstreams } from './service-upstreams.ts'
import type { FromTerrain, TerrainSetup, ToTerrain } from './terrain-worker.ts'

export interface TerrainThreadOptions {
  upstreams?: SharedUpstreams
  /** Receives internal errors of the thread, as text. */
  onFailure(problem: string): void
}

/**
 * The one thread of the process that computes terrain for all answering threads. Its work would
 * hold up requests, and each parcel is computed once for all of them.
 */
export class TerrainThread {
  private readonly worker: Worker

  constructor({ upstreams, onFailure }: TerrainThreadOptions) {
    const workerData: TerrainSetup = { upstreams }
    this.worker = new Worker(new URL('./terrain-worker.ts', import.meta.url), { workerData })
    this.worker.on('message', ({ failure }: FromTerrain) => onFailure(failure))
    // Its ports close with it, and answers report that; other sections are not affected.
    this.worker.on('error', (error) => onFailure(`the terrain thread ended: ${error}`))
    this.worker.unref()
  }

  /** Opens a port through which another thread requests terrain. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.send({ kind: 'connect', port: port2 }, [port2])
    return port1
  }

  /** Drops the cached terrain of a build that is no longer served. */
  forget(build: string): void {
    this.send({ kind: 'forget', build })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private send(message: ToTerrain, transfer: MessagePort[] = []): void {
    this.worker.postMessage(message, transfer)
  }
}
