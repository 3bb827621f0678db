import type { AttributeValue } from '../../values/published-row.ts'
import type { FlatGeobuf } from './flat-geobuf.ts'

export type { AttributeValue }

/** ColumnType of the FlatGeobuf header; text, JSON, date and binary columns carry a length. */
const FIXED_TYPES: Record<
  number,
  { bytes: number; read: (view: DataView, at: number) => AttributeValue }
> = {
  0: { bytes: 1, read: (view, at) => view.getInt8(at) },
  1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  2: { bytes: 1, read: (view, at) => view.getUint8(at) === 1 },
  3: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  4: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  5: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  6: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  7: { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  8: { bytes: 8, read: (view, at) => Number(view.getBigUint64(at, true)) },
  9: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  10: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
}

/** Receives a feature's properties, by the column's number. */
export interface PropertyVisitor {
  value(column: number, value: AttributeValue): void
  /** A text in the file's own bytes. */
  text(column: number, from: number, to: number): void
}

/**
 * Visits the properties in a stretch of a FlatGeobuf's bytes: a column number (2 bytes), then a
 * value of the column's type, repeated.
 */
export function visitProperties(
  { view, columns }: Pick<FlatGeobuf, 'view' | 'columns'>,
  start: number,
  bytes: number,
  visitor: PropertyVisitor,
): void {
  const end = start + bytes
  for (let at = start; at + 2 <= end; ) {
    const column = view.getUint16(at, true)
    at += 2
    const fixed = FIXED_TYPES[columns[column].type]
    if (fixed) {
      visitor.value(column, fixed.read(view, at))
      at += fixed.bytes
    } else {
      const from = at + 4
      at = from + view.getUint32(at, true)
      visitor.text(column, from, at)
    }
  }
}
