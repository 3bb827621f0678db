import { parentPort, workerData } from 'node:worker_threads'
import { BlockChannel } from '../catalog/block-channel.ts'
import { BlockFetcher } from './block-fetcher.ts'
import { BlockFolder } from './block-folder.ts'
import { openPromptStorage } from './open-store.ts'
import type { StoragePlace } from './storage-place.ts'

/** The settings with which the thread is started. */
export interface BlockSetup {
  place: StoragePlace
  folder: string
  limitBytes: number
  channel: SharedArrayBuffer
}

export type FromBlocks =
  /** The cache is open, and requests are answered. */
  | { kind: 'open' }
  /** A fetch has failed, as text. */
  | { kind: 'failure'; problem: string }

const port = parentPort!
const send = (message: FromBlocks) => port.postMessage(message)
const { place, folder, limitBytes, channel: shared } = workerData as BlockSetup
const channel = new BlockChannel(shared)
const storage = await openPromptStorage(place)
const blocks = await BlockFolder.open(folder, limitBytes)
const fetcher = new BlockFetcher({
  storage,
  blocks,
  channel,
  onFailure: (problem) => send({ kind: 'failure', problem }),
})
// Keeps the thread alive: a wait for requests does not.
port.on('message', () => {})
void channel.serve((request) => fetcher.fetch(request))
send({ kind: 'open' })
