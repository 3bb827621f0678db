import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Audit, Manifest } from '../catalog/manifest.ts'
import { boundsOf, GRID } from '../geometry/polygons.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import type { ColumnType } from '../packs/pack-format.ts'
import { type Column, columnsOf, HAS_AREA, type Table } from '../packs/table.ts'
import { sqlTypeOf } from '../pipelines/stages/load.ts'
import { literal } from '../values/sql-text.ts'
import type { FinishedTable } from './partition-job.ts'

/** One partition of one table, for auditing. */
export interface AuditedPartition {
  table: Table
  partition: string
  file: string
  finished: FinishedTable
}

/** Finds the audits of a partition that an earlier build measured, or measures them. */
export type Remember = (
  partition: AuditedPartition,
  measure: () => Promise<Audit[]>,
) => Promise<Audit[]>

/** Measures each time. */
export const MEASURE: Remember = (_, measure) => measure()

/** More rejects than this share of what was read is a broken input, not dirty rows. */
const MAX_REJECT_SHARE = 0.1
/** Fewer rows, or less area, than this share of the pinned build is a broken input. */
const MIN_SHARE = 0.9
/** Rows may reach over the declared coverage by this much: coverages are coarser than rows. */
const BOUNDS_SLACK_DEG = 0.1
/** Polygons of one table overlap a little; an area of twice the coverage is a doubled input. */
const MAX_AREA_SHARE = 2
/** Rows that lie wholly off the coverage's box: more than these are in another place. */
const MAX_STRAY_SHARE = 0.05
/** Sentinels of the sources, which mean "no value" and must never leave a pipeline. */
const NUMBER_SENTINELS = [-9999, -8888, -99999]
const TEXT_SENTINELS = ['-9999', '-8888', '-99999', 'NP', '9999-09-09', '8888-08-08', '<Null>']

/**
 * Runs the gates before a pin and returns every audit, passed or failed. `previous` is the manifest
 * of the pinned build, which rows and areas are compared with.
 */
