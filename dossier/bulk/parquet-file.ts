import { DuckDBInstance } from '@duckdb/node-api'
import { dossierColumns } from '../../layers/dossier-columns.ts'
import { columnsOf } from '../../packs/table.ts'
import { literal } from '../../values/sql-text.ts'

const SQL_TYPES = {
  text: 'VARCHAR',
  real: 'DOUBLE',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
} as const
/** A line holds a whole dossier, possibly with geometry. */
const LINE_BYTES_MAX = 256_000_000

/** Columns of the Parquet form: the point, status and values by section, the dossier. */
function columnTypes(layers: readonly string[]): Record<string, string> {
  const columns = columnsOf({ name: 'dossiers', row: dossierColumns(layers) })
  return {
    line: 'BIGINT',
    id: 'VARCHAR',
    lat: 'DOUBLE',
    lng: 'DOUBLE',
    error: 'VARCHAR',
    warning: 'VARCHAR',
    ...Object.fromEntries(columns.map(({ name, type }) => [name, SQL_TYPES[type]])),
    layers: 'VARCHAR',
  }
}

/**
 * Converts lines of flat rows into one Parquet file next to them, in their order; returns its path.
 */
export async function linesToParquet(lines: string, layers: readonly string[]): Promise<string> {
  const made = `${lines}.parquet`
  const columns = Object.entries(columnTypes(layers)).map(([name, type]) => `"${name}": '${type}'`)
  const options = [
    `columns = {${columns.join(', ')}}`,
    `format = 'newline_delimited'`,
    `maximum_object_size = ${LINE_BYTES_MAX}`,
    // A folder named id=7 would give every row that id.
    'hive_partitioning = false',
  ]
  // DuckDB spills next to the lines; by default it uses the working directory.
  const limits = { memory_limit: '2GB', temp_directory: `${lines}.spill` }
  const instance = await DuckDBInstance.create(':memory:', limits)
  const connection = await instance.connect()
  try {
    await connection.run(
      `COPY (SELECT * FROM read_json(${literal(lines)}, ${options.join(', ')}) ORDER BY line)
       TO ${literal(made)} (FORMAT parquet, COMPRESSION zstd)`,
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return made
}
