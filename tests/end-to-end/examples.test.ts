import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { clipExactly } from '../../geometry/exact-clip.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { makeSubject } from '../../geometry/overlap.ts'
import { dossierRow } from '../../layers/dossier-columns.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import { getTable, LAYERS, SECTION_NAMES } from '../../layers/index.ts'
import type { Row } from '../../layers/location.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { type AnsweredParcel, everyParcel, query, rowsOf, sums } from './queried-build.ts'

const EXAMPLES = join(PROJECT_ROOT, 'examples')
/** Only one row in this number is checked twice where checking all of them takes long. */
const EVERY = 37

let build: AnsweringBuild
let parcels: AnsweredParcel[]

beforeAll(async () => {
  const sample = await sampleBuild()
  build = sample.build
  vi.stubEnv('PLAT_HOME', sample.home)
  parcels = await everyParcel(build.packs, build.open.paths.folder)
})
afterAll(() => {
  build?.close()
  vi.unstubAllEnvs()
})

const sql = (text: string) => rowsOf({ build: build.open.id }, text)
const example = (name: string) =>
  rowsOf({ build: build.open.id, file: join(EXAMPLES, `${name}.sql`) })

describe('one row a parcel', () => {
  test('equals the answer of the service for the parcel', async () => {
    const facts = await sql('FROM parcel_facts')
    expect(facts).toHaveLength(parcels.length)
    const byKey = new Map(facts.map((row) => [row.parcel_key, row]))
    for (const { roll, sections } of parcels) {
      const expected = { parcel_key: roll.parcel_key, ...dossierRow(SECTION_NAMES, sections) }
      expect(byKey.get(roll.parcel_key)).toEqual(expected)
    }
  })

  test('has the values of its roll and its polygons too', async () => {
    const dossiers = await sql('SELECT * EXCLUDE (geometry) FROM v_parcel_dossier')
    expect(dossiers).toHaveLength(parcels.length)
    const byKey = new Map(dossiers.map((row) => [row.parcel_key, row]))
    for (const { roll } of parcels) expect(byKey.get(roll.parcel_key)).toMatchObject({ ...roll })
    const [shape] = await sql(
      'SELECT count(*) AS same FROM v_parcel_dossier d JOIN parcels p USING (parcel_key) WHERE d.geometry = p.geometry',
    )
    expect(shape.same).toBe(parcels.length)
  })
})

