import type { PackFile } from './pack-file.ts'

/** A stretch of the body: `at` numbers are counted from the start of the body. */
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

/** Gives the block that holds a stretch of the body whole. */
export interface PackBlocks {
  block(offset: number, length: number): PackBlock
}

/** A body that is in memory: one block. */
export class HeldBlocks implements PackBlocks {
  private readonly whole: PackBlock

  constructor(memory: ArrayBuffer) {
    this.whole = new PackBlock(memory, 0)
  }

  block(): PackBlock {
    return this.whole
  }
}

/** Rows and shapes lie in Hilbert order: what a spot finds is often in one block of this size. */
const BLOCK_BYTES = 4_096
/** Blocks kept of one pack, 256 KiB together: what one question looks at, not a cache of the disk. */
const CACHED_BLOCKS = 64

/** A body on disk, read by position. What is larger than a block, or over its edge, is read alone. */
export class ReadBlocks implements PackBlocks {
  private readonly file: PackFile
  private readonly kept: (PackBlock | undefined)[] = new Array(CACHED_BLOCKS)

  constructor(file: PackFile) {
    this.file = file
  }

  block(offset: number, length: number): PackBlock {
    const number = Math.floor(offset / BLOCK_BYTES)
    const start = number * BLOCK_BYTES
    if (offset + length > start + BLOCK_BYTES) return this.read(offset, length)
    const place = number % CACHED_BLOCKS
    const known = this.kept[place]
    if (known?.start === start) return known
    const block = this.read(start, Math.min(BLOCK_BYTES, this.file.header.bytes - start))
    this.kept[place] = block
    return block
  }

  private read(start: number, length: number): PackBlock {
    const memory = new ArrayBuffer(length)
    this.file.read(new Uint8Array(memory), start)
    return new PackBlock(memory, start)
  }
}
