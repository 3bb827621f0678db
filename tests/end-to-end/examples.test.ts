import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { clipExactly } from '../../geometry/exact-clip.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { makeSubject } from '../../geometry/overlap.ts'
import { dossierRow } from '../../layers/dossier-columns.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { type AnsweredParcel, everyParcel, query, rowsOf, sums } from './queried-build.ts'

const EXAMPLES = join(PROJECT_ROOT, 'examples')
/** Only one row in this number is checked twice where checking all of them takes long. */
const EVERY = isLongRun ? 37 : 148
/** Only one parcel in this number is answered in `npm test`. */
const PARCELS_EVERY = 40

let build: AnsweringBuild
let parcels: AnsweredParcel[]
/** Parcels of the build, of which `parcels` may be some. */
let rows: number

beforeAll(async () => {
  const sample = await sampleBuild()
  build = sample.build
  vi.stubEnv('PLAT_HOME', sample.home)
  parcels = await everyParcel(build.packs, build.open.paths.folder, isLongRun ? 1 : PARCELS_EVERY)
  rows = build.packs.get('parcels')!.rows
})
afterAll(() => {
  build?.close()
  vi.unstubAllEnvs()
})

const sql = (text: string) => rowsOf({ build: build.open.id }, text)
/** The condition of a query for the rows of `parcels`: to print and read all takes a second. */
function ofParcels(): string {
  return `WHERE parcel_key IN (${parcels.map(({ roll }) => `'${roll.parcel_key}'`).join()})`
}
const example = (name: string) =>
  rowsOf({ build: build.open.id, file: join(EXAMPLES, `${name}.sql`) })

describe('one row a parcel', () => {
  test('equals the answer of the service for the parcel', async () => {
    expect(await sql('SELECT count(*) AS rows FROM parcel_facts')).toEqual([{ rows }])
    const facts = await sql(`FROM parcel_facts ${ofParcels()}`)
    expect(facts).toHaveLength(parcels.length)
    const byKey = new Map(facts.map((row) => [row.parcel_key, row]))
    for (const { roll, sections } of parcels) {
      const expected = { parcel_key: roll.parcel_key, ...dossierRow(SECTION_NAMES, sections) }
      expect(byKey.get(roll.parcel_key)).toEqual(expected)
    }
  })

  test('has the values of its roll and its polygons too', async () => {
    expect(await sql('SELECT count(*) AS rows FROM v_parcel_dossier')).toEqual([{ rows }])
    const dossiers = await sql(`SELECT * EXCLUDE (geometry) FROM v_parcel_dossier ${ofParcels()}`)
    expect(dossiers).toHaveLength(parcels.length)
    const byKey = new Map(dossiers.map((row) => [row.parcel_key, row]))
    for (const { roll } of parcels) expect(byKey.get(roll.parcel_key)).toMatchObject({ ...roll })
    const [shape] = await sql(
      'SELECT count(*) AS same FROM v_parcel_dossier d JOIN parcels p USING (parcel_key) WHERE d.geometry = p.geometry',
    )
    expect(shape.same).toBe(rows)
  })
})

describe('overlaps', () => {
  test.each([
    ['parcel_overlaps', 'parcels', 'parcel_key', 3],
    ['footprint_overlaps', 'building_footprints', 'building_footprint_key', 2],
  ])('%s agree with GEOS', async (name, subject, key, least) => {
    const rows = await sql(
      `SELECT * FROM ${name} WHERE area_m2 IS NOT NULL ORDER BY ${key}, table_name, row_key`,
    )
    const tables = new Set<unknown>()
    for (const { [key]: of, table_name, row_key, area_m2, share_pct } of rows.filter(
      (_, i) => i % EVERY === 0,
    )) {
      const pack = build.packs.get(`${table_name}`)!
      const [whole, other] = [
        build.packs.get(subject)!.polygons(build.packs.get(subject)!.rowOfKey(`${of}`)!),
        pack.polygons(pack.rowOfKey(`${row_key}`)!),
      ]
      const clipped = areaM2(clipExactly(other, whole)!)
      // GEOS puts the corners of the clip on the grid: up to 1 cm along its border.
      expect(Math.abs((area_m2 as number) - clipped), `${of} ${row_key}`).toBeLessThan(
        0.2 + clipped * 1e-4,
      )
      expect(share_pct).toBeCloseTo(((area_m2 as number) / areaM2(whole)) * 100, 1)
      tables.add(table_name)
    }
    expect(tables.size).toBeGreaterThanOrEqual(least)
  })
})

