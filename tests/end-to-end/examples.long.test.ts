import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import { getTable, LAYERS } from '../../layers/index.ts'
import type { Row } from '../../layers/location.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { type AnsweredParcel, everyParcel, rowsOf, sums } from './queried-build.ts'

const EXAMPLES = join(PROJECT_ROOT, 'examples')

// The ordinary run has each example's rows in `examples.test.ts`; here they are counted anew.
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

test('overlaps of parcels are the rows that the sections used', async () => {
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

describe('the examples', () => {
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
})
