import type { PackBlocks } from './pack-blocks.ts'

/** Texts kept decoded of one pack, at most `CACHED_TEXT_BYTES` each: 1 MiB of text a pack at most. */
const KEPT_TEXTS = 4_096
const CACHED_TEXT_BYTES = 256
/** The length of a text is read with what follows it: few are longer. */
const FIRST_READ_BYTES = 64

/** The texts of one pack, by their code: the place in the section, in words. */
export class PackTexts {
  private readonly blocks: PackBlocks
  private readonly start: number
  private readonly end: number
  private readonly codes = new Float64Array(KEPT_TEXTS).fill(-1)
  private readonly texts: string[] = new Array(KEPT_TEXTS).fill('')

  constructor(blocks: PackBlocks, { offset, length }: { offset: number; length: number }) {
    this.blocks = blocks
    this.start = offset
    this.end = offset + length
  }

  of(code: number): string {
    const place = code % KEPT_TEXTS
    if (this.codes[place] === code) return this.texts[place]
    const at = this.start + code * 4
    let block = this.blocks.block(at, Math.min(FIRST_READ_BYTES, this.end - at))
    const length = block.uint32(at)
    if (at + 4 + length > block.end) block = this.blocks.block(at + 4, length)
    const text = block.text(at + 4, length)
    if (length <= CACHED_TEXT_BYTES) {
      this.codes[place] = code
      this.texts[place] = text
    }
    return text
  }
}
