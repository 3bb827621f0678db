import type { DuckDBBlobValue, DuckDBValue } from '@duckdb/node-api'
import { type GridPoint, wkbToPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import { wkbToLines } from '../../geometry/lines-wkb.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { wkbToPolygons } from '../../geometry/wkb.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { columnsOf, type Table } from '../../packs/table.ts'
import { literal } from '../../values/sql-text.ts'
import { openReadingConnection } from './reading-database.ts'

export interface TableRow {
  values: PackValue[]
  /** Only in a table of polygons, and null in a row that has none. */
  polygons: Polygons | null
  /** Only in a table of lines. */
  lines: Lines | null
  /** Only in a table of points. */
  point: GridPoint | null
}

/**
 * SQL of the shape of a row of a Parquet file, as WKB. A file in which every shape is null does not
 * state its type: DuckDB then reads bytes.
 */
export const SHAPE_WKB = 'ST_AsWKB(geometry::GEOMETRY)'

/**
 * Rows of a table's Parquet files in file order, a DuckDB chunk (2,048 rows) at a time. `columns`
 * chooses and orders the values. One chunk is held at a time.
 */
export async function* tableRows(
  table: Table,
  files: readonly string[],
  columns: readonly string[] = columnsOf(table).map(({ name }) => name),
): AsyncGenerator<TableRow[]> {
  const connection = await openReadingConnection()
  try {
    const hasGeometry = table.geometry !== 'none'
    const names = columns.map((name) => `"${name}"`)
    if (hasGeometry) names.push(SHAPE_WKB)
    for (const file of files) {
      const result = await connection.stream(
        `SELECT ${names.join(', ')} FROM read_parquet(${literal(file)})`,
      )
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) break
        const read = columns.map((_, i) => chunk.getColumnValues(i))
        const wkbs = hasGeometry ? chunk.getColumnValues(columns.length) : null
        const rows: TableRow[] = []
        for (let row = 0; row < chunk.rowCount; row++)
          rows.push({
            values: read.map((values) => plain(values[row])),
            ...shapeOf(table, wkbs?.[row] as DuckDBBlobValue | null | undefined),
          })
        yield rows
      }
    }
  } finally {
    connection.closeSync()
  }
}

const NO_SHAPE = { polygons: null, lines: null, point: null }

/** The shape of a row of a table, of its WKB in degrees. */
export function shapeOf(
  table: Table,
  wkb: DuckDBBlobValue | null | undefined,
): Pick<TableRow, 'polygons' | 'lines' | 'point'> {
  if (!wkb) return NO_SHAPE
  switch (table.geometry) {
    case 'points':
      return { ...NO_SHAPE, point: wkbToPoint(wkb.bytes) }
    case 'lines':
      return { ...NO_SHAPE, lines: wkbToLines(wkb.bytes) }
    case 'polygons':
      return { ...NO_SHAPE, polygons: wkbToPolygons(wkb.bytes) }
    case 'none':
      return NO_SHAPE
  }
}

function plain(value: DuckDBValue): PackValue {
  if (typeof value === 'bigint') return Number(value)
  return value as PackValue
}
