import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AccountsThread } from '../../accounts/accounts-thread.ts'
import { makeSocketPath } from '../../accounts/operators/socket-path.ts'
import type { Reach } from '../../http/reach.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { BlobPlace } from '../blobs/blob-settings.ts'
import type { StudioSettings } from '../media/studio-settings.ts'
import type { GeodataPlace } from '../survey/geodata-settings.ts'
import type { ArchitectSetup, FromArchitect, ToArchitect } from './architect-worker.ts'
import type { ProjectsSetup } from './projects-extension.ts'
import type { TurnSettings } from './turn-settings.ts'

/** Time for running requests to end; then the thread is terminated. */
const CLOSE_MAX_MS = 5_000
const RESTART = 'Start the service again. Everything that was committed is stored.'

/** The script of the thread of the accounts, with the projects in their database. */
export function accountsWithProjects({ startingCredits }: ProjectsSetup): {
  script: URL
  setup: ProjectsSetup
} {
  return { script: new URL('./accounts-worker.ts', import.meta.url), setup: { startingCredits } }
}

interface ArchitectThreadOptions {
  /** The accounts with the projects, see `accountsWithProjects`. */
  accounts: AccountsThread
  /** `$PLAT_HOME`. */
  home: string
  blobs: BlobPlace
  turns: TurnSettings
  /** Null until `useGeodata`, or for none. */
  geodata: GeodataPlace | null
  studio: StudioSettings | null
  reach: Reach
  /** Receives lines for the log: the failure behind an answer. */
  onFailure(text: string): void
}

/**
 * The thread that answers requests of projects at a socket. Edits and drawings take up to a second
 * of work, for which no dossier may wait.
 */
export class ArchitectThread {
  /** Where the answering threads forward requests to. */
  readonly socketPath: string
  /** Resolves with the reason when the thread ends unexpectedly: the service cannot go on. */
  readonly ended: Promise<StepError>
  private readonly worker: Worker
  private readonly gone: Promise<void>
  private readonly removeSocket: () => Promise<void>
  private isClosing = false

  private constructor(
    setup: ArchitectSetup,
    onFailure: (text: string) => void,
    removeSocket: () => Promise<void>,
  ) {
    this.socketPath = setup.socketPath
    this.removeSocket = removeSocket
    const file = new URL('./architect-worker.ts', import.meta.url)
    const transferList = [setup.accounts, setup.store]
    this.worker = new Worker(file, { workerData: setup, transferList })
    let why = 'it ended'
    this.worker.on('error', (error) => {
      why = error.message
    })
    this.worker.on('message', (message: FromArchitect) => {
      if (message.kind === 'failure') onFailure(message.text)
      if (message.kind === 'refused') why = message.text
    })
    this.gone = new Promise((resolve) => this.worker.once('exit', () => resolve()))
    this.ended = this.gone.then(() => {
      if (this.isClosing) return new Promise<never>(() => {})
      return new StepError('run the projects', 'their thread', why, RESTART)
    })
  }

  /** Starts the thread. Throws `StepError` when it cannot, such as for storage that is gone. */
  static async start(options: ArchitectThreadOptions): Promise<ArchitectThread> {
    const { accounts, home, blobs, turns, geodata, studio, reach, onFailure } = options
    const folder = join(home, 'architect')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { path: socketPath, remove } = await makeSocketPath(folder)
    const setup: ArchitectSetup = {
      blobs,
      turns,
      geodata,
      studio,
      reach,
      socketPath,
      accounts: accounts.connect(),
      store: accounts.connectExtension(),
    }
    const thread = new ArchitectThread(setup, onFailure, remove)
    const listening = new Promise<null>((resolve) => {
      thread.worker.on('message', ({ kind }: FromArchitect) => {
        if (kind === 'listening') resolve(null)
      })
    })
    const problem = await Promise.race([listening, thread.ended])
    if (problem === null) return thread
    await remove()
    throw problem
  }

  /** From now on site data are pulled from this service. */
  useGeodata(place: GeodataPlace): void {
    this.send({ geodata: place })
  }

  /** Lets running requests end, and closes the storage. */
  async close(): Promise<void> {
    this.isClosing = true
    this.send('close')
    const slow = setTimeout(() => this.worker.terminate(), CLOSE_MAX_MS)
    await this.gone
    clearTimeout(slow)
    await this.removeSocket()
  }

  private send(message: ToArchitect): void {
    this.worker.postMessage(message)
  }
}
