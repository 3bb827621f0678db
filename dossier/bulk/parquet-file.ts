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
/** A line holds a whole dossier, with geometry too. */
const LINE_BYTES_MAX = 256_000_000

/** The columns of the Parquet form: what was asked, status and facts by section, the dossier. */
function columnTypes(layers: readonly string[]): Record<string, string> {
  const facts = columnsOf({ name: 'dossiers', row: dossierColumns(layers) })
  return {
    line: 'BIGINT',
    id: 'VARCHAR',
    lat: 'DOUBLE',
    lng: 'DOUBLE',
    error: 'VARCHAR',
    warning: 'VARCHAR',
    ...Object.fromEntries(facts.map(({ name, type }) => [name, SQL_TYPES[type]])),
    layers: 'VARCHAR',
  }
}

/** Turns lines of flat rows into one Parquet file beside them, in their order; answers its path. */
export async function linesToParquet(lines: string, layers: readonly string[]): Promise<string> {
  const made = `${lines}.parquet`
  const columns = Object.entries(columnTypes(layers)).map(([name, type]) => `"${name}": '${type}'`)
  const options = [
    `columns = {${columns.join(', ')}}`,
    `format = 'newline_delimited'`,
    `maximum_object_size = ${LINE_BYTES_MAX}`,
    // A folder called id=7 would give every row that id.
    'hive_partitioning = false',
  ]
  // What does not fit spills beside the lines: by itself DuckDB takes the folder one stands in.
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
