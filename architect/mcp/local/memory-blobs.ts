import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { BlobHash } from '../../blobs/blob-store.ts'

/** Bytes of all scenes of a local server: some 20 KB each, packed. The least used ones go. */
const BLOBS_BYTES_MAX = 500_000_000

/** Blobs in memory, for scenes of projects that are in memory too. */
export class MemoryBlobs {
  private readonly blobs = new LRUCache<BlobHash, Uint8Array>({ maxSize: BLOBS_BYTES_MAX })

  async put(bytes: Uint8Array): Promise<BlobHash> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    this.blobs.set(hash, bytes, { size: bytes.length + 1 })
    return hash
  }

  async get(hash: BlobHash): Promise<Uint8Array> {
    const found = this.blobs.get(hash)
    if (!found) throw new Error(`the memory has no blob ${hash}: it had too many`)
    return found
  }

  async read(hash: BlobHash): Promise<Readable> {
    return Readable.from([await this.get(hash)])
  }
}
