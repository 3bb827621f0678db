/**
 * The distinct values of one tile, compared by their packed bytes, in the order of first use. The
 * bytes are not copied: a value is an offset into the fabric.
 */
export class ValueTable {
  readonly at: number[] = []
  readonly lengths: number[] = []
  private table = new Int32Array(1 << 12)

  clear(): void {
    this.at.length = 0
    this.lengths.length = 0
    this.table.fill(0)
  }

  /** Index in the tile of the value of `length` bytes at `at`. */
  indexOf(bytes: Uint8Array, at: number, length: number): number {
    if (2 * this.at.length >= this.table.length) this.grow(bytes)
    const mask = this.table.length - 1
    let h = hashBytes(bytes, at, length) & mask
    for (let slot = this.table[h]; slot !== 0; slot = this.table[h]) {
      if (this.lengths[slot - 1] === length && isSame(bytes, this.at[slot - 1], at, length)) {
        return slot - 1
      }
      h = (h + 1) & mask
    }
    this.lengths.push(length)
    this.table[h] = this.at.push(at)
    return this.at.length - 1
  }

  private grow(bytes: Uint8Array): void {
    this.table = new Int32Array(2 * this.table.length)
    const mask = this.table.length - 1
    for (let v = 0; v < this.at.length; v++) {
      let h = hashBytes(bytes, this.at[v], this.lengths[v]) & mask
      while (this.table[h] !== 0) h = (h + 1) & mask
      this.table[h] = v + 1
    }
  }
}

/** FNV-1a. */
function hashBytes(bytes: Uint8Array, at: number, length: number): number {
  let h = 0x811c9dc5
  for (let i = at; i < at + length; i++) h = Math.imul(h ^ bytes[i], 0x01000193)
  return h ^ (h >>> 15)
}

function isSame(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false
  return true
}
