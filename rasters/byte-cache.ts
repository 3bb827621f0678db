/** What an entry counts beside its own bytes: there may be many that have none. */
const ENTRY_BYTES = 256

/** What was made of rasters, the least lately used dropped first past so many bytes. */
export class ByteCache<T extends { byteLength: number }> {
  private readonly kept = new Map<string, { made: Promise<T>; bytes: number }>()
  private readonly limit: number
  private bytes = 0

  constructor(limitBytes: number) {
    this.limit = limitBytes
  }

  /** What a key has, made once however many ask. A failure is not kept. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key)
    if (known) {
      this.kept.delete(key)
      this.kept.set(key, known)
      return await known.made
    }
    const entry = { made: make(), bytes: 0 }
    this.kept.set(key, entry)
    try {
      const made = await entry.made
      // It may have been dropped while it was on its way.
      if (this.kept.get(key) === entry) {
        entry.bytes = made.byteLength + ENTRY_BYTES
        this.bytes += entry.bytes
        this.shrink()
      }
      return made
    } catch (error) {
      if (this.kept.get(key) === entry) this.kept.delete(key)
      throw error
    }
  }

  /** Drops what begins so: a file that closed. */
  drop(prefix: string): void {
    for (const [key, { bytes }] of this.kept) {
      if (!key.startsWith(prefix)) continue
      this.kept.delete(key)
      this.bytes -= bytes
    }
  }

  private shrink(): void {
    for (const [key, { bytes }] of this.kept) {
      if (this.bytes <= this.limit) return
      this.kept.delete(key)
      this.bytes -= bytes
    }
  }
}

/** Decoded blocks of rasters. */
export type BlockCache = ByteCache<Float32Array>
