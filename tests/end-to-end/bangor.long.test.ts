import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { scorecard } from '../../coverage/scorecard.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { layerCatalog } from '../../serve/layers/layer-catalog.ts'
import { karneyArea } from '../oracles/karney.ts'
import { pointInside } from './agency-layer.ts'
import { BangorOracle } from './bangor-oracle.ts'
import { BorderOracle } from './border-oracle.ts'
import { type AnsweringBuild, answering, buildIn, dropHome, makeHome } from './build-home.ts'
import { countyPoints } from './county-sampler.ts'
import { floodOf, goldenValues, parcelOf, parcelZones } from './dossier-values.ts'
import { expectHeadlines } from './flood-headlines.ts'
import { countsOf, expectGolden } from './golden.ts'
import { guideExport, rowsOf } from './queried-build.ts'
import { BANGOR_POINTS } from './real-points.ts'

const RANDOM_PLACES = 150
/** Points of the county whose dossiers are compared with the scorecard. */
const RANDOM_POINTS = 10_000
const AREA_KARNEY = 1e-4
/** Points closer to a border are not tested: Plat's grid is 1e-7 degree, 1 cm. */
const BORDER_M = 0.05
/** Rounding to the grid moves a border by at most half a step of 1.1 cm. */
const GRID_HALF_STEP_M = 0.0056
/** Further tolerance for the scale of the city's projection, 0.9999 at its meridian. */
const AREA_SHARE = 0.001
const PERCENT_POINTS = 0.05
/** Number of parcels whose borders are compared, and their most corners. */
const RANDOM_PARCELS = 200
const CORNERS_MAX = 500
/**
 * A buffer of 0.3 m reaches around the corner at each end of a stretch, and farther where it is
 * acute.
 */
const CORNER_M = 2
/** Overlaps and blanks below these are left out of an answer. */
const LEFT_OUT_M2 = 0.6

/** The file's zones in the words of the answer. */
const LABELS: Record<string, string> = {
  AE: 'AE',
  A: 'A',
  X500: 'X: 0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
  minimal: 'X: AREA OF MINIMAL FLOOD HAZARD',
}

