import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { askLayer, testLayer } from '../../tests/test-layer.ts'
import { closePacks } from '../open-packs.ts'
import type { Section } from '../section.ts'
import { boundaries } from './layer.ts'
import type { BoundariesData } from './section.ts'

testLayer(boundaries, { whenBlank: 'empty' })

const fixture = readFixture('boundaries')
type Tables = LayerFixture['tables']
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-boundaries-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Asks in a build of the fixture with these tables changed. */
async function ask(x: number, y: number, changes: Partial<Tables> = {}, without: string[] = []) {
  const tables = Object.fromEntries(
    Object.entries({ ...fixture.tables, ...changes }).filter(([name]) => !without.includes(name)),
  ) as Tables
  const coverage = fixture.coverage.filter((row) => !without.includes(`${row.table_name}`))
  const place = await mkdtemp(join(folder, 'packs-'))
  const packs = await packFixture({ ...fixture, tables, coverage }, place)
  try {
    const spot = { lng: -72 + x / 1000, lat: 30 + y / 1000 }
    return askLayer(boundaries, packs, spot) as Section<BoundariesData>
  } finally {
    closePacks(packs)
  }
}

describe('where several files draw the spot', () => {
  test('the one whose lines were not generalised answers, in whatever order they stand', async () => {
    const { counties } = fixture.tables
    for (const rows of [counties, counties.toReversed()]) {
      const { data, source } = await ask(10.5, 5, { counties: rows })
      expect(data!.county).toMatchObject({ fips: '99003' })
      expect(source).toMatchObject({ name: 'Fixture boundaries (fictional)', vintage: '2025' })
    }
  })

  test('the other is told among the sources, after it', async () => {
    const { sources } = await ask(10.5, 5)
    expect(sources!.map(({ name }) => name)).toEqual([
      'Fixture boundaries (fictional)',
      'Fixture atlas (fictional)',
    ])
  })

  test('and agree, nothing is said of a disagreement', async () => {
    expect((await ask(1, 5)).source!.note).not.toMatch(/Another boundary|roll of/)
  })
})

describe('by the record of a parcel', () => {
  test("the county roll is the main source, and the ZIP is the parcel's own and says so", async () => {
    const { source, data } = await ask(5.5, 10.4)
    expect(source!.name).toBe('Fixture lots (fictional)')
    expect(source!.note).toContain('The ZIP is that of the parcel on the county roll, not a ZCTA.')
    expect(data!.precision).toBe('parcel')
  })

  test('a ZCTA that is drawn there comes before the ZIP of the parcel', async () => {
    const zctas = [...fixture.tables.zctas]
    const strip = 'POLYGON ((-72 30.01, -71.98 30.01, -71.98 30.011, -72 30.011, -72 30.01))'
    zctas.push({ ...zctas[0], zcta_key: 'tiger:34503', zcta: '34503', geometry: strip })
    const { data, summary } = await ask(5.5, 10.4, { zctas })
    expect(data).toMatchObject({ zip: '34503', precision: 'parcel' })
    expect(summary).toBe('In Alder County, ZZ, ZCTA 34503, by the record of its parcel.')
  })

  test('a spot of the same shore without a parcel is empty', async () => {
    expect(await ask(6.5, 10.4)).toMatchObject({ status: 'empty', data: null })
  })
})

describe('a build that has less', () => {
  test('without a table of counties a state is still a state', async () => {
    const { data, summary } = await ask(1, 5, {}, ['counties'])
    expect(data).toEqual({ state: 'ZZ', county: null, zip: '34501', precision: 'boundary_file' })
    expect(summary).toBe('In ZZ, ZCTA 34501.')
  })

  test('ZCTAs alone answer where one is drawn, and claim nothing where none is', async () => {
    const bare = ['counties', 'states', 'parcels']
    expect(await ask(1, 5, {}, bare)).toMatchObject({
      status: 'available',
      summary: 'In no county that this build knows, ZCTA 34501.',
      data: { state: null, county: null, zip: '34501' },
    })
    expect(await ask(19, 5, {}, bare)).toMatchObject({
      status: 'not_covered',
      reason: 'This build has no boundary tables.',
    })
  })
})

describe('codes that changed', () => {
  test('Connecticut tells the codes of its other scheme, and they are no disagreement', async () => {
    const [row] = fixture.tables.counties
    const as = (geoid: string, name: string) => ({ geoid, name, statefp: '09', state: 'CT' })
    const fairfield = { ...row, ...as('09001', 'Fairfield County'), scale_denominator: 500_000 }
    const western = {
      ...row,
      ...as('09190', 'Western Connecticut Planning Region'),
      county_key: 'tiger:09190',
    }
    const { data, source } = await ask(1, 5, { counties: [fairfield, western], states: [] })
    expect(data).toMatchObject({
      state: 'CT',
      county: { name: 'Western Connecticut Planning Region', fips: '09190' },
    })
    expect(source!.note).toContain('under the county code 09001, 09005.')
    expect(source!.note).not.toContain('Another boundary')
  })

  test('a state file that draws another state than the county is told', async () => {
    const states = fixture.tables.states.map((row) => ({ ...row, statefp: '23', state: 'ME' }))
    const { data, source } = await ask(1, 5, { states })
    expect(data!.state).toBe('ZZ')
    expect(source!.note).toContain('A state boundary draws ME here.')
  })
})
