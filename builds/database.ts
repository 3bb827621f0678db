import { rename, rm } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { columnsOf, type Table } from '../layers/table.ts'
import { literal } from '../pipelines/stages/sql-text.ts'
import type { Progress } from '../terminal/progress.ts'
import type { FinishedPartition } from './partition-job.ts'

/**
 * Writes the DuckDB file that analysts open: every table with its comments, box columns and small
 * row groups, and the tables `rejects`, `repairs` and `key_cases`. Derived from the Parquet files
 * and not byte-stable, so nothing else is made from it.
 */
export async function writeDatabase(
  file: string,
  tables: readonly { table: Table; files: readonly string[] }[],
  partitions: readonly FinishedPartition[],
  progress: Progress,
): Promise<void> {
  const step = progress.step('write the DuckDB file', { total: tables.length, unit: 'tables' })
  const partial = `${file}.part`
  await rm(partial, { force: true })
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })
  const connection = await instance.connect()
  // Without shredding a group of 8,192 rows stays compact: design, section 3.6.
  await connection.run('SET geometry_minimum_shredding_size = 0')
  await connection.run(
    `ATTACH ${literal(partial)} AS build (ROW_GROUP_SIZE 8192, STORAGE_VERSION 'v1.5.0')`,
  )
  await connection.run('USE build')
  for (const { table, files } of tables) {
    const list = files.map(literal).join(', ')
    const order = table.geometry !== 'none' ? '' : ` ORDER BY "${table.key}"`
    await connection.run(
      `CREATE TABLE ${table.name} AS SELECT * FROM read_parquet([${list}])${order}`,
    )
    await connection.run(
      `COMMENT ON TABLE ${table.name} IS ${literal(`${table.grain} Key: ${table.key}.`)}`,
    )
    for (const { name, comment } of [...columnsOf(table), ...boxColumns(table)])
      await connection.run(`COMMENT ON COLUMN ${table.name}."${name}" IS ${literal(comment)}`)
    step.advance(1)
  }
  for (const statement of countTables(partitions)) await connection.run(statement)
  await connection.run('USE memory')
  await connection.run('DETACH build')
  connection.closeSync()
  instance.closeSync()
  await rename(partial, file)
  step.done()
}

function boxColumns(table: Table): { name: string; comment: string }[] {
  if (table.geometry === 'none') return []
  const sides = { xmin: 'West', ymin: 'South', xmax: 'East', ymax: 'North' }
  return [
    ...Object.entries(sides).map(([name, side]) => ({
      name,
      comment: `${side} edge of the box in degrees: filter on it first, it prunes row groups`,
    })),
    {
      name: 'geometry',
      comment: `${table.geometry === 'points' ? 'Point' : 'Polygons'} in lon/lat, OGC:CRS84, on a 1e-7 degree grid`,
    },
  ]
}

/** What was refused, repaired and merged while the tables were made, as tables. */
function countTables(partitions: readonly FinishedPartition[]): string[] {
  const each = partitions.flatMap(({ partition, tables }) =>
    tables.map((table) => ({ partition, ...table })),
  )
  const rejects = each.flatMap(({ table, partition, rejects }) =>
    Object.entries(rejects).map(([stat, { count, example }]) => [
      table,
      partition,
      stat,
      count,
      example,
    ]),
  )
  const repairs = each.flatMap(({ table, partition, repairs }) =>
    Object.entries(repairs).map(([kind, { count, area_change_m2 }]) => [
      table,
      partition,
      kind,
      count,
      area_change_m2,
    ]),
  )
  const cases = each.flatMap(({ table, partition, cases }) =>
    Object.entries(cases).map(([name, count]) => [table, partition, name, count]),
  )
  const owner = 'table_name VARCHAR, partition VARCHAR'
  return [
    `CREATE TABLE rejects (${owner}, stat VARCHAR, count BIGINT, example VARCHAR)`,
    `COMMENT ON TABLE rejects IS 'Rows or values refused while a table was made, by name, with the first as the example'`,
    ...inserts('rejects', rejects),
    `CREATE TABLE repairs (${owner}, kind VARCHAR, count BIGINT, area_change_m2 DOUBLE)`,
    `COMMENT ON TABLE repairs IS 'Geometries repaired by kind of fault, with the area gained or lost in square metres'`,
    ...inserts('repairs', repairs),
    `CREATE TABLE key_cases (${owner}, name VARCHAR, count BIGINT)`,
    `COMMENT ON TABLE key_cases IS 'What the id rule and the roll join met: merged, tied, without a row'`,
    ...inserts('key_cases', cases),
  ]
}

function inserts(table: string, rows: (string | number)[][]): string[] {
  const value = (each: string | number) => (typeof each === 'number' ? `${each}` : literal(each))
  return rows.map((row) => `INSERT INTO ${table} VALUES (${row.map(value).join(', ')})`)
}
