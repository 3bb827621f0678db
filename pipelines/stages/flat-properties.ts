import type { AttributeValue } from '../../values/published-row.ts'

export type { AttributeValue }

/** A column by the layer's own name, with its ColumnType in the header of a FlatGeobuf. */
export interface PropertyColumn {
  name: string
  type: number
}

/** ColumnTypes of a truth value, of a double and of a text. */
export const BOOLEAN_TYPE = 2
export const REAL_TYPE = 10
export const TEXT_TYPE = 11

/** Properties of features as a FlatGeobuf holds them, in its bytes. */
export interface PropertyBytes {
  bytes: Buffer
  view: DataView
  columns: readonly PropertyColumn[]
}

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
  /** A text in UTF-8, in a stretch of bytes. */
  text(column: number, source: Buffer, from: number, to: number): void
}

/**
 * Visits the properties in a stretch of a FlatGeobuf's bytes: a column number (2 bytes), then a
 * value of the column's type, repeated.
 */
export function visitProperties(
  { bytes: source, view, columns }: PropertyBytes,
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
      visitor.text(column, source, from, at)
    }
  }
}