describe('overlaps', () => {
  test('of parcels are the rows that the sections used', async () => {
    const counted = await sql(
      'SELECT table_name, count(*) AS rows, sum(area_m2) AS area_m2 FROM parcel_overlaps GROUP BY ALL',
    )
    const reads = LAYERS.flatMap(({ section }) => (section === 'none' ? [] : section.reads))
    const onParcel = reads.filter((read) => read.onParcel && build.packs.has(read.table))
    expect(counted.map(({ table_name }) => table_name).sort()).toEqual(
      [...new Set(onParcel.map(({ table }) => table))].sort(),
    )
    for (const { table_name, rows, area_m2 } of counted) {
      const read = onParcel.find(({ table }) => table === table_name)!
      const found = parcels.flatMap(({ place }) => place.rows([read])[read.table].onParcel)
      expect(rows, `${table_name}`).toBe(found.length)
      if (getTable(read.table).geometry === 'points') expect(area_m2).toBeNull()
      else
        expect(area_m2).toBeCloseTo(
          found.reduce((sum, each) => sum + each.area_m2, 0),
          -2,
        )
    }
  })

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
    expect(all.split('\n')).toHaveLength(parcels.length + 1)
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

  test('flood-exposed-value-by-zone', async () => {
    const rows = await example('flood-exposed-value-by-zone')
    const exposed: { zone: string; share: number; area: number; value: number | null }[] = []
    for (const { roll, sections, place } of parcels) {
      const area = roll.area_m2 as number
      const value = roll.assessed_value as number | null
      const add = (zone: string, share: number) => {
        if (share > 0.0001) exposed.push({ zone, share, area: area * share, value })
      }
      const flood = sections.flood.data as FloodData
      const found = place.rows([{ table: 'flood_zones', onParcel: true }]).flood_zones.onParcel
      const drawn = sums(
        found.filter(({ row }) => row.risk !== 'unmapped'),
        ({ row }) => `${row.zone}`,
        ({ area_m2 }) => area_m2 / area,
      )
      for (const [zone, share] of drawn) add(zone, share)
      add('(not mapped)', flood.unmapped_pct! / 100)
    }
    const of = (zone: unknown) => exposed.filter((each) => each.zone === zone)
    expect(rows.map(({ zone }) => zone).sort()).toEqual(
      [...new Set(exposed.map(({ zone }) => zone))].sort(),
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) {
      const total = (sizeOf: (each: (typeof exposed)[number]) => number) =>
        of(row.zone).reduce((sum, each) => sum + sizeOf(each), 0)
      expect(row.parcels, `${row.zone}`).toBe(of(row.zone).length)
      expect(row.value_of_parcels).toBeCloseTo(
        total(({ value }) => value ?? 0),
        0,
      )
      expect(row.area_km2).toBeCloseTo(
        total(({ area }) => area / 1e6),
        2,
      )
      const byArea = total(({ value, share }) => (value ?? 0) * share)
      expect(Math.abs((row.value_by_area as number) - byArea) / byArea).toBeLessThan(1e-3)
    }
    const areas = rows.reduce((sum, { area_pct }) => sum + (area_pct as number), 0)
    expect(areas).toBeGreaterThan(99.9)
  })

  test('wetlands-by-land-use', async () => {
    const rows = await example('wetlands-by-land-use')
    const useOf = ({ roll }: { roll: Row }) => `${roll.use_code} ${roll.use_description}`
    const wetOf =
      (isWanted: (wetland: WetlandsData['wetlands'][number]) => boolean) =>
      ({ sections }: AnsweredParcel) =>
        ((sections.wetlands.data as WetlandsData | null)?.wetlands ?? [])
          .filter(isWanted)
          .reduce((sum, { area_m2 }) => sum + (area_m2 ?? 0), 0)
    const counts = sums(parcels, useOf, () => 1)
    const areas = sums(parcels, useOf, ({ roll }) => roll.area_m2 as number)
    const vegetated = sums(
      parcels,
      useOf,
      wetOf(({ is_vegetated }) => is_vegetated === true),
    )
    const water = sums(
      parcels,
      useOf,
      wetOf(({ is_open_water }) => is_open_water),
    )
    expect(rows.map((roll) => useOf({ roll })).sort()).toEqual([...counts.keys()].sort())
    for (const row of rows) {
      const use = useOf({ roll: row })
      expect(row.parcels, use).toBe(counts.get(use))
      expect(row.area_km2, use).toBeCloseTo(areas.get(use)! / 1e6, 2)
      expect(row.wetland_km2, use).toBeCloseTo(vegetated.get(use)! / 1e6, 2)
      expect(row.open_water_km2, use).toBeCloseTo(water.get(use)! / 1e6, 2)
      expect(row.wetland_pct, use).toBeCloseTo((vegetated.get(use)! / areas.get(use)!) * 100, 1)
    }
    expect(rows.some(({ wetland_km2 }) => (wetland_km2 as number) > 0.1)).toBe(true)
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

  test('scorecard-by-county', async () => {
    const [row, ...others] = await example('scorecard-by-county')
    expect(others).toEqual([])
    expect(row).toMatchObject({ county_fips: '99001', parcels: parcels.length })
    const answering = LAYERS.filter(
      ({ section, tables }) => section !== 'none' && tables.length > 0,
    ).map(({ id }) => id)
    for (const section of answering) {
      const answered = parcels.filter(({ sections }) =>
        ['available', 'empty'].includes(sections[section].status),
      )
      const percent = (answered.length / parcels.length) * 100
      expect(row[section], section).toBeCloseTo(percent, 1)
    }
    const counted = await sql("FROM v_scorecard WHERE section = 'wetlands'")
    const empty = parcels.filter(({ sections }) => sections.wetlands.status === 'empty').length
    expect(counted).toEqual([
      expect.objectContaining({ empty, available: parcels.length - empty, not_covered: 0 }),
    ])
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

  test('buildings-without-roll', async () => {
    const rows = await example('buildings-without-roll')
    const none = (value: unknown) => value === null || value === 0
    const expected = parcels
      .filter(({ roll, sections }) => {
        const { total_footprint_m2 } = (sections.structures.data ?? {}) as Partial<StructuresData>
        return (
          (total_footprint_m2 ?? 0) > 25 &&
          [roll.building_count, roll.building_value].every(none) &&
          [roll.year_built_actual, roll.living_area_sqft].every(none)
        )
      })
      .map(({ roll }) => roll.parcel_key)
    expect(expected.length).toBeGreaterThan(3)
    expect(rows.map(({ parcel_key }) => parcel_key).sort()).toEqual(expected.sort())
  })

  test('permits-by-zoning-district', async () => {
    const rows = await example('permits-by-zoning-district')
    const districtOf = ({ sections }: AnsweredParcel) => {
      const zoning = sections.zoning.data as ZoningData | null
      if (!['available', 'empty'].includes(sections.permits.status)) return null
      return zoning && JSON.stringify([zoning.jurisdiction, zoning.district])
    }
    const permits = build.packs.get('permits')!
    const permitsIn = new Map<string, Set<number>>()
    const withPermit = new Set<number>()
    // From the permit to its parcels; the view goes from the parcel to its permits.
    for (let permit = 0; permit < permits.rows; permit++)
      for (const parcel of build.packs.get('parcels')!.rowsAt(...permits.point(permit))) {
        withPermit.add(parcel)
        const district = districtOf(parcels[parcel])
        if (district === null) continue
        permitsIn.set(district, (permitsIn.get(district) ?? new Set()).add(permit))
      }
    const counts = sums(
      parcels.filter((each) => districtOf(each) !== null),
      (each) => districtOf(each)!,
      () => 1,
    )
    const touched = sums(
      [...withPermit].map((number) => parcels[number]).filter((each) => districtOf(each) !== null),
      (each) => districtOf(each)!,
      () => 1,
    )
    expect(rows).toHaveLength(counts.size)
    for (const row of rows) {
      const district = JSON.stringify([row.zoning_jurisdiction, row.zoning_district])
      const found = [...(permitsIn.get(district) ?? [])].map((permit) => permits.row(permit))
      expect(row.parcels, district).toBe(counts.get(district))
      expect(row.parcels_with_permit, district).toBe(touched.get(district) ?? 0)
      expect(row.permits, district).toBe(found.length)
      const costs = found.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [Number(cost_usd)]))
      if (costs.length === 0) expect(row.declared_cost_usd, district).toBeNull()
      else
        expect(row.declared_cost_usd, district).toBeCloseTo(
          costs.reduce((sum, cost) => sum + cost, 0),
          1,
        )
    }
    expect(rows.some(({ permits }) => (permits as number) > 50)).toBe(true)
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
