import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { makeSubject, overlapM2 } from '../../geometry/overlap.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { collect } from '../../geometry/rings.ts'
import type { BoundariesData } from '../../layers/boundaries/data.ts'
import { boundaries as layer } from '../../layers/boundaries/layer.ts'
import { counties, states, zctas } from '../../layers/boundaries/tables.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { packRows } from '../../tests/fixtures/packed-rows.ts'
import { runFixture } from '../../tests/fixtures/partition-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { writePack } from '../stages/pack.ts'
import { boundaries } from './pipeline.ts'

const ATLAS = dirname(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'))
const ZIP = 'zcta_2010_dc_de_nh_ri.zip'
const REAL = join(realDataFolder(), 'zcta', ZIP)

describe.skipIf(!existsSync(REAL))('the ZCTAs of 2010 of four states', () => {
  let folder: string
  let made: Map<string, PartitionTable>
  let packs: Map<string, Pack>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-zcta-'))
    const assets = {
      'counties-10m.json': ATLAS,
      'us-atlas-2017/counties-10m.json': ATLAS,
      [ZIP]: REAL,
    }
    const run = async (partition: string) => {
      const definition = (await boundaries.partitions()).get(partition)!
      return await runFixture(boundaries, definition, { folder, partition, assets })
    }
    const lines = await run('us-atlas')
    made = new Map([...lines, ...(await run('zcta-2010'))])
    packs = new Map()
    for (const table of [states, counties, zctas]) {
      const { file, rows } = made.get(table.name)!
      const path = join(folder, `${table.name}.pack`)
      await writePack(table, [file], path, rows, SILENT)
      packs.set(table.name, new Pack({ file: path, memoryLimitBytes: 1e8 }))
    }
    packs.set('coverage', await packCoverage())
  })
  afterAll(async () => {
    closePacks(packs)
    await rm(folder, { recursive: true })
  })

  /** The coverage that the partitions declare, as a build writes it. */
  async function packCoverage(): Promise<Pack> {
    const rows = [...made].map(([table, { coverage }]) => ({
      values: {
        coverage_key: table,
        table_name: table,
        partition: table === 'zctas' ? 'zcta-2010' : 'us-atlas',
        area_name: 'of the test',
        outside: coverage.outside,
        declared_by: coverage.from,
        source_id: table,
        source_name: table,
        source_vintage: '2010',
        source_attribution: 'U.S. Census Bureau',
        source_note: coverage.note,
        retrieved_at: '2026-01-02',
      },
      shape: coverage.polygons,
    }))
    return await packRows(coverageTable, rows, folder)
  }

  const sectionAt = (lat: number, lng: number) =>
    buildSection(layer, packs, { lat, lng }) as Section<BoundariesData>

  test('446 areas, none refused, none repaired, no ZCTA twice', () => {
    const { rows: count, tally } = made.get('zctas')!
    expect(count).toBe(446)
    expect([tally.rejects, tally.repairs, tally.cases]).toEqual([{}, {}, {}])
    const pack = packs.get('zctas')!
    const rows = Array.from({ length: pack.rows }, (_, row) => pack.row(row))
    expect(new Set(rows.map(({ zcta }) => zcta)).size).toBe(446)
    const perState = (fips: string) => rows.filter(({ statefp }) => statefp === fips).length
    expect(['10', '11', '33', '44'].map(perState)).toEqual([68, 53, 248, 77])
  })

  test('a location in the capital has its ZCTA, and the note states that it is not a ZIP code', () => {
    const { data, source, sources } = sectionAt(38.889, -77.009)
    expect(data).toEqual({
      state: 'DC',
      county: { name: 'District of Columbia', fips: '11001', local_code: null },
      zip: '20002',
      precision: 'boundary_file',
    })
    expect(source!.note).toContain('it is not a ZIP code')
    expect(sources!.map(({ name }) => name)).toEqual(['counties', 'states', 'zctas'])
  })

  test('a wilderness in New Hampshire has none, and its note differs from that of a missing file', () => {
    const wilderness = sectionAt(44.1, -71.4)
    expect(wilderness.data).toMatchObject({ state: 'NH', county: { fips: '33009' }, zip: null })
    expect(wilderness.source!.note).toContain('No ZCTA is drawn at this location')
    const bangor = sectionAt(44.8, -68.77)
    expect(bangor.data).toMatchObject({ state: 'ME', county: { fips: '23019' }, zip: null })
    expect(bangor.source!.note).toContain('No file of ZCTAs in this build covers this location')
  })

  test('shows how coarse the state lines are: up to 6 % of the areas lie outside of them', () => {
    const pack = packs.get('zctas')!
    const lines = packs.get('states')!
    const outside = (fips: string) => {
      const row = Array.from({ length: lines.rows }, (_, i) => i).find(
        (i) => lines.value(i, 'statefp') === fips,
      )!
      const state = makeSubject(lines.polygons(row))
      let [all, inside] = [0, 0]
      for (let i = 0; i < pack.rows; i++) {
        if (pack.value(i, 'statefp') !== fips) continue
        all += areaM2(pack.polygons(i))
        inside += overlapM2(state, pack.polygons(i))
      }
      return Math.round((1 - inside / all) * 1000) / 10
    }
    expect(['10', '11', '33', '44'].map(outside)).toEqual([1.7, 3.1, 0.4, 6.1])
  })

  test('a random point that the state lines put elsewhere is reported as in doubt', () => {
    const random = seededRandom(20_190_712)
    const pack = packs.get('zctas')!
    const found = { drawnElsewhere: 0, inDoubt: 0, drawnNowhere: 0, nearest: 0, right: 0 }
    for (const [fips, state] of [
      ['10', 'DE'],
      ['11', 'DC'],
      ['33', 'NH'],
      ['44', 'RI'],
    ]) {
      const rows = Array.from({ length: pack.rows }, (_, row) => row)
      const own = rows.filter((row) => pack.value(row, 'statefp') === fips)
      const [west, south, east, north] = boundsOf(collect(own.map((row) => pack.polygons(row))))
      for (let i = 0; i < 4_000; i++) {
        const x = Math.round(west + random() * (east - west))
        const y = Math.round(south + random() * (north - south))
        if (!pack.rowsAt(x, y).some((row) => pack.value(row, 'statefp') === fips)) continue
        const { data } = sectionAt(y / GRID, x / GRID)
        const across = (data?.county_line?.across ?? []).map((county) => county.state)
        if (data?.precision === 'nearest') {
          found.drawnNowhere++
          if (data.state === state || across.includes(state)) found.nearest++
        } else if (data?.state === state) found.right++
        else {
          found.drawnElsewhere++
          if (across.includes(state)) found.inDoubt++
        }
      }
    }
    expect(found.right).toBeGreaterThan(5_000)
    expect(found.drawnElsewhere).toBeGreaterThan(40)
    expect(found.inDoubt / found.drawnElsewhere).toBeGreaterThanOrEqual(0.98)
    expect(found.drawnNowhere).toBeGreaterThan(100)
    // By the nearest county, or by one no farther than the lines are worth.
    expect(found.nearest / found.drawnNowhere).toBeGreaterThan(0.98)
  })
})
