import type { PackBlocks } from './pack-blocks.ts'

/** Cached decoded texts of one pack, each of at most `CACHED_TEXT_BYTES`: 1 MiB in all. */
const CACHED_TEXTS = 4_096
const CACHED_TEXT_BYTES = 256
/** Bytes of the first read, the length and the start of the text: few texts are longer. */
const FIRST_READ_BYTES = 64

/** The texts of one pack by code, which is the offset in the section in words. */
export class PackTexts {
  private readonly blocks: PackBlocks
  private readonly start: number
  private readonly end: number
  // By code modulo their count: unlike in an LRU cache, a read updates nothing.
  private readonly codes = new Float64Array(CACHED_TEXTS).fill(-1)
  private readonly texts: string[] = new Array(CACHED_TEXTS).fill('')

  constructor(blocks: PackBlocks, { offset, length }: { offset: number; length: number }) {
    this.blocks = blocks
    this.start = offset
    this.end = offset + length
  }

  of(code: number): string {
    const slot = code % CACHED_TEXTS
    if (this.codes[slot] === code) return this.texts[slot]
    const at = this.start + code * 4
    let block = this.blocks.block(at, Math.min(FIRST_READ_BYTES, this.end - at))
    const length = block.uint32(at)
    if (at + 4 + length > block.end) block = this.blocks.block(at + 4, length)
    const text = block.text(at + 4, length)
    if (length <= CACHED_TEXT_BYTES) {
      this.codes[slot] = code
      this.texts[slot] = text
    }
    return text
  }
}
