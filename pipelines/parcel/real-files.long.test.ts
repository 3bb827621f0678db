import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import type { PartitionTable } from '../pipeline.ts'
import { parcel } from './pipeline.ts'

const file = join(realDataFolder(), 'forest-city-nc', 'forest_city.zip')

describe.skipIf(!existsSync(file))('the parcels of Forest City', () => {
  let folder: string
  let made: PartitionTable
  let rows: Awaited<ReturnType<typeof parquetRows>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-parcel-real-'))
    const definition = (await parcel.partitions()).get('forest-city')!
    const run = { folder, partition: 'forest-city', assets: { 'forest_city.zip': file } }
    made = (await runFixture(parcel, definition, run)).get('parcels')!
    rows = await parquetRows(parcels, made.file)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('are 7,231 of 7,234: three have no shape, one PIN of two lots is distinguished by MBL', () => {
    const { rejects, repairs, cases } = made.tally
    expect(made.rows).toBe(7231)
    expect(rejects).toEqual({ 'geometry.missing': { count: 3, example: expect.any(String) } })
    expect(repairs.self_intersection.count).toBe(3)
    expect(cases).toEqual({ 'key.tied_told_by_unit': 2 })
    expect(new Set(rows.map(({ values }) => values.parcel_key)).size).toBe(7231)
  })

  test('are on no roll, and their city is not stated', () => {
    expect(made.coverage.has_roll).toBe(false)
    for (const { values } of rows)
      expect([values.has_roll, values.situs_city, values.situs_zip, values.just_value]).toEqual([
        false,
        null,
        null,
        null,
      ])
  })

  test('have the street alone where the file has the house number 0', () => {
    const lines = rows.map(({ values }) => `${values.situs_line1}`)
    const numbered = lines.filter((line) => /^\d+ /.test(line))
    expect(lines.filter((line) => /^0|\s{2}/.test(line))).toEqual([])
    expect(lines).toContain('DEEP HOLLOW TRL')
    expect(lines).toContain('239 MEADE LN')
    expect(lines.length - numbered.length).toMatchInlineSnapshot(`2237`)
  })

  test('declare the town and the land that it plans for: about as much land as they have', () => {
    const share = made.area_km2 / (areaM2(made.coverage.polygons!) / 1e6)
    expect(share).toBeCloseTo(0.97, 1)
    expect(made.coverage.from).toMatch(/muni\.geojson and .*zoning\.geojson where ETJ = 'yes'/)
  })
})
