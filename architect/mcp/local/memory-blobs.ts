import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BlobHash } from '../../blobs/blob-store.ts'
import { StoreRefusal } from '../../store/store-refusal.ts'

/** Bytes of all scenes of a local server: some 20 KB each, packed. */
const BLOBS_BYTES_MAX = 500_000_000

/** Blobs in memory, for scenes of projects that are in memory too. */
export class MemoryBlobs {
  /** The least used ones first. */
  private readonly blobs = new Map<BlobHash, Uint8Array>()
  private readonly needed: () => ReadonlySet<BlobHash>
  private readonly bytesMax: number
  private bytes = 0

  /** `needed` states which blobs stay where others have to go. */
  constructor(needed: () => ReadonlySet<BlobHash>, bytesMax = BLOBS_BYTES_MAX) {
    this.needed = needed
    this.bytesMax = bytesMax
  }

  /** Throws `limit_exceeded`, and stores nothing, where needed ones leave no room. */
  async put(bytes: Uint8Array): Promise<BlobHash> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    this.forget(hash)
    this.makeRoom(bytes.length)
    this.blobs.set(hash, bytes)
    this.bytes += bytes.length
    return hash
  }

  async get(hash: BlobHash): Promise<Uint8Array> {
    const found = this.blobs.get(hash)
    if (!found) throw new Error(`the memory has no blob ${hash}`)
    this.blobs.delete(hash)
    this.blobs.set(hash, found)
    return found
  }

  async read(hash: BlobHash): Promise<Readable> {
    return Readable.from([await this.get(hash)])
  }

  has(hash: BlobHash): boolean {
    return this.blobs.has(hash)
  }

  private makeRoom(wanted: number): void {
    if (this.bytes + wanted <= this.bytesMax) return
    const needed = this.needed()
    for (const hash of this.blobs.keys()) {
      if (this.bytes + wanted <= this.bytesMax) return
      if (!needed.has(hash)) this.forget(hash)
    }
    if (this.bytes + wanted > this.bytesMax)
      throw new StoreRefusal(
        'limit_exceeded',
        `Drafts and versions of this local server have ${this.bytes} bytes, and ${this.bytesMax} are the most. Start another one, or work on a service.`,
        { details: { limit: this.bytesMax } },
      )
  }

  private forget(hash: BlobHash): void {
    this.bytes -= this.blobs.get(hash)?.length ?? 0
    this.blobs.delete(hash)
  }
}
