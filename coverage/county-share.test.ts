import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDossierFromPacks, type Packs } from '../dossier/dossier.ts'
import { containsPoint } from '../geometry/contains.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { GRID } from '../geometry/polygons.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { parcelKey } from '../tests/fixtures/county.ts'
import { rectangleWkt } from '../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, wktToPolygons } from '../tests/layer-fixture.ts'
import { isLongRun } from '../tests/long-run.ts'
import { countyLinesOf } from './county-lines.ts'
import { scorecard } from './scorecard.ts'
import type { CountyScore } from './scorecard-shape.ts'

/**
 * A county that narrows to the north, with a hole, and in it a town of 1.2 % of its area: lots on
 * half of the town, a flood study on the north of the county. Each share follows from the drawing.
 */
const COUNTY =
  'POLYGON ((-80 44, -78 44, -79.6 46, -80 46, -80 44), (-79.5 44.3, -79.5 44.6, -79.2 44.6, -79.2 44.3, -79.5 44.3))'
const COARSE = 'POLYGON ((-80 44, -78 44, -78 46, -80 46, -80 44))'
const NORTH = 'POLYGON ((-80 45, -78.8 45, -79.6 46, -80 46, -80 45))'
const ZONE = 'POLYGON ((-80 45.5, -79.2 45.5, -79.6 46, -80 46, -80 45.5))'
const km2 = (wkt: string) => areaM2(wktToPolygons(wkt)) / 1e6
const TOWN_SHARE = 1.2
const [WEST, SOUTH, NORTHERN] = [-79.8, 44.95, 45.05]
const WIDTH =
  ((TOWN_SHARE / 100) * km2(COUNTY)) / km2(rectangleWkt(WEST, SOUTH, WEST + 1, NORTHERN))
const LOTS = 400

function lots(): LayerFixture['tables'][string] {
  const height = (NORTHERN - SOUTH) / LOTS
  return Array.from({ length: LOTS }, (_, lot) => {
    const south = SOUTH + lot * height
    return {
      parcel_key: parcelKey(lot),
      partition: 'town',
      county_fips: '99005',
      county_name: 'Wide County',
      area_m2: 1000,
      has_roll: true,
      geometry: rectangleWkt(WEST, south, WEST + WIDTH / 2, south + height),
    }
  })
}

const declared = (
  table_name: string,
  partition: string,
  place: { area_name: string; county_fips?: string },
  geometry?: string,
) => ({
  coverage_key: `${table_name}/${partition}`,
  table_name,
  partition,
  county_name: place.county_fips ? 'Wide County' : null,
  outside: 'unmapped',
  declared_by: 'the drawing',
  source_id: 'fixture',
  source_name: `Fixture ${table_name} (fictional)`,
  source_vintage: '2026',
  source_attribution: 'Nobody: fictional data',
  retrieved_at: '2026-01-02',
  ...place,
  ...(geometry && { geometry }),
})

const county = (partition: string, scale_denominator: number | null, geometry: string) => ({
  county_key: `${partition}:99005`,
  partition,
  geoid: '99005',
  name: 'Wide County',
  state: 'ZZ',
  statefp: '99',
  scale_denominator,
  vintage: partition,
  geometry,
})

