import { LRUCache } from 'lru-cache'
import { BlockChannel, type BlockOutcome, type BlockRequest, HASH_BYTES } from './block-channel.ts'
import type { BuildFile, SharedStoredFile } from './build-file.ts'
import { readBlock, readBlockLater } from './cached-blocks.ts'
import { DamagedFile } from './damaged-file.ts'
import { UnavailableFile } from './unavailable-file.ts'

/** Bytes of a block, which is fetched, verified and cached as a whole; the last one is shorter. */
export const BLOCK_BYTES = 262_144
/** Verified blocks in the memory of a thread: 16 MB. */
const BLOCKS_IN_MEMORY_MAX = 64
/** Blocks of one read that are requested at a time. */
const BLOCKS_AT_ONCE = 16
/** Times that a block is requested again which left the cache before it was read. */
const ATTEMPTS = 3

/** Blocks by their SHA-256, for all files that this thread reads. */
const inMemory = new LRUCache<string, Buffer>({ max: BLOCKS_IN_MEMORY_MAX })
/** One a process, but for tests. */
const channels = new WeakMap<SharedArrayBuffer, BlockChannel>()

/** A file of a store, read by blocks, each verified by its SHA-256 where it enters the memory. */
export class StoredFile implements BuildFile {
  readonly shared: SharedStoredFile
  /** A stored file never changes. */
  readonly generation = 0
  private readonly hashes: Buffer
  private readonly channel: BlockChannel

  constructor(shared: SharedStoredFile) {
    this.shared = shared
    this.hashes = Buffer.from(shared.hashes)
    this.channel = channels.get(shared.channel) ?? new BlockChannel(shared.channel)
    channels.set(shared.channel, this.channel)
  }

  get path(): string {
    return this.shared.path
  }

  get size(): number {
    return this.shared.bytes
  }

  read(into: Uint8Array, position: number): number {
    const end = Math.min(position + into.length, this.size)
    for (let at = position; at < end; )
      at += copyPart(this.block(this.requestAt(at)), into, { at, position, end })
    return Math.max(0, end - position)
  }

  async readLater(into: Uint8Array, position: number): Promise<number> {
    const end = Math.min(position + into.length, this.size)
    for (let at = position; at < end; ) {
      const requests: BlockRequest[] = []
      for (let next = at; next < end && requests.length < BLOCKS_AT_ONCE; ) {
        const request = this.requestAt(next)
        requests.push(request)
        next = request.position + request.length
      }
      const blocks = await Promise.all(requests.map((request) => this.blockLater(request)))
      for (const block of blocks) at += copyPart(block, into, { at, position, end })
    }
    return Math.max(0, end - position)
  }

  /** A stored file is whole: only a read can find a block that is not. */
  expectWhole(): void {}

  /** Nothing is open between reads. */
  close(): void {}

  private requestAt(at: number): BlockRequest {
    const number = Math.floor(at / BLOCK_BYTES)
    const position = number * BLOCK_BYTES
    const hashAt = number * HASH_BYTES
    return {
      file: this.shared.sha256,
      position,
      length: Math.min(BLOCK_BYTES, this.size - position),
      block: this.hashes.toString('hex', hashAt, hashAt + HASH_BYTES),
    }
  }

  private block(request: BlockRequest): Buffer {
    const { folder } = this.shared
    const { block, length } = request
    let found = inMemory.get(block) ?? null
    for (let attempt = 0; !found && attempt < ATTEMPTS; attempt++) {
      found = readBlock(folder, block, length)
      if (!found) this.expectHere(this.channel.requestNow(request))
    }
    return this.remembered(request, found ?? readBlock(folder, block, length))
  }

  private async blockLater(request: BlockRequest): Promise<Buffer> {
    const { folder } = this.shared
    const { block, length } = request
    let found = inMemory.get(block) ?? null
    for (let attempt = 0; !found && attempt < ATTEMPTS; attempt++) {
      found = await readBlockLater(folder, block, length)
      if (!found) this.expectHere(await this.channel.request(request))
    }
    return this.remembered(request, found ?? (await readBlockLater(folder, block, length)))
  }

  private remembered({ block }: BlockRequest, found: Buffer | null): Buffer {
    if (!found) throw new DamagedFile(this.path, 'has a block that the cache on disk loses')
    inMemory.set(block, found)
    return found
  }

  private expectHere(outcome: BlockOutcome): void {
    if (outcome === 'here') return
    const { path } = this
    if (outcome === 'damaged')
      throw new DamagedFile(path, 'has a block in the store that is damaged or missing')
    const problem = outcome === 'late' ? 'does not come in time' : 'cannot be read'
    throw new UnavailableFile('silent', path, `${problem}: its store does not answer`)
  }
}

/** Copies what a read wants of a block, from `at` on, and returns the number of bytes. */
function copyPart(
  block: Buffer,
  into: Uint8Array,
  { at, position, end }: { at: number; position: number; end: number },
): number {
  const from = at % BLOCK_BYTES
  const part = block.subarray(from, Math.min(block.length, from + end - at))
  into.set(part, at - position)
  return part.length
}