describe.skipIf(!existsSync(join(realDataFolder(), 'bangor-me')))('Bangor, from the city', () => {
  let home: string
  let build: AnsweringBuild
  let oracle: BangorOracle
  beforeAll(async () => {
    home = await makeHome('bangor')
    build = await answering(home, (await buildIn(home, ['bangor'])).build)
    oracle = new BangorOracle()
  })
  afterAll(async () => {
    build?.close()
    await dropHome(home)
  })

  test('counts and points are the golden ones', async () => {
    const points = BANGOR_POINTS.map(([what, lng, lat]) => [
      what,
      { lng, lat, ...goldenValues(build.dossierAt(lng, lat, SECTION_NAMES)) },
    ])
    const tables = countsOf(build.open.manifest)
    await expectGolden('bangor', { tables, points: Object.fromEntries(points) })
  })

  test('every audit passes', () => {
    expect(build.open.manifest.audits.filter(({ passed }) => !passed)).toEqual([])
  })

  test('every parcel has Karney’s area within 0.01 %, its edges being straight in lon/lat', () => {
    const pack = build.packs.get('parcels')!
    let bent = 0
    for (let row = 0; row < pack.rows; row++) {
      const [polygons, area] = [pack.polygons(row), pack.value(row, 'area_m2') as number]
      if (Math.abs(area / karneyArea(polygons) - 1) < AREA_KARNEY) continue
      // An edge of hundreds of metres is not a geodesic: points along it cut it into short ones.
      bent++
      expect(Math.abs(area / karneyArea(polygons, 64) - 1), `row ${row}`).toBeLessThan(AREA_KARNEY)
    }
    expect(bent).toBeLessThan(5)
  })

  test('there are as many parcels as the city’s file has different ones', () => {
    const parcels = build.open.manifest.tables.find(({ name }) => name === 'parcels')!
    expect(parcels.partitions[0].rows).toBe(oracle.parcelTotal)
  })

  function expectAgreement(lng: number, lat: number): void {
    const [facts, dossier] = [oracle.factsAt(lng, lat), build.dossierAt(lng, lat)]
    const [parcel, flood, where] = [parcelOf(dossier), floodOf(dossier), `${lng}, ${lat}`]
    const blank = facts.isInCity ? 'empty' : 'not_covered'
    expect(dossier.layers.parcel.status, where).toBe(facts.parcelCount > 0 ? 'available' : blank)
    expect(parcel?.parcel_count_here ?? 0, where).toBe(facts.parcelCount)
    const drawn = Object.keys(facts.zonesOnParcel).length > 0 || facts.zonesHere.length > 0
    expect(dossier.layers.flood.status, where).toBe(
      facts.isInCity || drawn ? 'available' : 'not_covered',
    )
    const zone = facts.zonesHere.at(0) ?? (facts.isInCity ? 'minimal' : null)
    expect(flood?.mapped ?? false, where).toBe(zone !== null)
    if (zone !== null) {
      const { zone: code, zone_subtype } = flood!.zone_at_point!
      expect(zone_subtype ? `${code}: ${zone_subtype}` : code, where).toBe(LABELS[zone])
      expect(flood!.is_in_flood_zone, where).toBe(zone.startsWith('A'))
    }
    if (facts.area_m2 === null) return
    const slack = (area: number) => area * AREA_SHARE + facts.perimeter_m * GRID_HALF_STEP_M
    expect(Math.abs(parcel!.area_m2! - facts.area_m2), where).toBeLessThan(slack(facts.area_m2))
    const answered = parcelZones(flood!)
    const labels = Object.entries(LABELS)
    for (const label of Object.keys(answered)) expect(Object.values(LABELS), where).toContain(label)
    for (const [name, label] of labels) {
      const [wanted, found] = [facts.zonesOnParcel[name] ?? 0, answered[label]?.area_m2 ?? 0]
      const leftOut = found === 0 ? LEFT_OUT_M2 : 0
      const off = Math.abs(found - wanted)
      expect(off, `${label} at ${where}`).toBeLessThan(slack(wanted) + leftOut + 0.05)
      const pct = (100 * wanted) / facts.area_m2
      const points = Math.abs((answered[label]?.pct ?? 0) - pct)
      const leftOutPoints = (100 * leftOut) / facts.area_m2
      expect(points, `${label} at ${where}`).toBeLessThan(PERCENT_POINTS + leftOutPoints)
    }
  }

  test.each(BANGOR_POINTS)('GEOS in the city’s own feet agrees: %s', (_, lng, lat) =>
    expectAgreement(lng, lat),
  )

  test('the dossier agrees with GEOS in the agency’s own CRS: parcels, zones and anywhere', () => {
    const random = seededRandom(23019, 'points')
    const { parcels, zones, city } = oracle
    const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)]
    const inside = (layer: typeof parcels) => () =>
      pointInside(pick(layer.features).geometry, 0.2 + 0.6 * random())
    const anywhere = () => {
      const { minX, minY, maxX, maxY } = city.features[0].geometry.getEnvelope()
      return { x: minX + random() * (maxX - minX), y: minY + random() * (maxY - minY) }
    }
    const toLonLat = new gdal.CoordinateTransformation(parcels.srs, parcels.srs.cloneGeogCS())
    for (const place of [inside(parcels), inside(zones), anywhere]) {
      let compared = 0
      for (let tried = 0; compared < RANDOM_PLACES && tried < 2 * RANDOM_PLACES; tried++) {
        const at = place()
        if (at === null) continue
        const { x, y } = toLonLat.transformPoint(at.x, at.y)
        const [lng, lat] = [x, y].map((side) => Number(side.toFixed(6)))
        if (oracle.isNearBorder(lng, lat, BORDER_M)) continue
        expectAgreement(lng, lat)
        compared++
      }
      expect(compared).toBe(RANDOM_PLACES)
    }
  })

  test('scorecard, catalog and 10,000 random dossiers of the county agree within a point', async () => {
    const points = countyPoints('23019', RANDOM_POINTS, seededRandom(23019, 'county'))
    const counted = new Map(SECTION_NAMES.map((name) => [name, { known: 0, available: 0 }]))
    for (const { lng, lat } of points)
      for (const [name, { status }] of Object.entries(
        build.dossierAt(lng, lat, SECTION_NAMES).layers,
      )) {
        if (status === 'available') counted.get(name)!.available++
        if (status === 'available' || status === 'empty') counted.get(name)!.known++
      }
    const { sections } = await scorecard(build.packs, { build: 'bangor', county: '23019' })
    const served = { manifest: build.open.manifest, packs: build.packs } as unknown as ServedBuild
    const catalog = layerCatalog(served, '', () => {})
    const pct = (count: number) => (100 * count) / points.length
    for (const { layer, stage, counties } of sections) {
      if (stage === 'live') continue
      const [{ land, covers }] = counties
      const { known, available } = counted.get(layer)!
      expect(Math.abs(land!.known_pct - pct(known)), layer).toBeLessThan(1)
      expect(Math.abs(land!.available_pct - pct(available)), layer).toBeLessThan(1)
      const { status, coverage } = catalog.find(({ id }) => id === layer)!
      expect([layer, status]).toEqual([layer, known > 0 ? 'available' : 'planned'])
      // National layers count their counties.
      if (pct(known) > 50) expect(coverage!.county_count, layer).toBeGreaterThan(3_000)
      if (known === 0 || pct(known) > 50) continue
      expect([layer, covers]).toEqual([layer, ['City of Bangor']])
      expect([layer, coverage!.label, coverage!.county_count]).toEqual([layer, 'City of Bangor', 1])
    }
    // The city is a hundredth of the county.
    expect(pct(counted.get('parcel')!.known)).toBeLessThan(1.6)
  })

  test('all 561 parcels that A or AE touches are reported in them, in summary, field and export', async () => {
    const pack = build.packs.get('parcels')!
    const rows = Array.from({ length: pack.rows }, (_, row) => row)
    const { part, whole, none } = expectHeadlines(build.packs, rows, (row) =>
      oracle.highRiskOn(pack.polygons(row), pack.value(row, 'area_m2') as number),
    )
    expect(part + whole).toBe(561)
    expect(part + whole + none).toBe(pack.rows)
    vi.stubEnv('PLAT_HOME', home)
    const exported = await rowsOf({ build: build.open.id }, guideExport())
    vi.unstubAllEnvs()
    expect(exported).toHaveLength(561)
  })

  test('neighbours and frontage agree with buffers of GEOS in metres of PROJ, and neighbours with each other', () => {
    const random = seededRandom(23019, 'borders')
    const pack = build.packs.get('parcels')!
    const borders = new BorderOracle(pack, 44.83, -68.78)
    const rowOf = (key: string) => pack.rowOfKey(key)!
    let pairs = 0
    let fronts = 0
    for (let compared = 0; compared < RANDOM_PARCELS; ) {
      const row = Math.floor(random() * pack.rows)
      // GEOS takes seconds for a street parcel of thousands of corners, and longer lists are cut.
      if (pack.polygons(row).coords.length / 2 > CORNERS_MAX) continue
      const {
        adjacent_parcels: listed,
        adjacent_parcel_count: count,
        ...parcel
      } = build.bordersOf(row)
      if (count! > listed!.length) continue
      compared++
      const [wanted, frontage] = [borders.factsOf(row), parcel.frontage!]
      const found = new Map(listed!.map((each) => [rowOf(each.parcel_key), each.shared_m]))
      for (const other of found.keys())
        expect(wanted.shared.has(other), `${row} ${other}`).toBe(true)
      for (const [other, { metres, pieces }] of wanted.shared) {
        const off = metres - (found.get(other) ?? 0)
        expect(off, `${row} ${other}`).toBeGreaterThan(-BORDER_M)
        expect(off, `${row} ${other}`).toBeLessThan(CORNER_M * pieces)
        if (!found.has(other)) continue
        pairs++
        if (pack.polygons(other).coords.length / 2 > CORNERS_MAX) continue
        const back = build.bordersOf(other)
        const isCut = back.adjacent_parcel_count! > back.adjacent_parcels!.length
        const keys = back.adjacent_parcels!.map(({ parcel_key }) => rowOf(parcel_key))
        if (!isCut) expect(keys, `${row} ${other}`).toContain(row)
      }
      const off = frontage.total_m - wanted.open.metres
      expect(off, `frontage of ${row}`).toBeGreaterThan(-CORNER_M * wanted.open.pieces)
      expect(off, `frontage of ${row}`).toBeLessThan(CORNER_M * frontage.segment_count + BORDER_M)
      if (frontage.total_m > 0) fronts++
    }
    expect(pairs).toBeGreaterThan(3 * RANDOM_PARCELS)
    expect(fronts).toBeGreaterThan(0)
  })
})
