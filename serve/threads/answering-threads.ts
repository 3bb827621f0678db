import { once } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { AccountsConnector } from '../../accounts/accounts.ts'
import { DRAIN_MS } from '../../http/draining.ts'
import type { Reach } from '../../http/reach.ts'
import type { DescribedRoutes } from '../../http/reference/described-routes.ts'
import type { Sibling } from '../../http/sibling.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { BuildLease } from '../build/build-source.ts'
import { shareBuild } from '../build/shared-build.ts'
import type { QueueSettings } from '../queue/queue-settings.ts'
import type { Background } from '../schemas/backgrounds.ts'
import type { FromThread, Listening, ThreadSetup, ToThread } from './answering-thread.ts'
import type { SharedUpstreams } from './service-upstreams.ts'

export interface ThreadsOptions {
  /** Threads to start in addition to the calling one. */
  count: number
  hosts: string[]
  port: number
  /** Whether threads share the port; a thread that is alone need not. */
  isShared?: boolean
  logLevel: string
  /** Connections per thread and address. */
  connectionsMax: number
  upstreams?: SharedUpstreams
  /** Gives each thread a port to the accounts. */
  accounts: AccountsConnector
  reach: Reach
  sibling?: Sibling
  described?: readonly DescribedRoutes[]
  queue?: QueueSettings
  hasDemo?: boolean
  backgrounds?: readonly Background[]
  /** Gives each thread a port to the terrain thread. */
  connectTerrain?(): MessagePort
  onLog(line: string): void
  /** Leases the build in service, once for each thread. */
  acquire(): BuildLease | null
}

/**
 * Threads that answer on the same port as this one, from the same packs in memory. The kernel
 * spreads connections over them; a connection stays with its thread.
 */
export class AnsweringThreads {
  private readonly threads: AnsweringThread[]
  private readonly options: ThreadsOptions

  constructor(options: ThreadsOptions) {
    this.options = options
    this.threads = Array.from({ length: options.count }, () => new AnsweringThread(options))
  }

  /** Resolves with the addresses when all threads listen. Throws `StepError` when one cannot. */
  async listening(): Promise<Listening[]> {
    try {
      return await Promise.all(this.threads.map((thread) => thread.listening))
    } catch (cause) {
      await Promise.all(this.threads.map((thread) => thread.kill()))
      const remedy = 'Start with `--threads 1`, and report this message.'
      const problem = (cause as Error).message
      throw new StepError('start a thread', 'plat serve', problem, remedy, { cause })
    }
  }

  /** Makes each thread serve the build that is in service now. */
  follow(): void {
    for (const thread of this.threads) thread.serve(this.options.acquire())
  }

  /** Drains each thread like the service itself, then ends it. */
  async close(drain_ms = DRAIN_MS): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close(drain_ms)))
  }
}

class AnsweringThread {
  /** Settles when the thread listens, or has failed to. */
  readonly listening: Promise<Listening>
  private readonly worker: Worker
  private readonly ended: Promise<unknown>
  /** Leases of the builds that the thread has not released yet, by the number of their transfer. */
  private readonly leases = new Map<number, BuildLease>()
  private transfers = 0

  constructor(options: ThreadsOptions) {
    const { hosts, port, logLevel, connectionsMax, reach, sibling, described, queue } = options
    const { upstreams, onLog, acquire, isShared = true } = options
    const terrain = options.connectTerrain?.()
    const accounts = options.accounts.connect()
    const build = this.share(acquire())
    const address = { hosts, port, isShared }
    const common = { logLevel, connectionsMax, reach, upstreams }
    const { hasDemo, backgrounds } = options
    const settings = { ...common, sibling, described, queue, hasDemo, backgrounds }
    const workerData: ThreadSetup = { ...address, ...settings, build, accounts, terrain }
    this.worker = new Worker(new URL('./answering-thread.ts', import.meta.url), {
      workerData,
      transferList: terrain ? [accounts, terrain] : [accounts],
    })
    this.ended = once(this.worker, 'exit')
    void this.ended.then(() => {
      for (const number of [...this.leases.keys()]) this.release(number)
    })
    this.listening = new Promise((resolve, reject) => {
      let isListening = false
      this.worker.on('message', (message: FromThread) => {
        switch (message.kind) {
          case 'log':
            return onLog(message.line)
          case 'released':
            return this.release(message.number)
          case 'listening':
            isListening = true
            return resolve(message)
          default:
            message satisfies never
        }
      })
      this.worker.on('error', (error) => {
        reject(error)
        // As in a process with one thread: an uncaught error ends the service, and its supervisor
        // restarts it.
        if (isListening) throw error
      })
    })
  }

  serve(lease: BuildLease | null): void {
    this.send({ kind: 'serve', build: this.share(lease) })
  }

  async close(drain_ms: number): Promise<void> {
    this.send({ kind: 'stop', drain_ms })
    await this.ended
  }

  async kill(): Promise<void> {
    await this.worker.terminate()
    await this.ended
  }

  private send(message: ToThread): void {
    this.worker.postMessage(message)
  }

  /** Holds the lease until the thread releases the build. */
  private share(lease: BuildLease | null): ThreadSetup['build'] {
    if (!lease) return null
    const number = this.transfers++
    this.leases.set(number, lease)
    return shareBuild(lease.build, number)
  }

  private release(number: number): void {
    this.leases.get(number)?.release()
    this.leases.delete(number)
  }
}
