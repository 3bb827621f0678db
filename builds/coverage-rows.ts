import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { wkbToPolygons } from '../geometry/wkb.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import { columnsOf } from '../packs/table.ts'
import { derive } from '../pipelines/stages/convert.ts'
import { StagingTable } from '../pipelines/stages/load.ts'
import { writeOrdered } from '../pipelines/stages/order.ts'
import { tableFile } from './build-file.ts'
import type { FinishedPartition } from './partition-job.ts'

/** An undeclared coverage is a row without a shape: it names the source and covers nothing. */
function shapeOf(wkb: string | null) {
  return wkb === null ? { polygons: null } : derive(wkbToPolygons(Buffer.from(wkb, 'hex')))
}

/**
 * Writes the table of declared coverages into a folder, one row a table and partition. Returns its
 * row count.
 */
export async function writeCoverage(
  partitions: readonly FinishedPartition[],
  into: string,
): Promise<number> {
  const file = join(into, tableFile(coverageTable.name, 'all'))
  await mkdir(dirname(file), { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '500MB' })
  const connection = await instance.connect()
  try {
    const staged = await StagingTable.create(connection, 'coverage', columnsOf(coverageTable))
    for (const { partition, county, area_name, tables } of partitions)
      for (const { table, coverage, source } of tables)
        staged.add([
          {
            ...shapeOf(coverage.wkb),
            values: {
              coverage_key: `${table}/${partition}`,
              table_name: table,
              partition,
              area_name,
              county_name: county?.name ?? null,
              county_fips: county?.fips ?? null,
              outside: coverage.outside,
              outside_evidence: coverage.evidence,
              declared_by: coverage.from,
              source_id: source.id,
              source_name: source.title,
              source_vintage: source.vintage,
              source_attribution: source.attribution,
              source_note: coverage.note,
              retrieved_at: source.retrieved_at,
              has_roll: coverage.has_roll,
              feeds_unavailable: coverage.feeds_unavailable.join('; ') || null,
            },
          },
        ])
    staged.finish()
    const database = { staging: connection, connect: () => instance.connect() }
    await writeOrdered(database, coverageTable, 'coverage', file)
    return staged.rows
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
