import type { DuckDBBlobValue } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { GRID } from '../../geometry/polygons.ts'
import { wkbToPolygons } from '../../geometry/wkb.ts'
import type { Column } from '../../packs/table.ts'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { squareRow } from '../../tests/fixtures/stages/square-rows.ts'
import { StagingTable, stagedTotals } from './load.ts'

const column = (name: string, type: Column['type']): Column => ({
  name,
  type,
  nullable: true,
  comment: '',
})
const COLUMNS = [
  column('number', 'integer'),
  column('name', 'text'),
  column('share', 'real'),
  column('known', 'boolean'),
]

test('rows of every batch arrive in order, whatever the size of the batches', () =>
  withDatabase(async (connection) => {
    const staged = await StagingTable.create(connection, 'lots', COLUMNS)
    let made = 0
    for (const batch of [0, 1, 2047, 2048, 5000]) {
      const rows = Array.from({ length: batch }, () => squareRow({ number: made++ }))
      staged.add(rows)
    }
    staged.finish()
    expect(staged.rows).toBe(9096)
    const sql = 'SELECT count(*)::INTEGER, bool_and(number = rowid) FROM lots'
    expect((await connection.runAndReadAll(sql)).getRows()).toEqual([[9096, true]])
  }))

test('values and shapes come back as they went in', () =>
  withDatabase(async (connection) => {
    const full = { number: -(2 ** 40), name: 'Ærø “x”', share: -0.1, known: false }
    const row = squareRow(full, [3, 4])
    const staged = await StagingTable.create(connection, 'lots', COLUMNS)
    staged.add([
      row,
      squareRow({ number: null, name: null, share: null, known: null }),
      squareRow({ number: Number.NaN, share: Number.NaN }),
      squareRow({}),
    ])
    staged.finish()
    const rows = (await connection.runAndReadAll('SELECT * FROM lots')).getRowObjectsJS()
    expect(rows[0]).toMatchObject({ ...full, number: BigInt(full.number) })
    for (const { number, name, share, known } of rows.slice(1))
      expect([number, name, share, known]).toEqual([null, null, null, null])
    const [west, south, east, north] = row.bounds.map((side) => side / GRID)
    expect(rows[0]).toMatchObject({
      xmin: west,
      ymin: south,
      xmax: east,
      ymax: north,
      geometry_area_m2: row.area_m2,
      hilbert: BigInt(row.hilbert),
    })
    const wkb = (await connection.runAndReadAll('SELECT wkb FROM lots LIMIT 1')).getRows()[0][0]
    expect(wkbToPolygons((wkb as DuckDBBlobValue).bytes)).toEqual(row.polygons)
  }))

test('the area of a table counts a stack of equal polygons once', () =>
  withDatabase(async (connection) => {
    const staged = await StagingTable.create(connection, 'lots', COLUMNS)
    const lot = squareRow({ number: 1 })
    staged.add([lot, squareRow({ number: 2 }), squareRow({ number: 3 }, [5, 0])])
    staged.finish()
    const { rows, area_km2 } = await stagedTotals(connection, 'lots')
    expect(rows).toBe(3)
    expect(area_km2).toBeCloseTo((2 * lot.area_m2) / 1e6, 9)
  }))

test('a table without rows has no area', () =>
  withDatabase(async (connection) => {
    const staged = await StagingTable.create(connection, 'lots', COLUMNS)
    staged.finish()
    expect(await stagedTotals(connection, 'lots')).toEqual({ rows: 0, area_km2: 0 })
  }))