const WIDE = { county_fips: '99005' }
const TOWN = rectangleWkt(WEST, SOUTH, WEST + WIDTH, NORTHERN)
const LONE = rectangleWkt(-70, 40, -69.9, 40.1)
const ISLANDS = [rectangleWkt(179, 51, 180, 52), rectangleWkt(-180, 51, -179.5, 52)]
const zone = { partition: 'study', risk: 'high', is_sfha: true, zone: 'AE' }
const fixture: LayerFixture = {
  tables: {
    counties: [
      county('coarse', 10_000_000, COARSE),
      county('fine', null, COUNTY),
      ...ISLANDS.map((part, i) => ({
        ...county('fine', null, part),
        county_key: `fine:99009:${i}`,
        geoid: '99009',
      })),
    ],
    parcels: lots(),
    flood_zones: [{ ...zone, flood_zone_key: 'study:1', vertical_datum: 'NAVD88', geometry: ZONE }],
    wetlands: [
      {
        wetland_key: 'north:1',
        partition: 'north',
        code: 'PEM1C',
        type: 'Freshwater Emergent Wetland',
        is_open_water: false,
        geometry: ZONE,
      },
    ],
    electric_territories: [],
  },
  coverage: [
    declared('counties', 'fine', { area_name: 'Fictional State' }, COUNTY),
    declared('parcels', 'town', { area_name: 'Town of Narrow', ...WIDE }, TOWN),
    declared('flood_zones', 'study', { area_name: 'Wide County', ...WIDE }, NORTH),
    declared('wetlands', 'north', { area_name: 'Wide County', ...WIDE }, NORTH),
    declared('wetlands', 'lone', { area_name: 'Lone County', county_fips: '99007' }, LONE),
    declared('electric_territories', 'some', { area_name: 'some territories' }),
  ],
  county_ids: [],
  points: [],
}

/** Percent of the county, by section: what is known, and what has facts. */
const NORTH_SHARE = (100 * km2(NORTH)) / km2(COUNTY)
const TRUTH: Record<string, [known: number, available: number]> = {
  parcel: [TOWN_SHARE, TOWN_SHARE / 2],
  // A study answers at every point that it covers, mapped or not.
  flood: [NORTH_SHARE, NORTH_SHARE],
  wetlands: [NORTH_SHARE, (100 * km2(ZONE)) / km2(COUNTY)],
  soils: [0, 0],
  boundaries: [100, 100],
}

let folder: string
let packs: Packs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-county-share-'))
  packs = await packFixture(fixture, folder)
})
afterAll(async () => {
  if (packs) closePacks(packs)
  await rm(folder, { recursive: true })
})

async function scoreOf(layer: string, fips: string | null, seed = 1): Promise<CountyScore> {
  const { sections } = await scorecard(packs, { build: 'b1', layer, seed })
  return sections[0].counties.find((score) => score.fips === fips)!
}

describe('a town in a county', () => {
  test.each(Object.entries(TRUTH))(
    '%s: shares of the land are true within a point',
    async (layer, [known, available]) => {
      for (const seed of isLongRun ? [1, 2, 3] : [1]) {
        const { land, county_line, note } = await scoreOf(layer, '99005', seed)
        expect(land!.probes).toBe(1_000)
        expect(Math.abs(land!.known_pct - known)).toBeLessThan(1)
        expect(Math.abs(land!.available_pct - available)).toBeLessThan(1)
        expect([known, available].includes(0)).toBe(land!.known_pct === 0)
        expect(county_line).toMatchObject({ vintage: 'fine', scale_denominator: null })
        expect(county_line!.area_km2).toBeCloseTo(km2(COUNTY), 1)
        expect(note).toBeNull()
      }
    },
  )

  test('random dossiers of another sampler give the same shares within a point', async () => {
    const random = seededRandom(11)
    const area = wktToPolygons(COUNTY)
    const counted = Object.fromEntries(Object.keys(TRUTH).map((layer) => [layer, [0, 0]]))
    const [low, high] = [44, 46].map((latitude) => Math.sin((latitude * Math.PI) / 180))
    let inside = 0
    while (inside < (isLongRun ? 4_000 : 2_000)) {
      const lng = -80 + 2 * random()
      const lat = (Math.asin(low + random() * (high - low)) * 180) / Math.PI
      if (!containsPoint(area, Math.round(lng * GRID), Math.round(lat * GRID))) continue
      inside++
      const { layers } = buildDossierFromPacks(packs, { lat, lng, layers: Object.keys(TRUTH) })
      for (const [layer, { status }] of Object.entries(layers)) {
        if (status === 'available') counted[layer][1]++
        if (status === 'available' || status === 'empty') counted[layer][0]++
      }
    }
    for (const layer of Object.keys(TRUTH)) {
      const { land } = await scoreOf(layer, '99005')
      const [known, available] = counted[layer].map((count) => (100 * count) / inside)
      expect(Math.abs(land!.known_pct - known), layer).toBeLessThan(1.5)
      expect(Math.abs(land!.available_pct - available), layer).toBeLessThan(1.5)
    }
  })

  test('shares of the parcels are of those that the build has, half of them in the study', async () => {
    const own = await scoreOf('parcel', '99005')
    expect(own.parcels).toEqual({ probes: 300, in_build: LOTS, available_pct: 100, known_pct: 100 })
    const { parcels } = await scoreOf('flood', '99005')
    expect(Math.abs(parcels!.known_pct - 50)).toBeLessThan(1)
  })

  test('`covers` has the names of its partitions', async () => {
    expect((await scoreOf('parcel', '99005')).covers).toEqual(['Town of Narrow'])
    expect((await scoreOf('flood', '99005')).covers).toEqual(['Wide County'])
    // A file of the state names no county, and covers this one.
    expect((await scoreOf('boundaries', '99005')).covers).toEqual(['Fictional State'])
    expect((await scoreOf('soils', '99005')).covers).toEqual([])
  })

  test('the kinds of probes are apart: the county has those anywhere in it alone', async () => {
    const { statuses, by_probe, land } = await scoreOf('parcel', '99005')
    expect(statuses).toEqual(by_probe.anywhere)
    expect(by_probe.inside!.not_covered).toBeLessThan(100)
    expect(Object.values(statuses!).reduce((sum, count) => sum + count)).toBe(land!.probes)
  })
})

