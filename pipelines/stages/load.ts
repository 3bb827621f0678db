import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  VARCHAR,
} from '@duckdb/node-api'
import { pointToWkb } from '../../layers/geometry/grid-point.ts'
import { GRID } from '../../layers/geometry/polygons.ts'
import { polygonsToWkb } from '../../layers/geometry/wkb.ts'
import type { ColumnType, PackValue } from '../../layers/packs/pack-format.ts'
import type { Column } from '../../layers/table.ts'
import type { ConvertedPoint, ConvertedRow } from './convert.ts'

/** What a staging table takes: a row with polygons, with a point, or without a shape. */
export type StagedRow =
  | ConvertedRow<Record<string, PackValue>>
  | ConvertedPoint<Record<string, PackValue>>
  | { values: Record<string, PackValue>; polygons: null }

const TYPES: Record<ColumnType, { sql: string; duckdb: DuckDBType }> = {
  text: { sql: 'VARCHAR', duckdb: VARCHAR },
  real: { sql: 'DOUBLE', duckdb: DOUBLE },
  integer: { sql: 'BIGINT', duckdb: BIGINT },
  boolean: { sql: 'BOOLEAN', duckdb: BOOLEAN },
}

export function sqlTypeOf(type: ColumnType): string {
  return TYPES[type].sql
}

/** Columns that every staged row has beside its own: order, geometry and what is derived of it. */
const GEOMETRY_COLUMNS: { name: string; type: string; duckdb: DuckDBType }[] = [
  { name: 'wkb', type: 'BLOB', duckdb: BLOB },
  { name: 'geometry_area_m2', type: 'DOUBLE', duckdb: DOUBLE },
  { name: 'hilbert', type: 'BIGINT', duckdb: BIGINT },
  { name: 'xmin', type: 'DOUBLE', duckdb: DOUBLE },
  { name: 'ymin', type: 'DOUBLE', duckdb: DOUBLE },
  { name: 'xmax', type: 'DOUBLE', duckdb: DOUBLE },
  { name: 'ymax', type: 'DOUBLE', duckdb: DOUBLE },
]

/** DuckDB's own chunk size: a chunk of another size is split again. */
const CHUNK_ROWS = 2048

/** Loads converted rows into a staging table, 2,048 rows a chunk, columns first. */
export class StagingTable {
  readonly name: string
  rows = 0
  private readonly columns: Column[]
  private readonly appender: DuckDBAppender
  private readonly types: DuckDBType[]
  private pending: StagedRow[] = []

  private constructor(name: string, columns: Column[], appender: DuckDBAppender) {
    this.name = name
    this.columns = columns
    this.appender = appender
    this.types = [
      ...columns.map(({ type }) => TYPES[type].duckdb),
      ...GEOMETRY_COLUMNS.map(({ duckdb }) => duckdb),
    ]
  }

  static async create(
    connection: DuckDBConnection,
    name: string,
    columns: Column[],
  ): Promise<StagingTable> {
    const own = columns.map((column) => `"${column.name}" ${TYPES[column.type].sql}`)
    const derived = GEOMETRY_COLUMNS.map((column) => `${column.name} ${column.type}`)
    await connection.run(`CREATE OR REPLACE TABLE ${name} (${[...own, ...derived].join(', ')})`)
    return new StagingTable(name, columns, await connection.createAppender(name))
  }

  add(rows: StagedRow[]): void {
    this.rows += rows.length
    this.pending.push(...rows)
    let from = 0
    for (; this.pending.length - from >= CHUNK_ROWS; from += CHUNK_ROWS)
      this.append(this.pending.slice(from, from + CHUNK_ROWS))
    if (from > 0) this.pending = this.pending.slice(from)
  }

  finish(): void {
    if (this.pending.length > 0) this.append(this.pending)
    this.pending = []
    this.appender.closeSync()
  }

  private append(rows: StagedRow[]): void {
    const chunk = DuckDBDataChunk.create(this.types, rows.length)
    this.columns.forEach(({ name, type }, i) => {
      const values = rows.map(({ values }) => duckdbValue(values[name] ?? null, type))
      chunk.setColumnValues(i, values)
    })
    const derived = rows.map(derivedValues)
    GEOMETRY_COLUMNS.forEach((_, i) => {
      chunk.setColumnValues(
        this.columns.length + i,
        derived.map((values) => values[i]),
      )
    })
    this.appender.appendDataChunk(chunk)
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

/** NaN, which a geodatabase may hold, is no value: a pack would answer null for it too. */
function duckdbValue(value: PackValue, type: ColumnType): DuckDBValue {
  if (value === null || Number.isNaN(value)) return null
  if (type === 'integer') return BigInt(value as number)
  return type === 'text' ? `${value}` : value
}

function derivedValues(row: StagedRow): DuckDBValue[] {
  if ('polygons' in row && row.polygons === null)
    return GEOMETRY_COLUMNS.map(({ name }) => (name === 'hilbert' ? 0n : null))
  const wkb = 'point' in row ? pointToWkb(row.point) : polygonsToWkb(row.polygons)
  return [
    new DuckDBBlobValue(wkb),
    row.area_m2,
    BigInt(row.hilbert),
    ...row.bounds.map((side) => side / GRID),
  ]
}
