import { GrowingArray } from './growing-array.ts'
import { hashKey, NULL_TEXT } from './pack-format.ts'

const FIRST_SLOTS = 1_024

/**
 * Writes distinct texts once each. What it has written is found by a table of offsets and not by
 * the texts: a `Map` ends at 2^24 of them, which are the addresses of 5.3 million parcels, and each
 * would stay in the heap.
 */
export class TextWriter {
  private readonly text = new GrowingArray(Uint8Array)
  private readonly encoder = new TextEncoder()
  private scratch = new Uint8Array(256)
  private count = 0
  /** Open addressing: code + 1 of a text, zero is empty, and the hash of the text. */
  private slots = new Uint32Array(FIRST_SLOTS)
  private hashes = new Uint32Array(FIRST_SLOTS)

  /** Offset of the text in words. Throws `Error` past 16 GiB of texts. */
  code(text: string): number {
    const bytes = this.encode(text)
    const hash = hashKey(text)
    const mask = this.slots.length - 1
    let at = hash & mask
    for (; this.slots[at] !== 0; at = (at + 1) & mask) {
      const known = this.slots[at] - 1
      if (this.hashes[at] === hash && this.isAt(known, bytes)) return known
    }
    const code = this.text.length / 4
    if (code >= NULL_TEXT) throw new Error('a pack holds at most 16 GiB of texts')
    this.text.append(new Uint8Array(Uint32Array.of(bytes.length).buffer))
    this.text.append(bytes)
    this.text.append(new Uint8Array((4 - (bytes.length % 4)) % 4))
    this.slots[at] = code + 1
    this.hashes[at] = hash
    if (++this.count * 2 > this.slots.length) this.grow()
    return code
  }

  bytes(): Uint8Array {
    return this.text.view()
  }

  /** UTF-8 of the text, valid until the next one. */
  private encode(text: string): Uint8Array {
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 > this.scratch.length) this.scratch = new Uint8Array(text.length * 3)
    return this.scratch.subarray(0, this.encoder.encodeInto(text, this.scratch).written)
  }

  private isAt(code: number, bytes: Uint8Array): boolean {
    const written = this.text.view()
    const start = code * 4
    const length =
      written[start] |
      (written[start + 1] << 8) |
      (written[start + 2] << 16) |
      (written[start + 3] << 24)
    if (length !== bytes.length) return false
    for (let i = 0; i < length; i++) if (written[start + 4 + i] !== bytes[i]) return false
    return true
  }

  private grow(): void {
    const [slots, hashes] = [this.slots, this.hashes]
    this.slots = new Uint32Array(slots.length * 2)
    this.hashes = new Uint32Array(slots.length * 2)
    const mask = this.slots.length - 1
    for (let i = 0; i < slots.length; i++) {
      if (slots[i] === 0) continue
      let at = hashes[i] & mask
      while (this.slots[at] !== 0) at = (at + 1) & mask
      this.slots[at] = slots[i]
      this.hashes[at] = hashes[i]
    }
  }
}
