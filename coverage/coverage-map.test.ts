import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDossierFromPacks, type Packs } from '../dossier/dossier.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { rectangleWkt } from '../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture } from '../tests/layer-fixture.ts'
import { BORDER_POINTS_MAX, coverageMap } from './coverage-map.ts'
import { CoverageMap } from './coverage-map-shape.ts'
import { scorecard } from './scorecard.ts'

const FIPS = '99005'
/** More points than an answer may have, at steps of some 10 m. */
const ROUND_POINTS = 40_000
const RADIUS = 0.5
function at(i: number): string {
  const angle = (2 * Math.PI * i) / ROUND_POINTS
  // Waves, so that a coarse border still has thousands of points.
  const radius = RADIUS + 0.01 * Math.cos(angle * 1_500)
  return `${(-80 + radius * Math.cos(angle)).toFixed(7)} ${(40 + radius * Math.sin(angle)).toFixed(7)}`
}
const ROUND = `POLYGON ((${[...Array(ROUND_POINTS).keys(), 0].map(at).join(', ')}))`
const SQUARE = rectangleWkt(-70.5, 39.5, -69.5, 40.5)
const NORTH = rectangleWkt(-70.5, 40, -69.5, 40.5)
const ZONE = rectangleWkt(-70.5, 40.25, -69.5, 40.5)
const NATION = rectangleWkt(-120, 25, -60, 50)

const county = (geoid: string, geometry: string) => ({
  county_key: `fine:${geoid}`,
  partition: 'fine',
  geoid,
  name: `County ${geoid}`,
  state: 'ZZ',
  statefp: '99',
  scale_denominator: null,
  vintage: '2026',
  geometry,
})
const declared = (
  table_name: string,
  partition: string,
  fips: string | null,
  geometry?: string,
) => ({
  coverage_key: `${table_name}/${partition}`,
  table_name,
  partition,
  area_name: `ground of ${partition}`,
  ...(fips && { county_fips: fips, county_name: `County ${fips}` }),
  outside: 'unmapped',
  declared_by: 'the drawing',
  source_id: 'fixture',
  source_name: `Source of ${partition}`,
  source_vintage: '2026',
  source_attribution: 'Nobody: fictional data',
  retrieved_at: '2026-01-02',
  ...(geometry && { geometry }),
})
const fixture: LayerFixture = {
  tables: {
    counties: [county(FIPS, SQUARE), county('99007', ROUND)],
    flood_zones: [
      {
        flood_zone_key: 'study:1',
        partition: 'study',
        zone: 'AE',
        risk: 'high',
        is_sfha: true,
        vertical_datum: 'NAVD88',
        geometry: ZONE,
      },
    ],
    electric_territories: [],
  },
  coverage: [
    declared('counties', 'fine', null, NATION),
    declared('flood_zones', 'study', FIPS, NORTH),
    declared('flood_zones', 'other', '99007', ROUND),
    declared('electric_territories', 'silent', FIPS),
  ],
  county_ids: [],
  points: [],
}

let folder: string
let packs: Packs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-coverage-map-'))
  packs = await packFixture(fixture, folder)
})
afterAll(async () => {
  if (packs) closePacks(packs)
  await rm(folder, { recursive: true })
})

async function mapOf(layer: string, fips = FIPS): Promise<CoverageMap> {
  return CoverageMap.parse(await coverageMap(packs, { build: 'b1', layer, county: fips }))
}

/** Points of the map by the answer that it has for them. */
function pointsOf({ features }: CoverageMap) {
  return features.flatMap(({ geometry, properties }) =>
    properties.kind === 'probes'
      ? (geometry.coordinates as [lng: number, lat: number][]).map(([lng, lat]) => ({
          lat,
          lng,
          ...properties,
        }))
      : [],
  )
}

const areasOf = ({ features }: CoverageMap) =>
  features.flatMap(({ geometry, properties }) =>
    properties.kind === 'area' ? [{ ...properties, geometry }] : [],
  )

test('points have the status of the dossier there, as often as the scorecard counts it', async () => {
  const map = await mapOf('flood')
  const points = pointsOf(map)
  expect(points).toHaveLength(1_000)
  expect(map.probes).toBe(1_000)
  for (const { lat, lng, status, is_unmapped } of points) {
    const { flood } = buildDossierFromPacks(packs, { lat, lng, layers: ['flood'] }).layers
    expect(status).toBe(flood.status)
    expect(is_unmapped).toBe((flood.data as { mapped?: boolean } | null)?.mapped === false)
  }
  const card = await scorecard(packs, { build: 'b1', layer: 'flood', county: FIPS })
  const [{ statuses }] = card.sections[0].counties
  const count = (wanted: string) => points.filter(({ status }) => status === wanted).length
  expect(count('not_covered')).toBe(statuses!.not_covered)
  expect(count('available')).toBe(statuses!.available)
})

test('what a study leaves blank is apart from what it maps, and from what nobody covers', async () => {
  const map = await mapOf('flood')
  for (const { lat, status, is_unmapped } of pointsOf(map)) {
    expect(status === 'not_covered').toBe(lat < 40)
    expect(is_unmapped).toBe(lat >= 40 && lat < 40.25)
  }
  expect(areasOf(map).map(({ name, source, table }) => [name, source, table])).toEqual([
    ['ground of study', 'Source of study', 'flood_zones'],
  ])
})

test('a nationwide area is one of each county, and a source without an area is named', async () => {
  expect(areasOf(await mapOf('boundaries')).map(({ name }) => name)).toEqual(['ground of fine'])
  const utilities = await mapOf('utilities')
  expect(areasOf(utilities)).toEqual([])
  expect(utilities.undeclared).toEqual(['Source of silent'])
})

test('borders have a bound of points, and the tolerance that follows is stated', async () => {
  const [square, round] = [await mapOf('flood'), await mapOf('flood', '99007')]
  const drawn = round.features.filter(({ properties }) => properties.kind !== 'probes')
  const points = drawn.flatMap(({ geometry }) => geometry.coordinates.flat())
  expect(drawn).toHaveLength(2)
  expect(points.length).toBeLessThanOrEqual(BORDER_POINTS_MAX + drawn.length)
  expect(points.length).toBeGreaterThan(BORDER_POINTS_MAX / 10)
  // A detail is a two-thousandth of the longer side, 111 km.
  expect(square.tolerance_m).toBeCloseTo(55.7, 0)
  expect(round.tolerance_m).toBeGreaterThan(100)
})

test('a live section has the line of the county alone, and an unknown county has no map', async () => {
  const live = await mapOf('weather')
  expect(live.features.map(({ properties }) => properties.kind)).toEqual(['county'])
  expect([live.note, live.probes]).toEqual(['live section', 0])
  expect(await coverageMap(packs, { build: 'b1', layer: 'flood', county: '23019' })).toBeNull()
})
