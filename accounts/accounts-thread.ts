import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { StepError } from '../terminal/step-error.ts'
import { RequestFailure, RequestPort } from '../threads/request-port.ts'
import type { AccountsConnector } from './accounts.ts'
import type { AvailabilityShared } from './accounts-port.ts'
import { Availability } from './availability.ts'
import { formatFailure } from './format-failure.ts'
import type { OperatorAnswer, OperatorRequest } from './operators/operator-service.ts'
import type { AccountsSetup, FromAccounts, ToAccounts } from './run-accounts-worker.ts'
import type { AccountsSettings } from './settings.ts'
import { watchThread } from './thread-watch.ts'

/** Time to close the database; then the thread is terminated. */
const CLOSE_MAX_MS = 10_000
const RESTART = 'Start the service again. Everything that was committed is stored.'

interface ThreadOptions {
  /** Receives lines for the log: the failure behind a 503, or a mail without a mail server. */
  onFailure(text: string): void
  /** A script that calls `runAccountsWorker` with an extension, and what this is opened with. */
  extension?: { script: URL; setup: unknown }
}

/**
 * The one thread of the process that has the accounts and their database. The embedded database
 * blocks its thread, and threads that answer must not wait for the hashing of a sign-in.
 */
export class AccountsThread implements AccountsConnector {
  /** Resolves with the reason when the thread ends unexpectedly: the service cannot go on. */
  readonly ended: Promise<StepError>
  private readonly worker: Worker
  /** Resolves when the thread has ended, as intended or not, with the reason for calls after it. */
  private readonly gone: Promise<StepError>
  private readonly operators: RequestPort<OperatorRequest, OperatorAnswer>
  private isClosing = false
  private readonly availability = new Availability()

  private constructor(settings: AccountsSettings, { onFailure, extension }: ThreadOptions) {
    const { port1, port2 } = new MessageChannel()
    this.operators = new RequestPort(port1)
    const workerData: AccountsSetup = {
      settings,
      availability: this.availability.memory,
      operators: port2,
      extension: extension?.setup,
    }
    const file = extension?.script ?? new URL('./accounts-worker.ts', import.meta.url)
    const worker = new Worker(file, { workerData, transferList: [port2] })
    this.worker = worker
    let why = 'it ended'
    worker.on('error', (error) => {
      why = formatFailure(error)
    })
    this.gone = new Promise((resolve) => {
      const goneOf = () => new StepError('run the accounts', 'their thread', why, RESTART)
      worker.once('exit', () => resolve(goneOf()))
    })
    this.ended = this.gone.then((gone) => (this.isClosing ? new Promise(() => {}) : gone))
    worker.on('message', (message: FromAccounts) => {
      if (message.kind === 'failure' || message.kind === 'note') onFailure(message.text)
    })
  }

  /** Opens the accounts in their thread. Throws `StepError` when they cannot be opened. */
  static async start(settings: AccountsSettings, options: ThreadOptions): Promise<AccountsThread> {
    const thread = new AccountsThread(settings, options)
    const opened = new Promise<StepError | null>((resolve) => {
      thread.worker.on('message', (message: FromAccounts) => {
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
      const stop = watchThread(thread.availability, options.onFailure)
      void thread.gone.then(stop)
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

  /** Gives a thread its own connection to the extension. */
  connectExtension(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    this.send({ kind: 'connect_extension', port: port2 }, [port2])
    return port1
  }

  /** Answers a request of an operator. Throws `StepError` when the database fails. */
  async operate(request: OperatorRequest): Promise<OperatorAnswer> {
    try {
      return await this.operators.request(request)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (error.reason !== 'failed') throw await this.gone
      const remedy = 'Look at the database of the accounts, then try again.'
      throw new StepError('call the accounts', 'their database', error.message, remedy)
    }
  }

  /** Closes the database, after the last answer was sent. */
  async close(): Promise<void> {
    this.isClosing = true
    this.send({ kind: 'close' })
    const slow = setTimeout(() => this.worker.terminate(), CLOSE_MAX_MS)
    await this.gone
    clearTimeout(slow)
  }

  private send(message: ToAccounts, transfer: MessagePort[] = []): void {
    this.worker.postMessage(message, transfer)
  }
}
