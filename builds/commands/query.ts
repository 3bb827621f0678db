import { DuckDBInstance } from '@duckdb/node-api'
import { openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type Command, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'

/** Rows printed of an answer: an analyst who wants more opens the file, whose name is printed. */
const ROWS_MAX = 1000

export const queryCommand: Command = {
  name: 'query',
  summary: 'Ask the DuckDB file of a build a question in SQL',
  usage: 'query <sql> [options]',
  options: {
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    json: { type: 'boolean', help: 'one JSON object a line' },
  },
  examples: [
    'plat query "SELECT zone, count(*) FROM flood_zones GROUP BY zone ORDER BY zone"',
    'plat query "SELECT * FROM rejects"',
    'plat query "SELECT table_name, comment FROM duckdb_tables()"',
  ],
  async run({ positionals, values }, out) {
    const [sql] = positionals
    if (sql === undefined || sql.trim() === '' || positionals.length > 1)
      throw new UsageError('Give one SQL text, in quotes.')
    const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
    const file = build.paths.databaseFile
    const instance = await DuckDBInstance.create(file, {
      access_mode: 'READ_ONLY',
      // A question reads the build and nothing else of this machine.
      enable_external_access: 'false',
      memory_limit: '1GB',
    })
    const connection = await instance.connect()
    try {
      const result = await connection.streamAndReadUntil(sql, ROWS_MAX + 1)
      const rows = result.getRowObjectsJson().slice(0, ROWS_MAX)
      if (values.json) for (const row of rows) out.print(JSON.stringify(row))
      else
        out.print(
          formatTable(
            result.columnNames(),
            rows.map((row) => Object.values(row).map(cell)),
          ),
        )
      if (result.currentRowCount > ROWS_MAX)
        out.progress.note(`The first ${ROWS_MAX} rows. For all of them open ${file} in DuckDB.`)
      return 0
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause
      const remedy = 'Correct the SQL; `plat query "SHOW TABLES"` lists the tables.'
      throw new StepError('query', build.id, cause.message.split('\n')[0], remedy)
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  },
}

function cell(value: unknown): string | number | null {
  return value === null || typeof value === 'number' || typeof value === 'string'
    ? value
    : JSON.stringify(value)
}
