import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { identifier } from '../../values/sql-text.ts'
import { type InputPoint, parsePoint } from './input-point.ts'
import { findColumns, type PointColumns } from './point-columns.ts'

/** Reads the points of a Parquet file in its order, with one chunk of rows in memory at a time. */
export async function* parquetPoints(
  file: string,
  columns: PointColumns,
): AsyncGenerator<InputPoint> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '500MB', threads: '1' })
  const connection = await instance.connect()
  try {
    yield* rowsOf(connection, file, columns)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function* rowsOf(connection: DuckDBConnection, file: string, columns: PointColumns) {
  // A folder named lat=7 would give every row that latitude.
  const table = 'read_parquet($1, hive_partitioning = false)'
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`, [file])
  const types = new Map(
    described.getRowObjects().map((row) => [`${row.column_name}`, `${row.column_type}`]),
  )
  const found = findColumns([...types.keys()], columns, file)
  // Numbers of any type are cast to doubles; texts are parsed like those of a CSV.
  const degrees = (name: string) =>
    types.get(name) === 'VARCHAR' ? identifier(name) : `${identifier(name)}::DOUBLE`
  const id = found.id === null ? 'NULL' : `${identifier(found.id)}::VARCHAR`
  const sql = `SELECT ${degrees(found.lat!)}, ${degrees(found.lng!)}, ${id} FROM ${table}`
  const result = await connection.stream(sql, [file])
  let line = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return
    for (const [lat, lng, id] of chunk.getRows()) yield parsePoint(++line, { lat, lng, id })
  }
}
