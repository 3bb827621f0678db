/** A growing buffer of bytes with the few protobuf writes that a tile needs. */
export class ByteSink {
  bytes = new Uint8Array(1 << 16)
  at = 0

  /** Makes room for `count` more bytes; the writes below rely on it. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return
    const wider = new Uint8Array(2 * (this.at + count))
    wider.set(this.bytes.subarray(0, this.at))
    this.bytes = wider
  }

  varint(value: number): void {
    const { bytes } = this
    let at = this.at
    // A shift would lose the bits above the 31st.
    while (value > 0x7fffffff) {
      bytes[at++] = (value % 128) | 128
      value = Math.floor(value / 128)
    }
    while (value > 127) {
      bytes[at++] = (value & 127) | 128
      value >>>= 7
    }
    bytes[at++] = value
    this.at = at
  }

  /** A signed number as MVT geometry writes it. */
  zigzag(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0)
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from)
    this.bytes.set(source.subarray(from, to), this.at)
    this.at += to - from
  }
}

/** Bytes that `varint` takes. */
export function varintSize(value: number): number {
  let size = 1
  for (; value > 127; value = Math.floor(value / 128)) size++
  return size
}
