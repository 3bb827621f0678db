import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import type { BoundariesData } from './data.ts'
import { boundaries } from './layer.ts'

testLayer(boundaries, { whenBlank: 'empty' })

const fixture = readFixture('boundaries')
type Tables = LayerFixture['tables']
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-boundaries-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The section at a point, in a build of the fixture with these tables changed. */
async function sectionAt(
  x: number,
  y: number,
  changes: Partial<Tables> = {},
  without: string[] = [],
) {
  const tables = Object.fromEntries(
    Object.entries({ ...fixture.tables, ...changes }).filter(([name]) => !without.includes(name)),
  ) as Tables
  const coverage = fixture.coverage.filter((row) => !without.includes(`${row.table_name}`))
  const packsFolder = await mkdtemp(join(folder, 'packs-'))
  const packs = await packFixture({ ...fixture, tables, coverage }, packsFolder)
  try {
    const point = { lng: -72 + x / 1000, lat: 30 + y / 1000 }
    return buildSection(boundaries, packs, point) as Section<BoundariesData>
  } finally {
    closePacks(packs)
  }
}

describe('where several files draw the point', () => {
  test('the one whose lines were not generalised answers, in whatever order they stand', async () => {
    const { counties } = fixture.tables
    for (const rows of [counties, counties.toReversed()]) {
      const { data, source } = await sectionAt(10.5, 5, { counties: rows })
      expect(data!.county).toMatchObject({ fips: '99003' })
      expect(source).toMatchObject({ name: 'Fixture boundaries (fictional)', vintage: '2025' })
    }
  })

  test('the other is listed among the sources, after it', async () => {
    const { sources } = await sectionAt(10.5, 5)
    expect(sources!.map(({ name }) => name)).toEqual([
      'Fixture boundaries (fictional)',
      'Fixture atlas (fictional)',
    ])
  })

  test('and agree, the note states no disagreement', async () => {
    expect((await sectionAt(1, 5)).source!.note).not.toMatch(/Another boundary|roll of/)
  })
})

describe('by the record of a parcel', () => {
  test("the assessment roll is the main source, and the ZIP is the parcel's own and the note states it", async () => {
    const { source, data } = await sectionAt(5.5, 10.4)
    expect(source!.name).toBe('Fixture lots (fictional)')
    expect(source!.note).toContain(
      'The ZIP is that of the parcel on the assessment roll, not a ZCTA.',
    )
    expect(data!.precision).toBe('parcel')
  })

  test('a ZCTA that is drawn there comes before the ZIP of the parcel', async () => {
    const zctas = [...fixture.tables.zctas]
    const strip = box(0, 10, 20, 11)
    zctas.push({ ...zctas[0], zcta_key: 'tiger:34503', zcta: '34503', geometry: strip })
    const { data, summary } = await sectionAt(5.5, 10.4, { zctas })
    expect(data).toMatchObject({ zip: '34503', precision: 'parcel' })
    expect(summary).toBe('In Alder County, ZZ, ZCTA 34503, by the record of its parcel.')
  })

  test('a point of the same shore without a parcel is empty', async () => {
    expect(await sectionAt(6.5, 10.4)).toMatchObject({ status: 'empty', data: null })
  })
})

describe('by a generalised county line', () => {
  const coarse = fixture.tables.counties.filter(({ partition }) => partition === 'coarse')
  const changes = { counties: coarse, parcels: [] }
  /** 30.005, -71.9885: 48 m west of the line between Birch and Alder, drawn at -71.989. */
  const nearLine = [11.5, 5] as const

  test('the county across it is named with the accuracy of the line', async () => {
    const { data, summary } = await sectionAt(...nearLine, changes)
    expect(data!.county).toMatchObject({ fips: '99003' })
    expect(data!.county_line).toEqual({
      distance_m: 48,
      accuracy_m: 1_000,
      across: [
        { name: 'Alder', fips: '99001', state: 'ZZ' },
        { name: 'Cedar', fips: '99005', state: 'ZZ' },
      ],
    })
    expect(summary).toBe(
      'In Birch, ZZ, ZCTA 34502, within 1 km of the line to Alder, ZZ and Cedar, ZZ, which is drawn no more exactly than that.',
    )
  })

  test('a line of a finer map is more accurate: 50 m at 1:500,000', async () => {
    const finer = coarse.map((row) => ({ ...row, scale_denominator: 500_000 }))
    const { data, summary } = await sectionAt(...nearLine, { ...changes, counties: finer })
    expect(data!.county_line).toMatchObject({ accuracy_m: 50, across: [{ fips: '99001' }] })
    expect(summary).toContain('within 50 m of the line to Alder, ZZ')
    const farther = await sectionAt(nearLine[0] + 0.1, 5, { ...changes, counties: finer })
    expect(farther.data!.county_line).toBeUndefined()
  })

  test('the roll of the parcel confirms the county, and nothing is doubted', async () => {
    const [lot] = fixture.tables.parcels
    const square = box(11, 4, 12, 6)
    const roll = (county_fips: string) => [{ ...lot, county_fips, geometry: square }]
    const confirmed = await sectionAt(...nearLine, { ...changes, parcels: roll('99003') })
    expect(confirmed.data!.county_line).toBeUndefined()
    const other = await sectionAt(...nearLine, { ...changes, parcels: roll('99001') })
    expect(other.data!.county_line).toMatchObject({ distance_m: 48 })
    expect(other.source!.note).toContain('The parcel is on an assessment roll in')
  })
})