describe('the DuckDB file', () => {
  test('describes the row of each table and view, and each column', async () => {
    const list = await sql('FROM guide_tables')
    const shown = (await sql('SHOW TABLES')).map(({ name }) => name)
    expect([...list.map(({ name }) => name), 'guide_columns', 'guide_tables'].sort()).toEqual(shown)
    expect(list.filter(({ about }) => !/^\S.*\S$/.test(`${about ?? ''}`))).toEqual([])
    const columns = await sql('SELECT * FROM guide_columns WHERE comment IS NULL')
    expect(columns).toEqual([])
    const counts = list.map(({ name }) => `SELECT '${name}' AS name, count(*) AS rows FROM ${name}`)
    const counted = new Map(
      (await sql(counts.join(' UNION ALL '))).map(({ name, rows }) => [name, rows]),
    )
    for (const { name, kind, rows } of list)
      expect(rows, `${name}`).toBe(kind === 'view' ? null : counted.get(name))
  })

  test('has comments on its views for clients that read them', async () => {
    const [{ views, columns }] = await sql(`
      SELECT (SELECT count(*) FROM duckdb_views() WHERE NOT internal AND comment IS NULL) AS views,
        (SELECT count(*) FROM duckdb_columns() WHERE NOT internal AND comment IS NULL) AS columns`)
    expect([views, columns]).toEqual([0, 0])
  })

  test('answers queries as a table, as CSV and as JSON', async () => {
    const text =
      'SELECT parcel_key, 2013 AS year, \'a, "b"\' AS words, NULL::VARCHAR AS none FROM parcels'
    const all = await query({ build: build.open.id, csv: true }, text)
    expect(all.split('\n')).toHaveLength(rows + 1)
    expect(all.split('\n')[1]).toMatch(/^pk_\w{24},2013,"a, ""b""",$/)
    expect(await sql(`${text} LIMIT 1`)).toEqual([
      { parcel_key: expect.stringMatching(/^pk_/), year: 2013, words: 'a, "b"', none: null },
    ])
    expect((await query({ build: build.open.id }, `${text} LIMIT 1`)).split('\n')).toEqual([
      expect.stringMatching(/^parcel_key +year {2}words {3}none$/),
      expect.stringMatching(/^pk_\w{24} {2}2013 {2}a, "b" {2}-$/),
    ])
    expect((await query({ build: build.open.id }, text)).split('\n')).toHaveLength(1001)
  })

  test('is read-only, and gives no access to the machine', async () => {
    for (const refused of ['DROP TABLE parcels', "FROM read_text('package.json')"])
      await expect(query({ build: build.open.id }, refused)).rejects.toThrow(/query/)
  })
})

describe('the examples', () => {
  test('each begin with their question, and the guide lists them', () => {
    const guide = readFileSync(join(EXAMPLES, 'README.md'), 'utf8')
    const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.sql'))
    expect(files.length).toBeGreaterThanOrEqual(7)
    for (const file of files) {
      expect(readFileSync(join(EXAMPLES, file), 'utf8')).toMatch(/^-- [A-Z][^\n]*\?\n/)
      expect(guide).toContain(`\`${file}\``)
    }
  })

  test('each have rows', async () => {
    for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.sql'))) {
      const rows = await example(file.replace('.sql', ''))
      expect(rows.length, file).toBeGreaterThan(0)
    }
  })

  test('soils-under-buildings', async () => {
    const rows = await example('soils-under-buildings')
    const footprints = build.packs.get('building_footprints')!
    const soils = build.packs.get('soil_map_units')!
    const under = Array.from({ length: footprints.rows }, (_, number) => {
      const kind = footprints.value(number, 'kind')
      const found = soils.overlaps(makeSubject(footprints.polygons(number)))
      const named = found.map(({ row, area_m2 }) => {
        const { drainage_class, hydrologic_group } = soils.row(row)
        return { name: JSON.stringify([kind, drainage_class, hydrologic_group]), area_m2 }
      })
      return named.sort((a, b) => b.area_m2 - a.area_m2)
    })
    const largest = sums(
      under.flatMap(([first]) => first ?? []),
      ({ name }) => name,
      () => 1,
    )
    const area = sums(
      under.flat(),
      ({ name }) => name,
      ({ area_m2 }) => area_m2,
    )
    expect(rows.length).toBeGreaterThan(8)
    expect(rows).toHaveLength(area.size)
    for (const { kind, drainage_class, hydrologic_group, buildings, footprint_m2 } of rows) {
      const name = JSON.stringify([kind, drainage_class, hydrologic_group])
      expect(buildings, name).toBe(largest.get(name))
      expect(Math.abs((footprint_m2 as number) - area.get(name)!), name).toBeLessThan(5)
    }
  })

  test('age-of-facts', async () => {
    const rows = await example('age-of-facts')
    const { tables, sources, locks } = build.open.manifest
    const partitions = tables
      .filter(({ layer }) => layer !== 'platform')
      .flatMap(({ name, partitions }) => partitions.map(({ id }) => `${name} ${id}`))
    expect(rows.map(({ table_name, partition }) => `${table_name} ${partition}`).sort()).toEqual(
      partitions.sort(),
    )
    const today = Date.parse(new Date().toISOString().slice(0, 10))
    for (const row of rows) {
      const copies = locks.filter(({ vintage }) => vintage.label === row.source_vintage)
      const days = copies.map(({ retrieved_at }) => retrieved_at.slice(0, 10))
      expect(days, `${row.table_name} ${row.partition}`).toContain(row.retrieved_on)
      expect(sources.map(({ title }) => title)).toContain(row.source_name)
      const since = (today - Date.parse(`${row.retrieved_on}`)) / 86_400_000
      // The day may change between the two clocks.
      expect([since, since - 1]).toContain(row.days_since)
    }
  })

  test('refused-and-repaired', async () => {
    const rows = await example('refused-and-repaired')
    const counted = build.open.manifest.tables.flatMap(({ name, partitions }) =>
      partitions.flatMap(({ id, rejects, repairs, cases }) => [
        ...Object.entries(rejects).map(([stat, { count }]) => ['refused', name, id, stat, count]),
        ...Object.entries(repairs).map(([kind, { count }]) => ['repaired', name, id, kind, count]),
        ...Object.entries(cases)
          .filter(([, count]) => count > 0)
          .map(([stat, count]) => ['met', name, id, stat, count]),
      ]),
    )
    const counts = rows.map((row) => [row.what, row.table_name, row.partition, row.name, row.count])
    expect(counts.map((each) => each.join()).sort()).toEqual(
      counted.map((each) => each.join()).sort(),
    )
    expect(new Set(rows.map(({ what }) => what))).toEqual(new Set(['met', 'refused', 'repaired']))
  })
})