export async function auditPartitions(
  partitions: readonly AuditedPartition[],
  previous: Manifest | null,
  remember = MEASURE,
): Promise<Audit[]> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })
  const connection = await instance.connect()
  try {
    const audits: Audit[] = []
    for (const each of partitions) {
      const own = await remember(each, () => auditPartition(each, connection))
      audits.push(...own, ...compareWithPrevious(each, own, previous))
    }
    return audits
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Creates a function that makes the audits of one partition of a table. */
export function gateOf({ name: table }: Table, partition: string) {
  return (
    name: string,
    passed: boolean,
    measured: Audit['measured'],
    limit: Audit['limit'],
  ): Audit => ({ name, table, partition, passed, measured, limit })
}

async function auditPartition(
  { table, partition, file, finished }: AuditedPartition,
  connection: DuckDBConnection,
): Promise<Audit[]> {
  const from = `read_parquet(${literal(file)})`
  const columns = columnsOf(table)
  const one = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS()[0]
  const gate = gateOf(table, partition)

  const audits: Audit[] = []
  const drift = await schemaDrift(connection, from, table, columns)
  audits.push(gate('schema', drift === '', drift === '' ? 'as declared' : drift, 'as declared'))
  if (drift !== '') return audits

  const [rows, keys] = (
    await one(`SELECT count(*), count(DISTINCT "${table.key}") FROM ${from}`)
  ).map(Number)
  audits.push(gate('rows', rows > 0, rows, 'at least 1'))
  audits.push(gate('unique_keys', rows === keys, rows - keys, 0))
  const refused = Object.entries(finished.rejects)
    .filter(([stat]) => !stat.startsWith('roll.'))
    .reduce((sum, [, { count }]) => sum + count, 0)
  // The refused units of a raster are its cells.
  const cells = finished.rasters.reduce((sum, raster) => sum + raster.cells_with_value, 0)
  const share = refused / Math.max(1, rows + cells + refused)
  audits.push(
    gate('reject_share', share <= MAX_REJECT_SHARE, toSignificant(share), MAX_REJECT_SHARE),
  )

  const required = columns.filter(({ nullable }) => !nullable)
  const nulls = await one(
    `SELECT ${required.map(({ name }) => `count(*) - count("${name}")`).join(' + ')} FROM ${from}`,
  )
  audits.push(gate('required_filled', Number(nulls[0]) === 0, Number(nulls[0]), 0))
  const leaked = await one(`SELECT ${columns.map(sentinels).join(' + ')} FROM ${from}`)
  audits.push(gate('sentinels', Number(leaked[0]) === 0, Number(leaked[0]), 0))

  if (table.geometry !== 'none')
    audits.push(...(await auditGeometry(gate, one, from, table, finished)))
  return audits
}

type Gate = ReturnType<typeof gateOf>

async function auditGeometry(
  gate: Gate,
  one: (sql: string) => Promise<unknown[]>,
  from: string,
  table: Table,
  { coverage, area_km2 }: FinishedTable,
): Promise<Audit[]> {
  const sides = await one(`SELECT min(xmin), min(ymin), max(xmax), max(ymax) FROM ${from}`)
  const [xmin, ymin, xmax, ymax] = sides.map(Number)
  const isLonLat = xmin >= -180 && xmax <= 180 && ymin >= -90 && ymax <= 90
  const located = [
    gate('bounds', isLonLat, [xmin, ymin, xmax, ymax].map(toSignificant).join(' '), 'lon/lat'),
    ...(HAS_AREA[table.geometry]
      ? [gate('area_km2', area_km2 > 0, toSignificant(area_km2), 'above 0')]
      : []),
  ]
  // Without a declared coverage there is nothing to compare the rows with.
  if (coverage.wkb === null) return located
  const [west, south, east, north] = boundsOf(wkbToPolygons(Buffer.from(coverage.wkb, 'hex'))).map(
    (side) => side / GRID,
  )
  const slack = BOUNDS_SLACK_DEG
  const [stray] = await one(`
    SELECT count(*) FILTER (xmax < ${west - slack} OR xmin > ${east + slack}
      OR ymax < ${south - slack} OR ymin > ${north + slack}) / count(*) FROM ${from}`)
  const share = area_km2 / coverage.area_km2
  return [
    ...located,
    gate(
      'rows_off_coverage',
      Number(stray) <= MAX_STRAY_SHARE,
      toSignificant(Number(stray)),
      MAX_STRAY_SHARE,
    ),
    gate('area_over_coverage', share <= MAX_AREA_SHARE, toSignificant(share), MAX_AREA_SHARE),
  ]
}

/**
 * Compares with the pinned build: a table that loses a tenth fails, unless a person accepts the
 * drop.
 */
function compareWithPrevious(
  { table, partition, finished }: AuditedPartition,
  own: readonly Audit[],
  previous: Manifest | null,
): Audit[] {
  const gate = gateOf(table, partition)
  const rows = own.find(({ name }) => name === 'rows')?.measured
  // A table with other columns is not measured further.
  if (typeof rows !== 'number') return []
  const now = { rows, area_km2: finished.area_km2 }
  return (['rows', 'area_km2'] as const).flatMap((name) => {
    const before = previous?.audits.find(
      (audit) => audit.name === name && audit.table === table.name && audit.partition === partition,
    )?.measured
    if (typeof before !== 'number' || before === 0) return []
    const share = now[name] / before
    return [
      gate(`${name}_against_pinned`, share > MIN_SHARE, toSignificant(share), `above ${MIN_SHARE}`),
    ]
  })
}

async function schemaDrift(
  connection: DuckDBConnection,
  from: string,
  table: Table,
  columns: Column[],
): Promise<string> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
  const has = new Map(
    described.getRowObjectsJS().map((row) => [`${row.column_name}`, `${row.column_type}`]),
  )
  const wrong = columns
    .filter(({ name, type }) => has.get(name) !== sqlTypeOf(type))
    .map(({ name, type }) => `${name} is ${has.get(name) ?? 'absent'}, not ${sqlTypeOf(type)}`)
  if (table.geometry !== 'none' && !`${has.get('geometry')}`.startsWith('GEOMETRY'))
    wrong.push(`geometry is ${has.get('geometry') ?? 'absent'}`)
  return wrong.join('; ')
}

const NUMBERS = NUMBER_SENTINELS.join(', ')
/** Sentinels of a type as SQL; null where it has none. */
const SENTINELS: Record<ColumnType, string | null> = {
  text: TEXT_SENTINELS.map((each) => `'${each}'`).join(', '),
  real: NUMBERS,
  integer: NUMBERS,
  boolean: null,
}

function sentinels({ name, type }: Column): string {
  const values = SENTINELS[type]
  return values === null ? '0' : `count(*) FILTER ("${name}" IN (${values}))`
}

/** Rounds to eight significant digits. */
function toSignificant(value: number): number {
  return Number(value.toPrecision(8))
}
