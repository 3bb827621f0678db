import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import type { Section } from '../../layers/section.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import { zoning as zoningLayer } from '../../layers/zoning/layer.ts'
import { zoningDistricts } from '../../layers/zoning/tables.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { AgencyLayer } from '../../tests/end-to-end/agency-layer.ts'
import { packSquares, type Square, squareAround } from '../../tests/end-to-end/square-parcels.ts'
import { ZoningOracle } from '../../tests/end-to-end/zoning-oracle.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { zoning } from './pipeline.ts'

const real = realDataFolder()
const PLACES = isLongRun ? 100 : 40
/** Rounding to the grid of 1 cm moves a border by half a step; nearer points are not compared. */
const BORDER_M = 0.05
/**
 * Slivers are left out, most of them below 0.1 m2, and a border on the grid moves one by about 1 m2
 * in 80 m.
 */
const AREA_M2 = 2
/** Besides: the scale of a state plane projection, 1 in 10,000, squared. */
const AREA_SHARE = 0.001

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-zoning-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Makes a partition of the project from the agency's files. */
async function make(partition: string, files: readonly string[]): Promise<PartitionTable> {
  const definition = (await zoning.partitions()).get(partition)!
  const assets = Object.fromEntries(
    files.map((file) => [file.split('/').at(-1)!, join(real, file)]),
  )
  const made = await runFixture(zoning, definition, { folder, partition, assets })
  // Neither has a plan or documents: a table without rows is not made.
  expect([...made.keys()]).toEqual(['zoning_districts'])
  return made.get('zoning_districts')!
}

const counts = ({ rows, tally }: PartitionTable) => ({
  rows,
  rejects: Object.fromEntries(
    Object.entries(tally.rejects).map(([stat, { count }]) => [stat, count]),
  ),
  repairs: Object.fromEntries(
    Object.entries(tally.repairs).map(([kind, { count }]) => [kind, count]),
  ),
  cases: tally.cases,
})

/** Places drawn over the map's extent, away from borders, each with a square of 80 m around it. */
function drawPlaces(oracle: ZoningOracle, seed: number): Square[] {
  const random = seededRandom(seed, 'zoning')
  const [west, south, east, north] = oracle.extent
  const squares: Square[] = []
  while (squares.length < PLACES) {
    const lng = Number((west + random() * (east - west)).toFixed(6))
    const lat = Number((south + random() * (north - south)).toFixed(6))
    if (!oracle.isNearBorder(lng, lat, BORDER_M)) squares.push(squareAround(lng, lat))
  }
  return squares
}

/** Compares the section at every point with GEOS in the agency's own coordinates. */
async function expectAgreement(made: PartitionTable, oracle: ZoningOracle, seed: number) {
  const squares = drawPlaces(oracle, seed)
  const packs = await packSquares(made, squares, await mkdtemp(join(folder, 'packs-')))
  const counts = { available: 0, empty: 0, not_covered: 0, overlaid: 0, split: 0 }
  for (const square of squares) {
    const { lng, lat } = square
    const where = `${lng}, ${lat}`
    const facts = oracle.factsAt(square)
    const section = buildSection(zoningLayer, packs, square) as Section<ZoningData>
    expect(section.status, where).toBe(facts.status)
    counts[facts.status]++
    if (section.data === null) continue
    const { district, also_here, overlays, districts_on_parcel: onParcel } = section.data
    const here = [district, ...also_here.map((other) => other.district)]
    expect(new Set(here), where).toEqual(new Set(facts.base))
    expect(overlays.length > 0, where).toBe(facts.isOverlaid)
    if (facts.isOverlaid) counts.overlaid++
    const areas = Object.fromEntries(onParcel!.map((each) => [each.district, each.area_m2]))
    if (Object.keys(facts.areas).length > 1) counts.split++
    for (const name of new Set([...Object.keys(areas), ...Object.keys(facts.areas)])) {
      const [ours, theirs] = [areas[name] ?? 0, facts.areas[name] ?? 0]
      expect(Math.abs(ours - theirs), `${where} ${name} ${ours} ${theirs}`).toBeLessThan(
        AREA_M2 + AREA_SHARE * theirs,
      )
    }
  }
  closePacks(packs)
  return counts
}