test('a county on both sides of 180 degrees has one line, of its row on each side', () => {
  const { polygons } = countyLinesOf(packs).get('99009')!
  expect(areaM2(polygons()) / 1e6).toBeCloseTo(
    ISLANDS.reduce((sum, part) => sum + km2(part), 0),
    3,
  )
})

describe('a share that cannot be measured is null and not zero', () => {
  test('a county whose line is in no boundary file has no share of its land', async () => {
    expect(await scoreOf('wetlands', '99007')).toMatchObject({
      county_line: null,
      land: null,
      parcels: null,
      statuses: null,
      note: 'no county line in this build',
      by_probe: { anywhere: null, inside: { empty: 100 } },
    })
  })

  test('a source without a county that does not state what it covers has no probes', async () => {
    expect(await scoreOf('utilities', null)).toMatchObject({
      name: 'some territories',
      covers: [],
      land: null,
      statuses: null,
      note: 'no probes',
      by_probe: { anywhere: null, inside: null, border: null },
    })
  })

  test('a file of a state is scored in its own section, as one of no one county', async () => {
    expect(await scoreOf('boundaries', null)).toMatchObject({
      note: 'of no one county',
      land: null,
    })
    expect(await scoreOf('flood', null)).toBeUndefined()
  })

  test('a section without a county with a line has no counts', async () => {
    const card = await scorecard(packs, { build: 'b1', county: '99007' })
    for (const { statuses } of card.sections) expect(statuses).toBeNull()
  })
})

describe('a dossier without facts names what is covered', () => {
  const parcelAt = (lat: number, lng: number) =>
    buildDossierFromPacks(packs, { lat, lng, layers: ['parcel'] }).layers.parcel

  test('outside of a town: the town, not its county', () => {
    expect(parcelAt(45.5, -79.9)).toMatchObject({
      status: 'not_covered',
      reason: expect.stringMatching(/\. Covered in this build: Town of Narrow\.$/),
    })
  })

  test('an unstated coverage is not named in the reason', () => {
    const { layers } = buildDossierFromPacks(packs, {
      lat: 45.5,
      lng: -79.9,
      layers: ['utilities'],
    })
    expect(layers.utilities.status).toBe('not_covered')
    expect(layers.utilities.reason).not.toContain('Covered')
  })

  test('inside, where there is nothing: by whom', () => {
    expect(parcelAt(45, WEST + WIDTH * 0.75)).toMatchObject({
      status: 'empty',
      reason: 'Covered here by: Town of Narrow.',
    })
  })
})
