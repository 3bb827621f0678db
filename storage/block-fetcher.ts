import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { BlockChannel, BlockOutcome, BlockRequest } from '../catalog/block-channel.ts'
import type { BlockFolder } from './block-folder.ts'
import { OBJECTS } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { readBytes } from './small-object.ts'
import { StorageFailure } from './storage-failure.ts'

/** Requests to the store at once. */
const FETCHES_AT_ONCE = 16
/** Blocks that are being fetched or wait for it; more are `late` at once. */
const FETCHES_MAX = 1_024
/** Attempts to get the right bytes of a block. */
const ATTEMPTS = 3
/** Pause before the second attempt; twice that before the third. */
const PAUSE_MS = 100
/** No attempt begins this long after the first: its readers have left. */
const ATTEMPTS_MS = 2_500
/** Pause between probes of a store that does not answer. */
const PROBE_MS = 1_000

export interface FetchSetup {
  /** Fails within seconds. The caller closes it. */
  storage: ObjectStorage
  blocks: BlockFolder
  channel: BlockChannel
  onFailure(problem: string): void
}

/**
 * Fetches blocks of the files of a store into the cache on disk, each once for all who wait for it.
 * Bytes that are not those of the block are fetched again, and never stored. While the store does
 * not answer it is probed, and no thread waits for it.
 */
export class BlockFetcher {
  private readonly setup: FetchSetup
  private readonly queue = new PQueue({ concurrency: FETCHES_AT_ONCE })
  private readonly inFlight = new Map<string, Promise<BlockOutcome>>()
  private probe: NodeJS.Timeout | undefined

  constructor(setup: FetchSetup) {
    this.setup = setup
  }

  /** Brings a block into the cache. Never throws. */
  async fetch(request: BlockRequest): Promise<BlockOutcome> {
    const known = this.inFlight.get(request.block)
    if (known) return await known
    if (this.inFlight.size >= FETCHES_MAX) return 'late'
    const fetching = this.queue.add(() => this.attempt(request))
    this.inFlight.set(request.block, fetching)
    try {
      return await fetching
    } finally {
      this.inFlight.delete(request.block)
    }
  }

  private async attempt(request: BlockRequest): Promise<BlockOutcome> {
    const { blocks } = this.setup
    if (await blocks.has(request.block, request.length)) return 'here'
    const until = performance.now() + ATTEMPTS_MS
    let outcome: BlockOutcome = 'late'
    for (let attempt = 1; attempt <= ATTEMPTS && performance.now() < until; attempt++) {
      if (attempt > 1) await sleep(PAUSE_MS * (attempt - 1))
      outcome = await this.fetchOnce(request)
      if (outcome === 'here') break
    }
    if (outcome === 'silent') this.noteSilence(request)
    return outcome
  }

  private async fetchOnce(request: BlockRequest): Promise<BlockOutcome> {
    const { storage, blocks, onFailure } = this.setup
    const key = `${OBJECTS}/${request.file}`
    const { position, length, block } = request
    let bytes: Buffer | undefined
    try {
      bytes = (await readBytes(storage, key, { first: position, last: position + length - 1 }))
        ?.bytes
    } catch (error) {
      onFailure(`${key} from ${position} on: ${(error as Error).message}`)
      // The object ends before the block, or its body was cut short.
      if (error instanceof RangeError) return 'damaged'
      return error instanceof StorageFailure && error.reason === 'damaged' ? 'damaged' : 'silent'
    }
    if (bytes === undefined || bytes.length !== length || hash('sha256', bytes) !== block) {
      onFailure(`${key} is missing or damaged from ${position} to ${position + length - 1}`)
      return 'damaged'
    }
    try {
      await blocks.write(block, bytes)
      return 'here'
    } catch (error) {
      onFailure(`A block cannot be cached in ${blocks.folder}: ${(error as Error).message}`)
      return 'late'
    }
  }

  /** Nobody waits for the store from now on, until a block can be fetched again. */
  private noteSilence(request: BlockRequest): void {
    const { channel } = this.setup
    channel.noteFetches(false)
    if (this.probe) return
    const look = async () => {
      const outcome = await this.fetchOnce(request)
      this.probe = undefined
      if (outcome === 'silent') this.probe = setTimeout(look, PROBE_MS).unref()
      else channel.noteFetches(true)
    }
    this.probe = setTimeout(look, PROBE_MS).unref()
  }
}
