import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { ExportColumn, ExportRow, ExportValue } from '../../exports/export-layer.ts'
import { identifier } from '../../values/sql-text.ts'
import type { Conversions } from './selected-columns.ts'

/** Rows to read. */
export interface RowSelection {
  /** Table or view that is read, as SQL. */
  from: string
  /** Column of shapes, read as WKB; null for rows without. */
  geometry: string | null
  columns: readonly ExportColumn[]
  conversions: Conversions
}

/**
 * Reads rows in their order, a chunk of DuckDB at a time (2,048 rows at most), so that a table of
 * any length needs the memory of one chunk.
 */
export async function* selectedRows(
  connection: DuckDBConnection,
  { from, geometry, columns, conversions }: RowSelection,
): AsyncGenerator<ExportRow[]> {
  const shape = geometry === null ? 'NULL' : identifier(geometry)
  const values = columns.map(({ name }) => conversions.get(name)!)
  const result = await connection.stream(`SELECT ${[shape, ...values].join(', ')} FROM ${from}`)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return
    const shapes = chunk.getColumnValues(0)
    const read = columns.map(({ type }, i) => {
      const column = chunk.getColumnValues(i + 1)
      return type === 'datetime' ? column.map(instantOf) : column.map(plainOf)
    })
    yield shapes.map((found, row) => ({
      shape: bytesOf(found),
      values: read.map((column) => column[row]),
    }))
  }
}

function instantOf(milliseconds: DuckDBValue): string | null {
  return milliseconds === null ? null : new Date(Number(milliseconds)).toISOString()
}

function plainOf(value: DuckDBValue): ExportValue {
  return value instanceof Object ? bytesOf(value) : value
}

/** Bytes of a shape or of a BLOB. */
function bytesOf(value: DuckDBValue): Uint8Array | null {
  return value === null ? null : (value as { bytes: Uint8Array }).bytes
}
