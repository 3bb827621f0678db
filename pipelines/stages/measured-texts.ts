import { isUtf8 } from 'node:buffer'
import type { AttributeValue, PropertyColumn, PropertyVisitor } from './flat-properties.ts'
import { writeText } from './utf8.ts'
import { withRoom } from './with-room.ts'

/** One column of a slice as texts: one after the other in UTF-8. */
export interface TextColumn {
  /** The layer's own name of it. */
  name: string
  bytes: Uint8Array
  /** Per feature, where its text ends. */
  ends: Uint32Array
  /** Per feature, 1 where it has no value. */
  nulls: Uint8Array
  /** Whether `cleanText` would leave all texts so far as they are. */
  isClean: boolean
}

/** All columns of a slice as texts, numbers as JavaScript writes them; NaN becomes null. */
export class MeasuredTexts implements PropertyVisitor {
  private readonly columns: GrowingTexts[]
  private feature = 0

  constructor(columns: readonly PropertyColumn[], features: number) {
    this.columns = columns.map(({ name }) => new GrowingTexts(name, features))
  }

  /** The values that come are of this feature; features come in order. */
  begin(feature: number): void {
    this.feature = feature
    for (const column of this.columns) column.skip(feature)
  }

  value(column: number, value: AttributeValue): void {
    if (!Number.isNaN(value)) this.columns[column].write(this.feature, `${value}`)
  }

  text(column: number, source: Buffer, from: number, to: number): void {
    this.columns[column].copy(this.feature, source, from, to)
  }

  finish(): TextColumn[] {
    return this.columns.map((column) => column.finish())
  }
}

const FIRST_BYTES = 64 * 1024
const BLANK = 32

class GrowingTexts {
  private readonly name: string
  private readonly ends: Uint32Array
  private readonly nulls: Uint8Array
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  private used = 0
  private isClean = true

  constructor(name: string, features: number) {
    this.name = name
    this.ends = new Uint32Array(features)
    this.nulls = new Uint8Array(features)
  }

  /** Marks a feature as without a value, until one comes. */
  skip(feature: number): void {
    this.ends[feature] = this.used
    this.nulls[feature] = 1
  }

  write(feature: number, text: string): void {
    this.bytes = withRoom(this.bytes, this.used, text.length * 3)
    this.enter(feature, writeText(text, this.bytes, this.used))
  }

  copy(feature: number, source: Buffer, from: number, to: number): void {
    this.bytes = withRoom(this.bytes, this.used, to - from)
    const { bytes, used } = this
    let highest = 0
    let before = BLANK
    let isClean = to > from
    for (let i = from; i < to; i++) {
      const byte = source[i]
      bytes[used + i - from] = byte
      highest |= byte
      if (byte <= BLANK && (byte !== BLANK || before === BLANK)) isClean = false
      before = byte
    }
    // A blank that is not ASCII may be at an end, where `trim` removes it.
    if (!isClean || before === BLANK || before > 127 || source[from] > 127) this.isClean = false
    // Bytes that are not UTF-8 become what decoding and encoding a text makes of them.
    if (highest > 127 && !isUtf8(source.subarray(from, to)))
      this.write(feature, source.toString('utf8', from, to))
    else this.enter(feature, to - from)
  }

  finish(): TextColumn {
    const { name, ends, nulls, isClean } = this
    return { name, bytes: this.bytes.subarray(0, this.used), ends, nulls, isClean }
  }

  private enter(feature: number, length: number): void {
    this.used += length
    this.ends[feature] = this.used
    this.nulls[feature] = 0
  }
}
