import { LRUCache } from 'lru-cache'

/** Bytes that an entry counts on top of its own: there may be many without any. */
const ENTRY_BYTES = 256

/** Arrays made of rasters; the least recently used are dropped past a limit of bytes. */
export class ByteCache<T extends { byteLength: number }> {
  private readonly cached: LRUCache<string, T>
  private readonly inFlight = new Map<string, Promise<T>>()

  constructor(limitBytes: number) {
    this.cached = new LRUCache({
      maxSize: limitBytes,
      sizeCalculation: ({ byteLength }) => byteLength + ENTRY_BYTES,
    })
  }

  /** The value of a key, made once for all callers at a time. A failure is not cached. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.cached.get(key) ?? this.inFlight.get(key)
    if (known) return await known
    const making = make()
    this.inFlight.set(key, making)
    // A key that was deleted while its value was made is not cached.
    const isCurrent = () => this.inFlight.get(key) === making
    try {
      const made = await making
      if (isCurrent()) this.cached.set(key, made)
      return made
    } finally {
      if (isCurrent()) this.inFlight.delete(key)
    }
  }

  /** Deletes all keys with a prefix, such as those of a file that closed. */
  deletePrefix(prefix: string): void {
    for (const cache of [this.cached, this.inFlight])
      for (const key of [...cache.keys()]) if (key.startsWith(prefix)) cache.delete(key)
  }
}

/** Decoded blocks of rasters. */
export type BlockCache = ByteCache<Float32Array>
