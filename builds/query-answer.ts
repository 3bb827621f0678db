import {
  DuckDBGeometryValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValueConverter,
  type Json,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api'
import { csvLine } from '../exports/csv-line.ts'

/** Output format of rows: an optional line of names, then one line a row. */
export interface AnswerFormat {
  head: ((names: readonly string[]) => string) | null
  line(values: readonly Json[], names: readonly string[]): string
}

/** RFC 4180, with line feeds only; null is an empty cell. */
export const CSV: AnswerFormat = { head: csvLine, line: (values) => csvLine(values.map(textOf)) }

/** One JSON object a line. */
export const JSON_LINES: AnswerFormat = {
  head: null,
  line: (values, names) =>
    JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]]))),
}

/**
 * Converts whole numbers to numbers while they are exact, and shapes to WKB in hex, as PostGIS
 * reads it.
 */
export const plainValue: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value instanceof DuckDBGeometryValue) return Buffer.from(value.bytes).toString('hex')
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
  return JsonDuckDBValueConverter(value, type, converter)
}

/**
 * Converts like `plainValue`, with the size of a shape instead of its bytes, so that a row fits a
 * line.
 */
export const shownValue: DuckDBValueConverter<Json> = (value, type, converter) =>
  value instanceof DuckDBGeometryValue
    ? `(${value.bytes.length} bytes of geometry)`
    : plainValue(value, type, converter)

/** Formats a value; numbers have no separators, since they may be years. Null for null. */
export function textOf(value: Json): string | null {
  if (value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const NUMERIC: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
])

export function isNumeric({ typeId }: DuckDBType): boolean {
  return NUMERIC.has(typeId)
}
