import type { DuckDBConnection } from '@duckdb/node-api'
import type { Audit } from '../catalog/manifest.ts'
import { keyColumnsOf } from '../packs/table.ts'
import { gateOf } from './audit.ts'
import type { Failure } from './derived-rows.ts'
import type { PlatformTable } from './made-table.ts'
import { parcelFactsTable } from './parcel-facts.ts'

/**
 * Failures that are stored: one is enough to prevent the pin, and these show what they have in
 * common.
 */
export const FAILURES_MAX = 100

/**
 * Gates on the derived rows of a part, staged under the names of their tables: a row for every
 * parcel, no row twice, and no parcel on which a section failed, since the service would fail there
 * too.
 */
export async function auditDerived(
  connection: DuckDBConnection,
  tables: readonly Pick<PlatformTable, 'table' | 'rows'>[],
  parcels: number | null,
  failures: readonly Failure[],
  partition: string,
): Promise<Audit[]> {
  const audits: Audit[] = []
  for (const { table, rows } of tables) {
    const keys = keyColumnsOf(table)
    const counted = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM (SELECT DISTINCT ${keys.join(', ')} FROM ${table.name})`,
    )
    const repeated = rows - Number(counted.getRows()[0][0])
    audits.push(gateOf(table, partition)('unique_keys', repeated === 0, repeated, 0))
  }
  const facts = tables.find(({ table }) => table === parcelFactsTable)
  if (!facts || parcels === null) return audits
  const gate = gateOf(parcelFactsTable, partition)
  const [first] = [...failures].sort((a, b) => (a.parcel_key < b.parcel_key ? -1 : 1))
  const measured = first
    ? `${failures.length}${failures.length < FAILURES_MAX ? '' : ' or more'} failed; ${first.section} at ${first.parcel_key}: ${first.message}`
    : 'none failed'
  return [
    ...audits,
    gate('row_a_parcel', facts.rows === parcels, facts.rows, parcels),
    gate('sections_answered', first === undefined, measured, 'none failed'),
  ]
}
