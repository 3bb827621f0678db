import duckdb, { type Vector } from '@duckdb/node-bindings'
import type { ColumnType, PackValue } from '../../packs/pack-format.ts'
import { writeText } from './utf8.ts'
import { withRoom } from './with-room.ts'

/** DuckDB's own chunk size: a chunk of another size is split again. */
export const CHUNK_ROWS = 2048

/**
 * One column of a chunk while it is filled: plain memory in the layout of DuckDB's vectors, passed
 * on in two or three calls a chunk. A call a value, as `setColumnValues` makes for texts and blobs,
 * took 5 of the 7 seconds that loading 1,000,000 parcels of 19 columns cost.
 */
export interface ColumnBuffer {
  /** Sets a row's value. NaN, which a geodatabase may hold, becomes null, as in a pack. */
  put(row: number, value: PackValue): void
  /** Copies rows 0 to `rows` into a vector of the column's type, and is ready for other rows. */
  flush(vector: Vector, rows: number): void
}

const MAKERS: Record<ColumnType, () => ColumnBuffer> = {
  text: () => new BytesBuffer(),
  real: () => new RealBuffer(),
  integer: () => new IntegerBuffer(),
  boolean: () => new BooleanBuffer(),
}

export function columnBuffer(type: ColumnType): ColumnBuffer {
  return MAKERS[type]()
}

/** Which rows have a value: a bit each, as in DuckDB's validity masks. */
class Validity {
  private readonly bits = new Uint8Array(CHUNK_ROWS / 8).fill(0xff)
  private isPlain = true

  setNull(row: number): void {
    this.bits[row >>> 3] &= ~(1 << (row & 7))
    this.isPlain = false
  }

  flush(vector: Vector, rows: number): void {
    if (this.isPlain) return
    duckdb.vector_ensure_validity_writable(vector)
    const bytes = Math.ceil(rows / 64) * 8
    duckdb.copy_data_to_vector_validity(vector, 0, this.bits.buffer, 0, bytes)
    this.bits.fill(0xff)
    this.isPlain = true
  }
}

export class RealBuffer implements ColumnBuffer {
  private readonly values = new Float64Array(CHUNK_ROWS)
  private readonly validity = new Validity()

  put(row: number, value: PackValue): void {
    if (value === null || Number.isNaN(value)) this.validity.setNull(row)
    else this.values[row] = value as number
  }

  flush(vector: Vector, rows: number): void {
    duckdb.copy_data_to_vector(vector, 0, this.values.buffer, 0, rows * 8)
    this.validity.flush(vector, rows)
  }
}

export class IntegerBuffer implements ColumnBuffer {
  /** Low and high half of each value: a BigInt a value is slower. */
  private readonly halves = new Int32Array(CHUNK_ROWS * 2)
  private readonly validity = new Validity()

  put(row: number, value: PackValue): void {
    if (value === null || Number.isNaN(value)) {
      this.validity.setNull(row)
      return
    }
    const whole = value as number
    if (!Number.isInteger(whole) || Math.abs(whole) >= 2 ** 63)
      throw new RangeError(`${whole} is not a 64-bit integer`)
    const high = Math.floor(whole / 2 ** 32)
    this.halves[row * 2] = whole - high * 2 ** 32
    this.halves[row * 2 + 1] = high
  }

  flush(vector: Vector, rows: number): void {
    duckdb.copy_data_to_vector(vector, 0, this.halves.buffer, 0, rows * 8)
    this.validity.flush(vector, rows)
  }
}

export class BooleanBuffer implements ColumnBuffer {
  private readonly values = new Uint8Array(CHUNK_ROWS)
  private readonly validity = new Validity()

  put(row: number, value: PackValue): void {
    if (value === null || Number.isNaN(value)) this.validity.setNull(row)
    else this.values[row] = value ? 1 : 0
  }

  flush(vector: Vector, rows: number): void {
    duckdb.copy_data_to_vector(vector, 0, this.values.buffer, 0, rows)
    this.validity.flush(vector, rows)
  }
}

