import { expect, test } from 'vitest'
import type { ParcelData } from '../../layers/parcel/data.ts'
import type { TaxData } from '../../layers/tax/data.ts'
import { lot } from '../fixtures/parcel/county-roll.ts'
import { INVENTORY_PROJECTS, wetland } from '../fixtures/wetlands/wetland-inventory.ts'
import { type Lot, parcelPart } from './parts/parcel-part.ts'
import { COUNTY } from './parts/place.ts'
import { wetlandsPart } from './parts/wetlands-part.ts'
import { withBuild } from './small-build.ts'

test('17: answers name which of Florida’s school and non-school values they use, codes keep their zeros, and the state’s county number is not the FIPS code', async () => {
  const line = {
    CO_NO: '98',
    DOR_UC: '001',
    JV: '250000',
    AV_SD: '220000',
    AV_NSD: '200000',
    TV_SD: '195000',
    TV_NSD: '150000',
    LND_VAL: '1200',
  }
  const lots = [
    { id: '0000000044', wkt: lot(0, 0, 1, 1), line },
    // The same digits, but another parcel: an id is text.
    { id: '44', wkt: lot(2, 0, 3, 1), line: { ...line, DOR_UC: '000', AV_NSD: '90000' } },
  ]
  await withBuild([parcelPart(lots)], (build) => {
    const [tax, other] = [0.5, 2.5].map((x) => build.section<TaxData>('tax', [x, 0.5]))
    expect(tax.data).toMatchObject({
      assessed_value: 200000,
      roll: {
        just_value: 250000,
        assessed_value: 200000,
        taxable_value: 150000,
        land_value: 1200,
        dor_use_code: '001',
      },
    })
    for (const name of ['AV_NSD', 'TV_NSD', 'AV_SD', 'TV_SD', 'classified-use'])
      expect(tax.source!.note).toContain(name)
    expect(other.data!.roll).toMatchObject({ assessed_value: 90000, dor_use_code: '000' })
    const { data } = build.section<ParcelData>('parcel', [0.5, 0.5])
    expect(data!.county).toMatchObject({ fips: COUNTY.fips, local_code: 98 })
    expect(data!.parcel_key).not.toBe(
      build.section<ParcelData>('parcel', [2.5, 0.5]).data!.parcel_key,
    )
  })
})

test('18: the same condominium unit of a polygon answers in any order of rows, all are counted and ten are named', async () => {
  const units: Lot[] = Array.from({ length: 14 }, (_, i) => ({
    id: `02-0001-${String(i + 1).padStart(3, '0')}`,
    wkt: lot(1, 1, 2, 2),
    line: { PHY_ADDR2: `#${i + 1}`, JV: `${100_000 + i}` },
  }))
  const ground: Lot = { id: '02-0001', wkt: lot(0, 0, 4, 4) }
  const answers: ParcelData[] = []
  for (const fabric of [
    [...units, ground],
    [ground, ...units.toReversed()],
  ])
    await withBuild([parcelPart(fabric)], (build) => {
      const { data, summary } = build.section<ParcelData>('parcel', [1.5, 1.5])
      expect(summary).toContain('one of 15 parcels stacked here')
      answers.push(data!)
      // Outside the units only the ground parcel answers.
      expect(build.section<ParcelData>('parcel', [3, 3]).data!.parcel_count_here).toBe(1)
    })
  const [first, second] = answers
  expect(second).toEqual(first)
  expect(first.parcel_count_here).toBe(15)
  const keys = [first.parcel_key, ...first.stacked_parcel_keys]
  expect(keys).toHaveLength(11)
  expect(keys).toEqual(keys.toSorted())
})

test('29: a side without a neighbour is not assumed to be a street: water and the county’s edge are named, and slivers and T-junctions hide no neighbour', async () => {
  const lots = [
    { id: '1', wkt: lot(1, 1, 2, 2) },
    // To the east, 30 cm away, two lots that share no corner with it.
    { id: '2', wkt: lot(2.000003, 0.6, 3, 1.4) },
    { id: '3', wkt: lot(2.000003, 1.4, 3, 2) },
  ]
  const pond = wetland(lot(0, 1, 1, 2), {
    ATTRIBUTE: 'PUBH',
    WETLAND_TYPE: 'Freshwater Pond',
    ACRES: 2.6,
    NWI_ID: 'ZZ-1',
  })
  const parts = [
    parcelPart(lots, { covers: [lot(-20, -10, 80, 2)] }),
    wetlandsPart([pond], INVENTORY_PROJECTS),
  ]
  await withBuild(parts, (build) => {
    const { data, source, sources } = build.section<ParcelData>('parcel', [1.5, 1.5], true, true)
    expect(data!.adjacent_parcels!.map(({ shared_m }) => Math.round(shared_m))).toEqual([67, 44])
    const { total_m, segment_count, along_water_m, along_edge_m } = data!.frontage!
    // The street is in the south, the pond in the west, the county's edge in the north.
    const [width, height] = [96.5, 110.9]
    expect(Math.abs(total_m - (2 * width + height))).toBeLessThan(0.5)
    expect(segment_count).toBe(1)
    expect(Math.abs(along_water_m! - height)).toBeLessThan(2)
    expect(Math.abs(along_edge_m! - width)).toBeLessThan(2)
    for (const text of ['within 0.5 m', 'mapped open water', 'parcels beyond are not known'])
      expect(source!.note).toContain(text)
    expect(sources!.map(({ name }) => name)).toContain('Fictional source nwi')
  })
})

test('a parcel source without a stated coverage covers its parcels only: no section is empty between them', async () => {
  const lots = [
    { id: '1', wkt: lot(0, 0, 1, 1) },
    { id: '2', wkt: lot(2, 0, 3, 1) },
  ]
  const layers = ['parcel', 'tax', 'flood', 'wetlands', 'structures', 'soils', 'zoning', 'permits']
  await withBuild([parcelPart(lots, { isUndeclared: true })], (build) => {
    for (const x of [0.5, 2.5]) {
      const { status, source } = build.section<ParcelData>('parcel', [x, 0.5], true, true)
      expect(status).toBe('available')
      expect(source!.name).toBe('Fictional source county')
    }
    for (const layer of layers) {
      const between = build.section(layer, [1.5, 0.5])
      expect(between.status, layer).toBe('not_covered')
      expect(between.reason, layer).toBeTruthy()
    }
    expect(build.section('parcel', [1.5, 0.5]).reason).toMatch(/declared to cover/)
  })
  await withBuild([parcelPart(lots)], (build) => {
    expect(build.section('parcel', [1.5, 0.5]).status).toBe('empty')
  })
})
