import '../../threads/quick-imports.ts'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { AccountsPort } from '../../accounts/accounts-port.ts'
import { FailureLog } from '../../accounts/failure-log.ts'
import { formatFailure } from '../../accounts/format-failure.ts'
import type { Reach } from '../../http/reach.ts'
import { collectStartGarbage } from '../../threads/start-garbage.ts'
import type { BlobPlace } from '../blobs/blob-settings.ts'
import type { StudioSettings } from '../media/studio-settings.ts'
import { storeOver } from '../store/store-port.ts'
import type { GeodataPlace } from '../survey/geodata-settings.ts'
import type { TurnSettings } from './turn-settings.ts'

/** What the thread is started with. */
export interface ArchitectSetup {
  blobs: BlobPlace
  turns: TurnSettings
  geodata: GeodataPlace | null
  studio: StudioSettings | null
  reach: Reach
  /** Path of the socket at which the answering threads forward requests. */
  socketPath: string
  accounts: MessagePort
  store: MessagePort
}

export type ToArchitect = 'close' | { geodata: GeodataPlace }

export type FromArchitect =
  | { kind: 'listening' }
  | { kind: 'refused'; text: string }
  /** The failure behind an answer, as text without secrets. */
  | { kind: 'failure'; text: string }

const send = (message: FromArchitect) => parentPort!.postMessage(message)

try {
  await run(workerData as ArchitectSetup)
} catch (error) {
  send({ kind: 'refused', text: (error as Error).message || formatFailure(error) })
  process.exit(1)
}

async function run({
  blobs,
  turns,
  geodata,
  studio,
  reach,
  socketPath,
  accounts,
  store,
}: ArchitectSetup): Promise<void> {
  const failures = new FailureLog((text) => send({ kind: 'failure', text }))
  // From here on the thread stays alive: the ports of requests alone do not do that.
  // Nothing is sent before the thread has stated that it listens.
  let use: (place: GeodataPlace) => void = () => {}
  const closing = new Promise<void>((resolve) => {
    parentPort!.on('message', (message: ToArchitect) =>
      message === 'close' ? resolve() : use(message.geodata),
    )
  })
  const { openArchitect } = await import('./open-architect.ts')
  const accountsPort = new AccountsPort(accounts)
  const storePort = storeOver(store)
  const { app, useGeodata, close } = await openArchitect({
    accounts: accountsPort,
    store: storePort,
    blobs,
    turns,
    geodata,
    studio,
    reach,
    isForwarded: true,
    onFailure: (error) => failures.failed(error),
  })
  use = useGeodata
  await app.listen({ path: socketPath })
  send({ kind: 'listening' })
  collectStartGarbage()
  await closing
  await close()
  storePort.close()
  accountsPort.close()
  failures.flush()
  process.exit(0)
}