/** `duckdb_string_t` of duckdb.h: a length, then up to 12 bytes, or 4 of them and a pointer. */
const ENTRY_BYTES = 16
const ENTRY_WORDS = 4
const INLINE_BYTES = 12
const SHORT_BYTES = 64
const FIRST_BYTES = 64 * 1024
/** A buffer that a chunk of large shapes made longer than this is not reused for the next. */
const RETAINED_BYTES = 16e6

/** Texts and blobs. Those over 12 bytes lie one after the other and are passed as one. */
export class BytesBuffer implements ColumnBuffer {
  private readonly entries = new Uint8Array(CHUNK_ROWS * ENTRY_BYTES)
  private readonly words = new Uint32Array(this.entries.buffer)
  /** Offset in the heap of the bytes of each row that are not inline. */
  private readonly starts = new Float64Array(CHUNK_ROWS)
  private readonly validity = new Validity()
  private heap = Buffer.allocUnsafeSlow(FIRST_BYTES)
  private used = 0

  put(row: number, value: PackValue): void {
    if (value === null || Number.isNaN(value)) {
      this.putNull(row)
      return
    }
    const text = typeof value === 'string' ? value : `${value}`
    this.heap = withRoom(this.heap, this.used, text.length * 3)
    this.enter(row, writeText(text, this.heap, this.used))
  }

  /** A stretch of bytes. */
  putRange(row: number, source: Uint8Array, from: number, to: number): void {
    this.heap = withRoom(this.heap, this.used, to - from)
    // A view and a call cost more than copying short ones byte by byte.
    if (to - from > SHORT_BYTES) this.heap.set(source.subarray(from, to), this.used)
    else for (let i = from; i < to; i++) this.heap[this.used + i - from] = source[i]
    this.enter(row, to - from)
  }

  putNull(row: number): void {
    this.validity.setNull(row)
    this.enter(row, 0)
  }

  /** Bytes in the heap: those that do not fit into the rows' entries. */
  get bytes(): number {
    return this.used
  }

  flush(vector: Vector, rows: number): void {
    if (this.used > 0) this.point(vector, rows)
    duckdb.copy_data_to_vector(vector, 0, this.entries.buffer, 0, rows * ENTRY_BYTES)
    this.validity.flush(vector, rows)
    this.used = 0
    if (this.heap.length > RETAINED_BYTES) this.heap = Buffer.allocUnsafeSlow(FIRST_BYTES)
  }

  /** The bytes just written at the end of the heap become the value of a row. */
  private enter(row: number, length: number): void {
    const at = row * ENTRY_BYTES
    const word = row * ENTRY_WORDS
    const from = this.used
    this.words[word] = length
    if (length > INLINE_BYTES) {
      for (let i = 0; i < 4; i++) this.entries[at + 4 + i] = this.heap[from + i]
      this.starts[row] = from
      this.used += length
      return
    }
    this.words[word + 1] = 0
    this.words[word + 2] = 0
    this.words[word + 3] = 0
    for (let i = 0; i < length; i++) this.entries[at + 4 + i] = this.heap[from + i]
  }

  /** Gives the heap to the vector, as if it were its first value, and points entries into it. */
  private point(vector: Vector, rows: number): void {
    duckdb.vector_assign_string_element_len(vector, 0, this.heap.subarray(0, this.used))
    const first = duckdb.vector_get_data(vector, ENTRY_BYTES)
    const held = new DataView(first.buffer, first.byteOffset, ENTRY_BYTES)
    if (held.getUint32(0, true) !== this.used) throw new Error('DuckDB took other bytes')
    const low = held.getUint32(8, true)
    const high = held.getUint32(12, true)
    for (let row = 0; row < rows; row++) {
      const word = row * ENTRY_WORDS
      if (this.words[word] <= INLINE_BYTES) continue
      const sum = low + this.starts[row]
      this.words[word + 2] = sum
      this.words[word + 3] = high + Math.floor(sum / 2 ** 32)
    }
  }
}
