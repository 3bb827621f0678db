import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blockPath } from '../catalog/cached-blocks.ts'

/** An eviction leaves this share of the limit, so that it is rare: it looks at every block. */
const LEFT_SHARE = 0.9

interface CachedBlock {
  path: string
  bytes: number
  used_ms: number
}

/**
 * The blocks of a cache on disk, by their SHA-256; the least recently used are removed past a limit
 * of bytes. Readers mark what they use by the time of the file, so this survives a restart. A
 * block that is half written has another name until it is whole. For one thread of one process.
 */
export class BlockFolder {
  readonly folder: string
  private readonly limitBytes: number
  private bytes = 0
  /** Bytes of blocks that are being written, which a list does not show. */
  private writing = 0
  private evicting: Promise<void> | null = null
  private writes = 0

  private constructor(folder: string, limitBytes: number) {
    this.folder = folder
    this.limitBytes = limitBytes
  }

  /** Opens the cache, and removes what a killed process has left half written. */
  static async open(folder: string, limitBytes: number): Promise<BlockFolder> {
    await mkdir(folder, { recursive: true })
    const blocks = new BlockFolder(folder, limitBytes)
    await blocks.evict()
    return blocks
  }

  /** Whether a block of this length is there. Its reader verifies it. */
  async has(sha256: string, length: number): Promise<boolean> {
    const found = await stat(blockPath(this.folder, sha256)).catch(() => null)
    return found?.size === length
  }

  /** Stores a verified block. Throws the system's error, with nothing half stored. */
  async write(sha256: string, bytes: Uint8Array): Promise<void> {
    if (this.bytes + bytes.length > this.limitBytes) await this.makeRoom()
    // Counted before it is written: writes of several blocks run at once.
    this.bytes += bytes.length
    this.writing += bytes.length
    const path = blockPath(this.folder, sha256)
    const half = join(this.folder, `${sha256}.${this.writes++}.half`)
    try {
      await writeFile(half, bytes)
      await rename(half, path).catch(async (error) => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(dirname(path), { recursive: true })
        await rename(half, path)
      })
    } catch (error) {
      this.bytes -= bytes.length
      await rm(half, { force: true })
      throw error
    } finally {
      this.writing -= bytes.length
    }
  }

  /** One eviction at a time, for all writes that wait for it. */
  private async makeRoom(): Promise<void> {
    this.evicting ??= this.evict().finally(() => {
      this.evicting = null
    })
    await this.evicting
  }

  /** Counts the blocks that are there and, past the limit, removes those not used for longest. */
  private async evict(): Promise<void> {
    const blocks = await this.list()
    const total = blocks.reduce((sum, { bytes }) => sum + bytes, 0)
    blocks.sort((a, b) => a.used_ms - b.used_ms)
    let left = total
    const target = this.limitBytes * LEFT_SHARE
    for (const { path, bytes } of blocks) {
      if (left <= target) break
      await rm(path, { force: true })
      left -= bytes
    }
    this.bytes = left + this.writing
  }

  private async list(): Promise<CachedBlock[]> {
    const blocks: CachedBlock[] = []
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile()) continue
      // Only a killed process leaves one: those of this process are counted, and few.
      if (entry.name.endsWith('.half') && this.writes === 0) await rm(path, { force: true })
      const found = entry.name.endsWith('.half') ? null : await stat(path).catch(() => null)
      if (found) blocks.push({ path, bytes: found.size, used_ms: found.mtimeMs })
    }
    return blocks
  }
}
