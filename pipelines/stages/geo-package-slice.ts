import { DatabaseSync } from 'node:sqlite'
import { identifier } from '../../values/sql-text.ts'
import { BOOLEAN_TYPE, type PropertyVisitor, REAL_TYPE, TEXT_TYPE } from './flat-properties.ts'
import { GeoPackageShapes, isEmptyShape } from './geo-package-shapes.ts'
import type { GeoPackageColumn, GeoPackageTable } from './geo-package-table.ts'
import { type MeasuredSlice, measureShapes } from './measured-slice.ts'
import { sliceProperties } from './slice-properties.ts'
import { writeText } from './utf8.ts'
import { withRoom } from './with-room.ts'

/** Rows of a GeoPackage from one to before another, with the columns that are read. */
export interface GeoPackageRange {
  geoPackage: GeoPackageTable
  /** The first row of a part. */
  from: number
  /** The row after the last of that part. */
  to: number
  wantsTexts: boolean
}

/** A row as SQLite returns it: the shape, then the columns. */
type Row = (string | number | bigint | Uint8Array | null)[]

/**
 * Reads a part of a GeoPackage as GDAL and a FlatGeobuf would bring it, without both: no rows
 * without a shape. Null where GDAL alone knows what a row is: a curve, WKB that is cut off, a text
 * in a column of integers. It needs no GDAL, so that it runs in any thread.
 */
export function readGeoPackageSlice(range: GeoPackageRange): MeasuredSlice | null {
  const { geoPackage, wantsTexts } = range
  const rows = rowsOf(range)
  if (rows === null) return null
  const withShape = rows.filter(([shape]) => shape !== null && !isEmptyShape(shape as Uint8Array))
  const shapes = new GeoPackageShapes(withShape.length, geoPackage.types)
  for (const [shape] of withShape)
    if (!(shape instanceof Uint8Array) || !shapes.addShape(shape)) return null
  const values = new RowValues(geoPackage.columns)
  const visit = (row: number, visitor: PropertyVisitor) => values.visit(withShape[row], visitor)
  const columns = geoPackage.columns.map(({ name, kind }) => ({ name, type: PROPERTY_TYPES[kind] }))
  const properties = sliceProperties(columns, withShape.length, wantsTexts, visit)
  return properties && { ...measureShapes(shapes.finishShapes()), ...properties }
}

const PROPERTY_TYPES: Record<GeoPackageColumn['kind'], number> = {
  text: TEXT_TYPE,
  flag: BOOLEAN_TYPE,
  integer: REAL_TYPE,
  real: REAL_TYPE,
  date: TEXT_TYPE,
}

/**
 * The rows of a part: whether all parts together are as many as GDAL counts is for the reader to
 * test. Null where they hold numbers that only GDAL reads.
 */
function rowsOf({ geoPackage, from }: GeoPackageRange): Row[] | null {
  const { file, table, key, geometry, columns, partRows, partKeys } = geoPackage
  const part = from / partRows
  const list = [geometry, ...columns.map(({ name }) => name)].map(identifier).join(', ')
  const own = identifier(key)
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const statement = database.prepare(
        `SELECT ${list} FROM ${identifier(table)} WHERE ${own} >= ? AND ${own} < ? ORDER BY ${own}`,
      )
      statement.setReturnArrays(true)
      const [first, next] = [partKeys[part] ?? Infinity, partKeys[part + 1] ?? Infinity]
      return statement.all(first, next) as unknown as Row[]
    } finally {
      database.close()
    }
  } catch {
    // A damaged page, or an integer of more than 53 bits.
    return null
  }
}

/** Decoders of UTF-8 put it where bytes are none. */
const REPLACEMENT = '\ufffd'
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const FIRST_BYTES = 1024

/** Passes on the values of rows as GDAL understands them. */
class RowValues {
  private readonly columns: readonly GeoPackageColumn[]
  private scratch = Buffer.allocUnsafeSlow(FIRST_BYTES)

  constructor(columns: readonly GeoPackageColumn[]) {
    this.columns = columns
  }

  /** False where GDAL alone knows what a value is. A column without a value is not visited. */
  visit(row: Row, visitor: PropertyVisitor): boolean {
    for (let i = 0; i < this.columns.length; i++) {
      const value = row[i + 1]
      if (value !== null && !this.visitColumn(i, value, visitor)) return false
    }
    return true
  }

  private visitColumn(i: number, value: Row[number], visitor: PropertyVisitor): boolean {
    const { kind, least, largest } = this.columns[i]
    switch (kind) {
      case 'text':
        return typeof value === 'string' && this.visitText(i, value, visitor)
      case 'date':
        if (typeof value !== 'string' || !DATE.test(value)) return false
        // As GDAL writes a date into a FlatGeobuf.
        return this.visitText(i, `${value}T00:00:00`, visitor)
      case 'flag':
        if (value !== 0 && value !== 1) return false
        visitor.value(i, value === 1)
        return true
      case 'integer':
        if (!Number.isSafeInteger(value)) return false
        if ((value as number) < least || (value as number) > largest) return false
        visitor.value(i, value as number)
        return true
      case 'real':
        if (typeof value !== 'number' || !Number.isFinite(value)) return false
        visitor.value(i, value)
        return true
      default:
        return kind satisfies never
    }
  }

  private visitText(i: number, text: string, visitor: PropertyVisitor): boolean {
    if (text.includes('\0') || text.includes(REPLACEMENT)) return false
    this.scratch = withRoom(this.scratch, 0, text.length * 3)
    visitor.text(i, this.scratch, 0, writeText(text, this.scratch, 0))
    return true
  }
}
