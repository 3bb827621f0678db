import { rename, rm } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { columnsOf, keyColumnsOf, type Table } from '../packs/table.ts'
import type { Progress } from '../terminal/progress.ts'
import { literal } from '../values/sql-text.ts'
import { commentStatements } from './comment-statements.ts'
import { countStatements } from './count-tables.ts'
import { guideStatements } from './guide.ts'
import type { FinishedPartition } from './partition-job.ts'
import { viewStatements, viewsOver } from './views.ts'

/**
 * Writes the DuckDB file that analysts open: every table with its comments, box columns and small
 * row groups, the tables `rejects`, `repairs` and `key_cases`, the views, and the comments of all
 * of them as `guide_tables` and `guide_columns`. Rows are in the order of the files, one partition
 * after the other: to sort those of 10 partitions by their keys took 2.4 times as much. Derived
 * from the Parquet files and not byte-stable, so nothing else is made from it.
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
  try {
    // Without shredding a group of 8,192 rows stays compact: design, section 3.6.
    await connection.run('SET geometry_minimum_shredding_size = 0')
    await connection.run(
      `ATTACH ${literal(partial)} AS build (ROW_GROUP_SIZE 8192, STORAGE_VERSION 'v1.5.0')`,
    )
    await connection.run('USE build')
    for (const { table, files } of tables) {
      const list = files.map(literal).join(', ')
      const shapes = `REPLACE (geometry::GEOMETRY('OGC:CRS84') AS geometry)`
      const all = table.geometry === 'none' ? '*' : `* ${shapes}`
      await connection.run(
        `CREATE TABLE ${table.name} AS SELECT ${all} FROM read_parquet([${list}])`,
      )
      step.advance(1)
    }
    const described = tables.map(({ table }) => table)
    // One transaction: a comment on a column of a view took 20 ms in one of its own. And one call:
    // 413 comments take 65 ms in one, and 160 ms in a call each.
    const statements = [
      ...described.flatMap(tableComments),
      ...countStatements(partitions),
      ...viewsOver(described).flatMap(viewStatements),
    ]
    for (const group of [statements, guideStatements('build')]) {
      await connection.run('BEGIN')
      await connection.run(group.join(';\n'))
      await connection.run('COMMIT')
    }
    await connection.run('USE memory')
    await connection.run('DETACH build')
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  await rename(partial, file)
  step.done()
}

function tableComments(table: Table): string[] {
  const about = `${table.grain} Key: ${keyColumnsOf(table).join(', ')}.`
  const columns = [...columnsOf(table), ...boxColumns(table)]
  return commentStatements('TABLE', table.name, about, columns)
}

const SHAPES = { polygons: 'Polygons', lines: 'Lines', points: 'Point' }

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
      comment: `${SHAPES[table.geometry]} in lon/lat, OGC:CRS84, on a 1e-7 degree grid`,
    },
  ]
}
