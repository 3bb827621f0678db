import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import { KINDS } from './classification.ts'
import type { WetlandsData } from './data.ts'
import { wetlands } from './layer.ts'

testLayer(wetlands, { whenBlank: 'empty' })

const fixture = readFixture('wetlands')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-wetlands-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Tables = LayerFixture['tables']
const [, forested, pond] = fixture.tables.wetlands
/** A point of the dry parcel, which reaches from 6 to 8 thousandths east and north. */
const DRY_PARCEL = { lat: 30.007, lng: -71.993 }

async function sectionAt(point: { lat: number; lng: number }, changes: Partial<Tables> = {}) {
  const tables = { ...fixture.tables, ...changes } as Tables
  const packs = await packFixture({ ...fixture, tables }, await mkdtemp(join(folder, 'packs-')))
  try {
    return buildSection(wetlands, packs, point, true) as Section<WetlandsData>
  } finally {
    closePacks(packs)
  }
}

const sectionOfDryParcel = (rows: Tables['wetlands']) =>
  sectionAt(DRY_PARCEL, { wetlands: [...fixture.tables.wetlands, ...rows] })

test('polygons of one code are one row, summed, and stay polygons in the geometry', async () => {
  const { data } = await sectionOfDryParcel([
    { ...pond, wetland_key: 'p', geometry: box(6, 6, 8, 6.2) },
    { ...forested, wetland_key: 'a', geometry: box(6, 7.5, 7, 8) },
    { ...forested, wetland_key: 'b', geometry: box(7.5, 7.5, 8, 8) },
  ])
  expect(data).toMatchObject({
    is_on_wetland: false,
    intersects_parcel: true,
    parcel_coverage_pct: 28.75,
    wetlands: [
      { code: 'PFO1E', coverage_pct: 18.75 },
      { code: 'PUBHh', coverage_pct: 10 },
    ],
  })
  const { features } = data!.geometry as { features: { properties: { code: string } }[] }
  expect(features.map(({ properties }) => properties.code)).toEqual(['PFO1E', 'PUBHh', 'PFO1E'])
})

test('the largest part of the wetlands need not be most of them', async () => {
  const rows = ['PEM1C', 'PSS1C', 'PFO1E'].map((code, i) => ({
    ...forested,
    code,
    wetland_key: code,
    geometry: box(6, 6 + i * 0.5, 7 + (i === 0 ? 0.1 : 0), 6.5 + i * 0.5),
  }))
  const { summary } = await sectionOfDryParcel(rows)
  expect(summary).toMatch(/% of the parcel, the largest part of it .*\(PEM1C\)\.$/)
})

test('one code under two names is two rows: a label is the publisher’s word', async () => {
  const labelled = { code: null, description: null, is_open_water: null, is_vegetated: null }
  const { data, source } = await sectionOfDryParcel([
    { ...pond, ...labelled, wetland_key: 'a', type: 'Lake', geometry: box(6, 6, 7, 6.5) },
    { ...pond, ...labelled, wetland_key: 'b', type: 'Other', geometry: box(7, 6, 8, 6.5) },
  ])
  expect(data!.wetlands.map(({ type, is_open_water }) => [type, is_open_water])).toEqual([
    ['Lake', false],
    ['Other', false],
  ])
  expect(source!.note).toContain('2 polygons here have no code that can be read')
})

test('the note has the imagery of all projects on the parcel, and none that is not mapped', async () => {
  const newerImagery = fixture.points.find(({ name }) => name.includes('newer imagery'))!
  expect((await sectionAt(newerImagery)).source!.note).toContain(
    'Mapped from imagery of 1985 and 2010.',
  )
  const unmapped = fixture.tables.wetland_projects.map((row) => ({ ...row, is_mapped: false }))
  const { source } = await sectionAt(newerImagery, { wetland_projects: unmapped })
  expect(source!.note).toContain('The year of the imagery it was mapped from is not stated.')
})

test('a sliver of the border leaves the point on its wetland, without an area', async () => {
  // 10 m outside of the parcel and, along 2 m, 5 cm inside of it.
  const geometry = box(5.9, 7, 6.0005, 7.02)
  const point = { lat: 30.00701, lng: -71.9939998 }
  const rows = [...fixture.tables.wetlands, { ...forested, wetland_key: 's', geometry }]
  const { data, summary } = await sectionAt(point, { wetlands: rows })
  expect(data).toMatchObject({
    is_on_wetland: true,
    intersects_parcel: false,
    parcel_coverage_pct: 0,
    wetlands: [{ code: 'PFO1E', coverage_pct: null, area_m2: null }],
  })
  expect(summary).toBe('On a mapped wetland: freshwater forested wetland (PFO1E).')
})

test('a wetland of 40 cm2 that lies wholly inside the parcel is on it', async () => {
  const geometry = box(7.2, 7.2, 7.2002, 7.2018)
  const { data, summary } = await sectionOfDryParcel([{ ...forested, wetland_key: 's', geometry }])
  expect(data).toMatchObject({ is_on_wetland: false, intersects_parcel: true })
  expect(summary).toMatch(/take up less than 0.01 % of the parcel: freshwater forested/)
})

test('a point on the border of two wetlands is on exactly one of them', async () => {
  const { wetlands: all } = fixture.tables
  for (const lat of [30.0005, 30.001, 30.0019, 30.0035]) {
    // West of -71.996 is forest, east of it pond and shrubs; a parcel would have all three.
    const { data } = await sectionAt({ lat, lng: -71.996 }, { wetlands: all, parcels: [] })
    expect(data!.wetlands).toHaveLength(1)
  }
})

describe('every answer', () => {
  test('with a source states that the inventory is not regulatory and not complete', async () => {
    let answered = 0
    for (const location of fixture.points) {
      const { status, source, summary, data } = await sectionAt(location)
      expect(data?.wetlands.length, location.name).not.toBe(0)
      if (status === 'not_covered') continue
      answered++
      expect(source!.note, location.name).toContain(
        'NWI is not a regulatory delineation; absence from NWI is not absence of wetlands.',
      )
      if (status === 'empty') expect(summary).toContain('does not show that there is none')
    }
    expect(answered).toBeGreaterThan(12)
  })
})

test('every group of the legend has a colour of its own on the map', () => {
  const { map } = wetlands.archive!.colorBy!
  expect(Object.keys(map).sort()).toEqual([...KINDS].sort())
  expect(new Set(Object.values(map)).size).toBe(KINDS.length)
})

test('the map is as old as its imagery, not as the edition; without a year it is of the edition', async () => {
  const imaged = await sectionAt({ lat: 30.002, lng: -71.998 })
  expect(imaged.source).toMatchObject({ vintage: 'imagery of 1985', age: '41 years old' })
  const projects = fixture.tables.wetland_projects.map((row) => ({ ...row, image_year: null }))
  const unknown = await sectionAt({ lat: 30.002, lng: -71.998 }, { wetland_projects: projects })
  expect(unknown.source).toMatchObject({ vintage: '2020', age: '6 years old' })
})
