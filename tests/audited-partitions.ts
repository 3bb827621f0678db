import { join } from 'node:path'
import { z } from 'zod'
import type { AuditedPartition } from '../builds/audit.ts'
import type { FinishedTable } from '../builds/partition-job.ts'
import { polygonsToWkb } from '../geometry/wkb.ts'
import type { Table } from '../packs/table.ts'
import { literal } from '../values/sql-text.ts'
import { rectangle } from './fixtures/ground.ts'
import { withDatabase } from './fixtures/partition-run.ts'

/** A table with one column of each type, required and not: small enough to read in a test. */
export function plotsTable(geometry: Table['geometry'], name = 'plots'): Table {
  const row = z.object({
    plot_key: z.string().describe('Key'),
    partition: z.string().describe('Partition'),
    label: z.string().describe('A required text'),
    note: z.string().nullable().describe('A text'),
    size: z.number().nullable().describe('A real number'),
    floors: z.int().nullable().describe('A whole number'),
    is_open: z.boolean().nullable().describe('Yes or no'),
  })
  return { name, grain: 'One plot.', key: 'plot_key', geometry, row }
}

/** One partition to write: rows that differ from a sound row by `change`, a piece of SQL. */
export interface PlotsPartition {
  partition: string
  table?: Table
  rows?: number
  /** What follows the star of the SELECT over sound rows, such as `REPLACE ('NP' AS note)`. */
  change?: string
  finished?: Partial<FinishedTable>
}

const PLOT = `'plot ' || i AS plot_key, 'here' AS partition, 'a plot' AS label, 'none' AS note,
  1.5::DOUBLE AS size, 2::BIGINT AS floors, true AS is_open`
const SHAPE = `-71.5::DOUBLE AS xmin, 30.4::DOUBLE AS ymin, -71.4::DOUBLE AS xmax,
  30.5::DOUBLE AS ymax, 'POINT (-71.5 30.5)'::GEOMETRY AS geometry`

/** Writes the partitions as Parquet files of a folder, as a build passes them to its audits. */
export async function writePlots(
  folder: string,
  partitions: readonly PlotsPartition[],
): Promise<AuditedPartition[]> {
  return await withDatabase(async (connection) => {
    const written: AuditedPartition[] = []
    for (const {
      partition,
      table = plotsTable('none'),
      rows = 1,
      change = '',
      finished,
    } of partitions) {
      const file = join(folder, `${table.name}-${partition}.parquet`)
      const columns = table.geometry === 'none' ? PLOT : `${PLOT}, ${SHAPE}`
      await connection.run(`COPY (SELECT * ${change} FROM (SELECT i, ${columns} FROM range(${rows}) r(i)))
        TO ${literal(file)} (FORMAT parquet)`)
      written.push({ table, partition, file, finished: finishedTable({ rows, ...finished }) })
    }
    return written
  })
}

/** What a sound partition reports of itself: 1 km2, nothing refused, an undeclared coverage. */
export function finishedTable(changes: Partial<FinishedTable> = {}): FinishedTable {
  return {
    table: 'plots',
    file: 'plots.parquet',
    rows: 1,
    area_km2: 1,
    rejects: {},
    repairs: {},
    cases: {},
    rasters: [],
    coverage: coverageOver(null),
    source: {
      id: 'example',
      title: 'Example',
      vintage: '2026',
      attribution: 'Example',
      retrieved_at: '2026-11-20T12:00:00.000Z',
      is_fictional: false,
    },
    ...changes,
  }
}

/** A coverage that is declared to be a box in degrees, or not declared. */
export function coverageOver(
  box: readonly [west: number, south: number, east: number, north: number] | null,
  area_km2 = 0,
): FinishedTable['coverage'] {
  const words = { from: 'example', outside: 'nothing', evidence: null, note: '' } as const
  const rest = { ...words, has_roll: null, feeds_unavailable: [], reported_land: null }
  if (box === null) return { ...rest, wkb: null, area_km2 }
  const wkb = Buffer.from(polygonsToWkb(rectangle(...box))).toString('hex')
  return { ...rest, wkb, area_km2 }
}
