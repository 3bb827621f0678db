import type { PackFile } from './pack-file.ts'

/** A part of the body; `at` is an offset from the start of the body. */
export class PackBlock {
  readonly start: number
  readonly end: number
  readonly view: DataView
  private readonly memory: ArrayBuffer
  private readonly bytes: Buffer

  constructor(memory: ArrayBuffer, start: number) {
    this.memory = memory
    this.start = start
    this.end = start + memory.byteLength
    this.view = new DataView(memory)
    // A Buffer reads texts out of shared memory without a copy; TextDecoder refuses it.
    this.bytes = Buffer.from(memory)
  }

  uint32(at: number): number {
    return this.view.getUint32(at - this.start, true)
  }

  /** Numbers in place, without a copy. */
  int32s(at: number, length: number): Int32Array {
    return new Int32Array(this.memory, at - this.start, length)
  }

  uint32s(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory, at - this.start, length)
  }

  text(at: number, length: number): string {
    return this.bytes.toString('utf8', at - this.start, at - this.start + length)
  }
}

/** Finds the block that contains a part of the body. */
export interface PackBlocks {
  block(offset: number, length: number): PackBlock
}

/** A body in memory, as one block. */
export class MemoryBlocks implements PackBlocks {
  private readonly whole: PackBlock

  constructor(memory: ArrayBuffer) {
    this.whole = new PackBlock(memory, 0)
  }

  block(): PackBlock {
    return this.whole
  }
}

/** Rows and shapes are in Hilbert order: those of one point are often in one block of this size. */
const BLOCK_BYTES = 4_096
/** Cached blocks of one pack, 256 KiB: those of one request. The system caches the disk. */
const CACHED_BLOCKS = 64

/** A body on disk, read by position. A part that is not within one block is read by itself. */
export class FileBlocks implements PackBlocks {
  private readonly file: PackFile
  /** Blocks by number modulo their count: unlike in an LRU cache, a read updates nothing. */
  private readonly cached: (PackBlock | undefined)[] = new Array(CACHED_BLOCKS)

  constructor(file: PackFile) {
    this.file = file
  }

  block(offset: number, length: number): PackBlock {
    const number = Math.floor(offset / BLOCK_BYTES)
    const start = number * BLOCK_BYTES
    if (offset + length > start + BLOCK_BYTES) return this.read(offset, length)
    const slot = number % CACHED_BLOCKS
    const known = this.cached[slot]
    if (known?.start === start) return known
    const block = this.read(start, Math.min(BLOCK_BYTES, this.file.header.bytes - start))
    this.cached[slot] = block
    return block
  }

  private read(start: number, length: number): PackBlock {
    const memory = new ArrayBuffer(length)
    this.file.read(new Uint8Array(memory), start)
    return new PackBlock(memory, start)
  }
}