describe('where no file draws a county', () => {
  test('the nearest one within 5 km answers, and beyond it none does', async () => {
    // 30 + 0.0550 is 4,988 m north of the drawn line at 30.01, 30 + 0.0552 is 5,010 m.
    const near = await sectionAt(25, 55, { parcels: [] })
    expect(near.data).toMatchObject({ county: { fips: '99005' }, precision: 'nearest' })
    expect(near.data!.county_distance_m).toBe(4_988)
    // Birch and Alder, 0.5 and 1.4 km to the west, are less than 1 km farther.
    const across = near.data!.county_line!.across.map(({ fips }) => fips)
    expect(across).toEqual(['99003', '99001'])
    expect(near.source!.name).toBe('Fixture atlas (fictional)')
    expect(await sectionAt(25, 55.2, { parcels: [] })).toMatchObject({ status: 'not_covered' })
  })

  test('a line that was not generalised leaves out what is outside', async () => {
    expect(await sectionAt(5, 13, { parcels: [] })).toMatchObject({
      status: 'not_covered',
      data: null,
    })
  })
})

describe('a build that has less', () => {
  test('without a table of counties a state is still a state', async () => {
    const { data, summary } = await sectionAt(1, 5, {}, ['counties'])
    expect(data).toEqual({
      state: 'ZZ',
      county: null,
      zip: '34501',
      precision: 'boundary_file',
    })
    expect(summary).toBe('In ZZ, ZCTA 34501.')
  })

  test('ZCTAs alone answer where one is drawn, and claim nothing where none is', async () => {
    const bare = ['counties', 'states', 'parcels']
    expect(await sectionAt(1, 5, {}, bare)).toMatchObject({
      status: 'available',
      summary: 'In no county that this build knows, ZCTA 34501.',
      data: { state: null, county: null, zip: '34501' },
    })
    expect(await sectionAt(19, 5, {}, bare)).toMatchObject({
      status: 'not_covered',
      reason: 'This build has no boundary tables.',
    })
  })
})

describe('codes that changed', () => {
  test('Connecticut lists the codes of its other scheme, and they are not a disagreement', async () => {
    const [row] = fixture.tables.counties
    const as = (geoid: string, name: string) => ({ geoid, name, statefp: '09', state: 'CT' })
    const fairfield = { ...row, ...as('09001', 'Fairfield County'), scale_denominator: 500_000 }
    const western = {
      ...row,
      ...as('09190', 'Western Connecticut Planning Region'),
      county_key: 'tiger:09190',
    }
    const { data, source } = await sectionAt(1, 5, { counties: [fairfield, western], states: [] })
    expect(data).toMatchObject({
      state: 'CT',
      county: { name: 'Western Connecticut Planning Region', fips: '09190' },
    })
    expect(source!.note).toContain('under the county code 09001, 09005.')
    expect(source!.note).not.toContain('Another boundary')
  })

  test('a state file that draws another state than the county is named in the note', async () => {
    const states = fixture.tables.states.map((row) => ({ ...row, statefp: '23', state: 'ME' }))
    const { data, source } = await sectionAt(1, 5, { states })
    expect(data!.state).toBe('ZZ')
    expect(source!.note).toContain('A state boundary draws ME here.')
  })
})
