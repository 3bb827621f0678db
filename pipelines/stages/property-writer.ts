import type { AttributeValue } from '../../values/published-row.ts'
import {
  BOOLEAN_TYPE,
  type PropertyColumn,
  type PropertyVisitor,
  REAL_TYPE,
} from './flat-properties.ts'
import { withRoom } from './with-room.ts'

const FIRST_BYTES = 64 * 1024
/** A property: the column's number, then a length and a text, or a number. */
const COLUMN_BYTES = 2
const LENGTH_BYTES = 4
const NUMBER_BYTES = 8

/** Writes properties as a FlatGeobuf holds them, for columns of numbers, truth values and texts. */
export class PropertyWriter implements PropertyVisitor {
  /** Bytes that are written so far. */
  used = 0
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  private readonly columns: readonly PropertyColumn[]

  constructor(columns: readonly PropertyColumn[]) {
    this.columns = columns
  }

  value(column: number, value: AttributeValue): void {
    const { type } = this.columns[column]
    if (type !== REAL_TYPE && type !== BOOLEAN_TYPE)
      throw new TypeError(`${value} in a column of texts`)
    this.bytes = withRoom(this.bytes, this.used, COLUMN_BYTES + NUMBER_BYTES)
    this.bytes.writeUInt16LE(column, this.used)
    this.used += COLUMN_BYTES
    if (type === REAL_TYPE) this.used = this.bytes.writeDoubleLE(value as number, this.used)
    else this.used = this.bytes.writeUInt8(value ? 1 : 0, this.used)
  }

  text(column: number, source: Buffer, from: number, to: number): void {
    this.bytes = withRoom(this.bytes, this.used, COLUMN_BYTES + LENGTH_BYTES + to - from)
    this.bytes.writeUInt16LE(column, this.used)
    this.bytes.writeUInt32LE(to - from, this.used + COLUMN_BYTES)
    const at = this.used + COLUMN_BYTES + LENGTH_BYTES
    for (let i = from; i < to; i++) this.bytes[at + i - from] = source[i]
    this.used = at + to - from
  }

  finish(): Uint8Array {
    return new Uint8Array(this.bytes.buffer, 0, this.used)
  }
}
