import type { DbfColumn, TextEncoding } from './dbf-head.ts'
import type { PropertyVisitor } from './flat-properties.ts'

const BLANK = 0x20
const ZERO = 0x30
const NINE = 0x39
const MINUS = 0x2d
const ASTERISK = 0x2a
const QUESTION_MARK = 0x3f
/** Integers of up to this many digits are exact in a double. */
const EXACT_DIGITS = 15
const REAL = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i
const DATE = /^\d{8}$/
const WHOLE = /^-?\d+$/
/** Bytes that Windows-1252 has no character for. */
const UNUSED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const WINDOWS_1252 = new TextDecoder('windows-1252')

/** Rows of a dBASE table in memory. */
export class DbfRows {
  private readonly bytes: Buffer
  private readonly columns: readonly DbfColumn[]
  private readonly encoding: TextEncoding

  constructor(bytes: Buffer, columns: readonly DbfColumn[], encoding: TextEncoding) {
    this.bytes = bytes
    this.columns = columns
    this.encoding = encoding
  }

  /**
   * Visits the values of the row that begins at a position; a column without a value is not
   * visited. False where GDAL alone knows what a value is, such as 1.7 in a column of integers.
   */
  visit(row: number, visitor: PropertyVisitor): boolean {
    const { columns } = this
    for (let i = 0; i < columns.length; i++) {
      if (!this.visitColumn(row + columns[i].start, i, visitor)) return false
    }
    return true
  }

  private visitColumn(start: number, column: number, visitor: PropertyVisitor): boolean {
    const { bytes } = this
    const { kind, length } = this.columns[column]
    let from = start
    // As a C string, which ends at its first zero, without blanks around it.
    let to = start
    while (to < start + length && bytes[to] !== 0) to++
    while (to > from && bytes[to - 1] === BLANK) to--
    while (from < to && bytes[from] === BLANK) from++
    if (from === to) return true
    switch (kind) {
      case 'flag':
        return bytes[from] === QUESTION_MARK || this.visitText(column, from, to, visitor)
      case 'text':
        return this.visitText(column, from, to, visitor)
      case 'integer':
        return bytes[from] === ASTERISK || this.visitInteger(column, from, to, visitor)
      case 'real':
        return bytes[from] === ASTERISK || this.visitReal(column, from, to, visitor)
      case 'date':
        return this.visitDate(column, from, to, visitor)
      default:
        return kind satisfies never
    }
  }

  private visitText(column: number, from: number, to: number, visitor: PropertyVisitor): boolean {
    const { bytes, encoding } = this
    if (encoding !== 'as_is' && !isAscii(bytes, from, to)) {
      const decoded = decode(bytes.subarray(from, to), encoding)
      if (decoded === null) return false
      const utf8 = Buffer.from(decoded)
      visitor.text(column, utf8, 0, utf8.length)
    } else visitor.text(column, bytes, from, to)
    return true
  }

  private visitInteger(
    column: number,
    from: number,
    to: number,
    visitor: PropertyVisitor,
  ): boolean {
    const { bytes } = this
    const isNegative = bytes[from] === MINUS
    const first = isNegative ? from + 1 : from
    if (to - first > EXACT_DIGITS) {
      const text = bytes.toString('latin1', from, to)
      if (!WHOLE.test(text) || !Number.isSafeInteger(Number(text))) return false
    }
    let value = 0
    for (let i = first; i < to; i++) {
      const byte = bytes[i]
      if (byte < ZERO || byte > NINE) return false
      value = value * 10 + byte - ZERO
    }
    if (first === to) return false
    visitor.value(column, isNegative && value !== 0 ? -value : value)
    return true
  }

  private visitReal(column: number, from: number, to: number, visitor: PropertyVisitor): boolean {
    const text = this.bytes.toString('latin1', from, to)
    const value = Number(text)
    if (!REAL.test(text) || !Number.isFinite(value)) return false
    visitor.value(column, value)
    return true
  }

  private visitDate(column: number, from: number, to: number, visitor: PropertyVisitor): boolean {
    const digits = this.bytes.toString('latin1', from, to)
    if (!DATE.test(digits)) return false
    if (digits === '00000000') return true
    // As GDAL writes a date into a FlatGeobuf.
    const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00`
    const utf8 = Buffer.from(day)
    visitor.text(column, utf8, 0, utf8.length)
    return true
  }
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] > 127) return false
  return true
}

/** Null where GDAL alone knows what the bytes are. */
function decode(bytes: Buffer, encoding: TextEncoding): string | null {
  if (encoding === 'latin1') return bytes.toString('latin1')
  if (encoding !== 'windows_1252' || bytes.some((byte) => UNUSED_1252.has(byte))) return null
  return WINDOWS_1252.decode(bytes)
}
