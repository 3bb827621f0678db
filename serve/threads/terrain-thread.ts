import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { SharedUpstreams } from './service-upstreams.ts'
import type { FromTerrain, TerrainSetup, ToTerrain } from './terrain-worker.ts'

export interface TerrainThreadOptions {
  upstreams?: SharedUpstreams
  /** Hears of faults of ours, in words. */
  onFailure(words: string): void
}

/**
 * The one thread of the process that makes terrain, for all threads that answer: what it reads and
 * joins would hold up requests, and what one parcel costs is paid once.
 */
export class TerrainThread {
  private readonly worker: Worker

  constructor({ upstreams, onFailure }: TerrainThreadOptions) {
    const workerData: TerrainSetup = { upstreams }
    this.worker = new Worker(new URL('./terrain-worker.ts', import.meta.url), { workerData })
    this.worker.on('message', ({ failure }: FromTerrain) => onFailure(failure))
    // Its ports close with it, and answers say so: no other section is worse for it.
    this.worker.on('error', (error) => onFailure(`the terrain thread ended: ${error}`))
    this.worker.unref()
  }

  /** A port to ask it through, to be handed to a thread. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.send({ kind: 'connect', port: port2 }, [port2])
    return port1
  }

  /** A build that is no longer served. */
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
