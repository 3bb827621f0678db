import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { StepError } from '../terminal/step-error.ts'
import type { AccountsDoor } from './accounts.ts'
import type { AvailabilityShared } from './accounts-port.ts'
import type { AccountsSetup, FromAccounts, ToAccounts } from './accounts-worker.ts'
import { Availability } from './availability.ts'
import { formatFailure } from './format-failure.ts'
import type { OperatorAnswer, OperatorRequest } from './operators/operator-service.ts'
import type { AccountsSettings } from './settings.ts'
import { watchThread } from './thread-watch.ts'

/** The thread is terminated when its database is not closed by then. */
const CLOSE_MAX_MS = 10_000
const RESTART = 'Start the service again. Everything that was committed is stored.'

interface Operating {
  resolve(answer: OperatorAnswer): void
  reject(error: Error): void
}

/**
 * The one thread of the process that has the accounts and their database. The embedded database blocks
 * its thread, and threads that answer must not wait for the hashing of a sign-in.
 */
export class AccountsThread implements AccountsDoor {
  /** Resolves with the reason when the thread ends unexpectedly: the service cannot go on. */
  readonly ended: Promise<StepError>
  private readonly worker: Worker
  private readonly exited: Promise<void>
  private readonly operating = new Map<number, Operating>()
  private number = 0
  private isClosing = false
  private readonly availability: Availability

  private constructor(
    worker: Worker,
    availability: Availability,
    onFailure: (text: string) => void,
  ) {
    this.worker = worker
    this.availability = availability
    let why = 'it ended'
    worker.on('error', (error) => {
      why = formatFailure(error)
    })
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()))
    this.ended = this.exited.then(() => {
      const gone = new StepError('run the accounts', 'their thread', why, RESTART)
      for (const { reject } of this.operating.values()) reject(gone)
      this.operating.clear()
      return this.isClosing ? new Promise(() => {}) : gone
    })
    worker.on('message', (message: FromAccounts) => {
      if (message.kind === 'failure' || message.kind === 'note') onFailure(message.text)
      if (message.kind === 'operated') this.operated(message)
    })
  }

  /**
   * Opens the accounts in their thread. `onFailure` is called with a line for the log: the failure
   * behind a 503, or a mail when there is no mail server. Throws `StepError` when they cannot be opened.
   */
  static async start(
    settings: AccountsSettings,
    { onFailure }: { onFailure: (text: string) => void },
  ): Promise<AccountsThread> {
    const file = new URL('./accounts-worker.ts', import.meta.url)
    const availability = new Availability()
    const workerData: AccountsSetup = { settings, availability: availability.memory }
    const worker = new Worker(file, { workerData })
    const thread = new AccountsThread(worker, availability, onFailure)
    const opened = new Promise<StepError | null>((resolve) => {
      worker.on('message', (message: FromAccounts) => {
        if (message.kind === 'open') resolve(null)
        else if (message.kind === 'refused') {
          const { step, target, problem, remedy } = message
          resolve(new StepError(step, target, problem, remedy))
        } else if (message.kind === 'broken')
          resolve(new StepError('open the accounts', settings.folder, message.text, RESTART))
      })
    })
    const problem = await Promise.race([opened, thread.ended])
    if (problem === null) {
      const stop = watchThread(availability, onFailure)
      void thread.exited.then(stop)
      return thread
    }
    await thread.close()
    throw problem
  }

  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    port2.postMessage({ availability: this.availability.memory } satisfies AvailabilityShared)
    this.send({ kind: 'connect', port: port2 }, [port2])
    return port1
  }

  /** Answers a request of an operator. Throws `StepError` when the database fails. */
  operate(request: OperatorRequest): Promise<OperatorAnswer> {
    const number = this.number++
    return new Promise((resolve, reject) => {
      this.operating.set(number, { resolve, reject })
      this.send({ kind: 'operate', number, request })
    })
  }

  /** Closes the database, after the last answer was sent. */
  async close(): Promise<void> {
    this.isClosing = true
    this.send({ kind: 'close' })
    const slow = setTimeout(() => this.worker.terminate(), CLOSE_MAX_MS)
    await this.exited
    clearTimeout(slow)
  }

  private send(message: ToAccounts, transfer: MessagePort[] = []): void {
    this.worker.postMessage(message, transfer)
  }

  private operated({ number, answer }: FromAccounts & { kind: 'operated' }): void {
    const operating = this.operating.get(number)
    this.operating.delete(number)
    const remedy = 'Look at the database of the accounts, then try again.'
    if ('failure' in answer)
      operating?.reject(
        new StepError('call the accounts', 'their database', answer.failure, remedy),
      )
    else operating?.resolve(answer)
  }
}