if (isLongRun)
  describe.skipIf(!existsSync(join(real, 'bangor-me')))('Bangor, from the city', () => {
    let made: PartitionTable
    beforeAll(async () => {
      made = await make('bangor', ['bangor-me/zoning.zip', 'bangor-me/reference_layers.zip'])
    })

    test('of 1,297 districts one has no area and 27 repeat another; the shoreland zone comes to them', async () => {
      expect(counts(made)).toEqual({
        rows: 1270,
        rejects: { 'geometry.collapsed': 1 },
        repairs: { self_intersection: 5 },
        cases: { 'key.from_geometry': 1270, 'key.merged_identical': 27 },
      })
      const rows = await parquetRows(zoningDistricts, made.file)
      const overlays = rows.filter(({ values }) => values.is_overlay)
      expect(overlays.map(({ values }) => values.district)).toEqual(['Shoreland Zone'])
    })

    test('every contract zone is marked with the city’s words', async () => {
      const rows = await parquetRows(zoningDistricts, made.file)
      const marked = rows.flatMap(({ values }) => values.conditions ?? [])
      expect(marked.length).toBe(95)
      for (const words of marked) expect(words).toMatch(/^CONTRACT: \S/)
      expect(marked.filter((words) => words === 'CONTRACT: UNKNOWN')).toHaveLength(37)
    })

    test('four of its 21 codes have no name that the city’s code gives them', async () => {
      const rows = await parquetRows(zoningDistricts, made.file)
      const base = rows.map(({ values }) => values).filter(({ is_overlay }) => !is_overlay)
      expect(new Set(base.map(({ district }) => district)).size).toBe(21)
      const nameless = base.filter(({ description }) => description === null)
      expect(new Set(nameless.map(({ district }) => district))).toEqual(
        new Set(['SP', 'BPD', 'USD', 'T&S']),
      )
    })

    test('GEOS in the city’s own feet finds the same at 100 places', async () => {
      const base = new AgencyLayer('bangor-me/zoning.zip/Zoning.shp')
      const oracle = new ZoningOracle({
        base,
        overlay: new AgencyLayer('bangor-me/zoning.zip/ShorelandZone.shp'),
        coverage: [
          new AgencyLayer(
            'bangor-me/reference_layers.zip/cityFootprint.geojson',
            undefined,
            base.srs,
          ),
        ],
        facts: ['ZONE', 'CONTRACT'],
      })
      const counts = await expectAgreement(made, oracle, 23019)
      expect(counts.available).toBeGreaterThan(40)
      const { not_covered, empty, split, overlaid } = counts
      expect(Math.min(not_covered, empty, split, overlaid)).toBeGreaterThan(0)
    })
  })

describe.skipIf(!existsSync(join(real, 'forest-city-nc')))('Forest City, from the town', () => {
  let made: PartitionTable
  beforeAll(async () => {
    made = await make('forest-city', ['forest-city-nc/forest_city.zip'])
  })

  test('of 608 polygons 435 are slivers below 1 m2, and 14 of the others have no district', () => {
    expect(counts(made)).toEqual({
      rows: 157,
      rejects: { 'zoning.no_code': 14 },
      repairs: { self_intersection: 12 },
      cases: {
        'key.from_geometry': 157,
        'key.merged_identical': 2,
        'key.tied_told_by_facts': 18,
        'zoning.left_out_by_where': 435,
      },
    })
    expect(435 + 14 + 2 + made.rows).toBe(608)
  })

  test('the columns with names of persons stay out of the table', async () => {
    const rows = await parquetRows(zoningDistricts, made.file)
    const texts = rows.flatMap(({ values }) => Object.values(values))
    expect(texts.filter((text) => /per |jimmy|edit|casesud/i.test(`${text}`))).toEqual([])
  })

  test('special use and conditional districts are marked with the town’s words', async () => {
    const rows = await parquetRows(zoningDistricts, made.file)
    const words = new Set(rows.map(({ values }) => values.conditions))
    expect(words).toEqual(
      new Set([null, 'CONDITIONA: yes', 'SUD: yes; CONDITIONA: yes', 'SUD: cu; CONDITIONA: yes']),
    )
  })

  test('GEOS in the state’s own feet finds the same at seeded places', async () => {
    const base = new AgencyLayer('forest-city-nc/forest_city.zip/zoning.geojson')
    const limits = new AgencyLayer(
      'forest-city-nc/forest_city.zip/muni.geojson',
      undefined,
      base.srs,
    )
    const oracle = new ZoningOracle({
      base,
      overlay: null,
      coverage: [limits],
      isCovering: ({ ETJ }) => ETJ === 'yes',
      facts: ['BASE_DISTR', 'SUD', 'CONDITIONA'],
    })
    const counts = await expectAgreement(made, oracle, 37161)
    expect(counts.available).toBeGreaterThan(PLACES / 3)
    expect(Math.min(counts.not_covered, counts.split)).toBeGreaterThan(0)
  })
})
