import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plotsTable } from '../tests/audited-partitions.ts'
import { auditDerived, FAILURES_MAX } from './derived-audit.ts'
import { parcelFactsTable } from './parcel-facts.ts'

let instance: DuckDBInstance
let connection: DuckDBConnection
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
  await connection.run(
    "CREATE TABLE parcel_facts AS SELECT 'pk_' || i AS parcel_key FROM range(3) r(i)",
  )
  await connection.run(`CREATE TABLE shares AS
    SELECT 'a' AS plot_key, 'b' || i AS label FROM range(3) r(i) UNION ALL SELECT 'a', 'b1'`)
})
afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

const failures = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    return { section: 'soils', parcel_key: `pk_${count - i}`, message: `no unit ${i}` }
  })

async function audited(facts: number, of: number, failed = failures(0)) {
  const audits = await auditDerived(
    connection,
    [{ table: parcelFactsTable, rows: facts }],
    of,
    failed,
    'bangor',
  )
  return audits.map(({ name, partition, passed, measured, limit }) => {
    expect(partition).toBe('bangor')
    return [name, passed, measured, limit]
  })
}

test('a row for every parcel, no row twice and no section that failed pass', async () => {
  expect(await audited(3, 3)).toEqual([
    ['unique_keys', true, 0, 0],
    ['row_a_parcel', true, 3, 3],
    ['sections_answered', true, 'none failed', 'none failed'],
  ])
})

test('a row more than there are parcels bars the pin, as does a row fewer', async () => {
  expect((await audited(3, 2))[1]).toEqual(['row_a_parcel', false, 3, 2])
  expect((await audited(3, 4))[1]).toEqual(['row_a_parcel', false, 3, 4])
})

test('failed sections are counted up to a bound, and the first by its parcel is named', async () => {
  const failed = (found: string) => ['sections_answered', false, found, 'none failed']
  const audit = async (count: number) => (await audited(3, 3, failures(count)))[2]
  expect(FAILURES_MAX).toBe(100)
  expect(await audit(2)).toEqual(failed('2 failed; soils at pk_1: no unit 1'))
  expect(await audit(99)).toEqual(failed('99 failed; soils at pk_1: no unit 98'))
  expect(await audit(100)).toEqual(failed('100 or more failed; soils at pk_1: no unit 99'))
})

test('a table whose rows two columns name is counted by both', async () => {
  const shares = { ...plotsTable('none', 'shares'), keyWith: ['label'] }
  const tables = [{ table: shares, rows: 4 }]
  const audits = await auditDerived(connection, tables, 3, failures(1), 'bangor')
  // Without facts of parcels there is nothing to hold the parcels against.
  expect(audits).toEqual([
    {
      name: 'unique_keys',
      table: 'shares',
      partition: 'bangor',
      passed: false,
      measured: 1,
      limit: 0,
    },
  ])
})
