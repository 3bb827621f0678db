/** Decoded blocks of rasters, the least lately used dropped first past so many bytes. */
export class BlockCache {
  private readonly kept = new Map<string, { block: Promise<Float32Array>; bytes: number }>()
  private readonly limit: number
  private bytes = 0

  constructor(limitBytes: number) {
    this.limit = limitBytes
  }

  /** The block of a key, loaded once however many ask. A failure is not kept. */
  async get(key: string, load: () => Promise<Float32Array>): Promise<Float32Array> {
    const known = this.kept.get(key)
    if (known) {
      this.kept.delete(key)
      this.kept.set(key, known)
      return await known.block
    }
    const entry = { block: load(), bytes: 0 }
    this.kept.set(key, entry)
    try {
      const block = await entry.block
      // It may have been dropped while it was on its way.
      if (this.kept.get(key) === entry) {
        entry.bytes = block.byteLength
        this.bytes += entry.bytes
        this.shrink()
      }
      return block
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
