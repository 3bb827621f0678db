import type { Command } from '../terminal/command.ts'

export const queryCommand: Command = {
  name: 'query',
  summary: 'Run an SQL query on the DuckDB file of a build',
  usage: 'query <sql> [options]',
  options: {
    file: { type: 'string', value: 'path', help: 'read the SQL from a file' },
    build: { type: 'string', value: 'id', help: 'another build than the pinned one' },
    csv: { type: 'boolean', help: 'all rows as CSV; null is an empty cell' },
    json: { type: 'boolean', help: 'all rows, one JSON object a line' },
    out: {
      type: 'string',
      value: 'file',
      help: 'write all rows to a file, its format by its ending: .gpkg, .fgb, .csv, .parquet, .geojson',
    },
    force: { type: 'boolean', help: 'with --out: replace the file if it is there' },
  },
  examples: [
    'plat query "FROM guide_tables"',
    'plat query "SELECT column_name, comment FROM guide_columns WHERE table_name = \'parcels\'"',
    'plat query "SELECT zone, count(*) FROM flood_zones GROUP BY zone ORDER BY zone"',
    'plat query --file examples/flood-exposed-value-by-zone.sql --csv',
    'plat query "SELECT zone, geometry FROM flood_zones" --out zones.gpkg',
  ],
  requires: new URL('../builds/', import.meta.url),
  async run(args, out) {
    const { runQuery } = await import('./query/run-query.ts')
    return await runQuery(args, out)
  },
}
