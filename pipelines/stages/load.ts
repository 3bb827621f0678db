import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  type DuckDBType,
  VARCHAR,
} from '@duckdb/node-api'
import type { ColumnType } from '../../packs/pack-format.ts'
import type { Column } from '../../packs/table.ts'
import { ChunkAppender } from './chunk-appender.ts'
import { type ColumnBuffer, columnBuffer } from './column-buffer.ts'
import { SHAPE_COLUMNS, ShapeBuffers } from './shape-buffers.ts'
import type { StagedRow } from './staged-row.ts'

const TYPES: Record<ColumnType, { sql: string; duckdb: DuckDBType }> = {
  text: { sql: 'VARCHAR', duckdb: VARCHAR },
  real: { sql: 'DOUBLE', duckdb: DOUBLE },
  integer: { sql: 'BIGINT', duckdb: BIGINT },
  boolean: { sql: 'BOOLEAN', duckdb: BOOLEAN },
}

export function sqlTypeOf(type: ColumnType): string {
  return TYPES[type].sql
}

/** Loads converted rows into a staging table, 2,048 rows a chunk, columns first. */
export class StagingTable {
  readonly name: string
  rows = 0
  private readonly columns: { name: string; buffer: ColumnBuffer }[]
  private readonly shapes: ShapeBuffers
  private readonly appender: ChunkAppender

  private constructor(
    name: string,
    columns: { name: string; buffer: ColumnBuffer }[],
    shapes: ShapeBuffers,
    appender: ChunkAppender,
  ) {
    this.name = name
    this.columns = columns
    this.shapes = shapes
    this.appender = appender
  }

  static async create(
    connection: DuckDBConnection,
    name: string,
    columns: Column[],
  ): Promise<StagingTable> {
    const sql = columns.map((column) => `"${column.name}" ${TYPES[column.type].sql}`)
    await connection.run(
      `CREATE OR REPLACE TABLE ${name} (${[...sql, ...SHAPE_COLUMNS].join(', ')})`,
    )
    const shapes = new ShapeBuffers()
    const own = columns.map((column) => ({
      name: column.name,
      type: TYPES[column.type].duckdb,
      buffer: columnBuffer(column.type),
    }))
    const appender = await ChunkAppender.create(connection, name, [...own, ...shapes.columns])
    return new StagingTable(name, own, shapes, appender)
  }

  add(rows: readonly StagedRow[]): void {
    this.rows += rows.length
    for (let from = 0; from < rows.length; ) {
      const to = Math.min(rows.length, from + this.appender.room)
      const first = this.appender.filled - from
      for (const { name, buffer } of this.columns)
        for (let i = from; i < to; i++) buffer.put(first + i, rows[i].values[name] ?? null)
      for (let i = from; i < to; i++) this.shapes.put(first + i, rows[i])
      this.appender.added(to - from)
      if (this.shapes.isFull) this.appender.flush()
      from = to
    }
  }

  /** Adds the rows of a query on the same connection, which has columns of these names. */
  async addFrom(connection: DuckDBConnection, query: string): Promise<void> {
    const { rowsChanged } = await connection.run(`INSERT INTO ${this.name} BY NAME ${query}`)
    this.rows += rowsChanged
  }

  finish(): void {
    this.appender.finish()
  }
}

/** Rows of a staged table, and the area of its different polygons in square kilometres. */
export async function stagedTotals(
  connection: DuckDBConnection,
  from: string,
  shape = 'md5(wkb)',
): Promise<{ rows: number; area_km2: number }> {
  const totals = await connection.runAndReadAll(`
    SELECT (SELECT count(*) FROM ${from})::INTEGER,
      coalesce((SELECT sum(area) / 1e6 FROM (
        SELECT any_value(geometry_area_m2) AS area FROM ${from} GROUP BY ${shape})), 0)`)
  const [rows, area_km2] = totals.getRowsJS()[0] as number[]
  return { rows, area_km2 }
}
