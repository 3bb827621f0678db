import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { AgencyLayer, areaOf, pointInside } from './agency-layer.ts'
import { type AnsweringBuild, answering, buildIn, dropHome, makeHome } from './build-home.ts'
import { floodOf, goldenValues } from './dossier-values.ts'
import { expectHeadlines, packedLots } from './flood-headlines.ts'
import { countsOf, expectGolden } from './golden.ts'
import { HudsonOracle } from './hudson-oracle.ts'
import { HUDSON_POINTS } from './real-points.ts'

const DOWNLOAD = 'hudson-nj/34017C_20060816.zip'
const RANDOM_POINTS = 150
const RANDOM_LOTS = 3000
/** Points closer to a border are not tested: Plat's grid is 1e-7 degree, 1 cm. */
const BORDER_M = 0.05
const EQUAL_AREA = 'EPSG:5070'

describe.skipIf(!existsSync(join(realDataFolder(), DOWNLOAD)))('Hudson County, from FEMA', () => {
  let home: string
  let build: AnsweringBuild
  let oracle: HudsonOracle
  beforeAll(async () => {
    home = await makeHome('hudson')
    build = await answering(home, (await buildIn(home, ['hudson'])).build)
    oracle = new HudsonOracle()
  })
  afterAll(async () => {
    build?.close()
    await dropHome(home)
  })

  test('counts and points are the golden ones', async () => {
    const points = HUDSON_POINTS.map(([what, lng, lat]) => [
      what,
      { lng, lat, ...goldenValues(build.dossierAt(lng, lat, SECTION_NAMES)) },
    ])
    const tables = countsOf(build.open.manifest)
    await expectGolden('hudson', { tables, points: Object.fromEntries(points) })
  })

  test('every audit passes', () => {
    expect(build.open.manifest.audits.filter(({ passed }) => !passed)).toEqual([])
  })

  function expectAgreement(lng: number, lat: number): void {
    const [facts, dossier] = [oracle.factsAt(lng, lat), build.dossierAt(lng, lat)]
    const [flood, where] = [floodOf(dossier), `${lng}, ${lat}`]
    const covered = facts.panel !== null || facts.zonesHere.length > 0
    expect(dossier.layers.flood.status, where).toBe(covered ? 'available' : 'not_covered')
    expect(flood?.firm_panel?.panel ?? null, where).toBe(facts.panel)
    const worst = facts.zonesHere.at(0)
    const isMapped = worst !== undefined && worst.zone !== 'AREA NOT INCLUDED'
    if (!isMapped) {
      expect(flood?.mapped ?? false, where).toBe(false)
      expect(flood?.is_in_flood_zone ?? null, where).toBeNull()
      return
    }
    expect(flood!.is_in_flood_zone, where).toBe(/^[AV]/.test(worst.zone))
    expect(flood!.zone_at_point, where).toMatchObject({
      zone: worst.zone,
      zone_subtype: worst.subtype,
      base_flood_elevation_ft: worst.datum === 'NAVD88' ? worst.bfe_ft : null,
    })
  }

  test.each(HUDSON_POINTS)('GEOS on FEMA’s own polygons agrees: %s', (_, lng, lat) =>
    expectAgreement(lng, lat),
  )

  test('the dossier agrees with GEOS inside 150 polygons and at 150 points of the county', () => {
    const random = seededRandom(34017, 'points')
    const { zones, panels } = oracle
    const places: (() => { x: number; y: number } | null)[] = [
      () => pointInside(pick(zones.features).geometry, 0.2 + 0.6 * random()),
      () => {
        const { minX, minY, maxX, maxY } = pick(panels.features).geometry.getEnvelope()
        return { x: minX + random() * (maxX - minX), y: minY + random() * (maxY - minY) }
      },
    ]
    const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)]
    for (const place of places) {
      let compared = 0
      for (let tried = 0; compared < RANDOM_POINTS && tried < 2 * RANDOM_POINTS; tried++) {
        const at = place()
        if (at === null) continue
        const [lng, lat] = [at.x, at.y].map((side) => Number(side.toFixed(6)))
        if (oracle.isNearBorder(lng, lat, BORDER_M)) continue
        expectAgreement(lng, lat)
        compared++
      }
      expect(compared).toBe(RANDOM_POINTS)
    }
  })

  test('the summaries of 3,000 lots across the lines of its zones begin with high risk where there is any', async () => {
    const random = seededRandom(34017, 'lots')
    const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)]
    const places = Array.from({ length: RANDOM_LOTS }, () => {
      const { minX, minY, maxX, maxY } = pick(oracle.zones.features).geometry.getEnvelope()
      return { x: minX + random() * (maxX - minX), y: minY + random() * (maxY - minY) }
    })
    const lots = await packedLots(places, random, home)
    try {
      const { part, whole, none } = expectHeadlines(
        new Map([...build.packs, ['parcels', lots]]),
        places.keys(),
        (row) => oracle.highRiskOn(lots.polygons(row), lots.value(row, 'area_m2') as number),
      )
      expect(Math.min(part, whole, none)).toBeGreaterThan(200)
    } finally {
      lots.close()
    }
  })

  test('the area of all zones is the one that GDAL measures in an equal-area projection', () => {
    const albers = gdal.SpatialReference.fromUserInput(EQUAL_AREA)
    const projected = new AgencyLayer(`${DOWNLOAD}/S_FLD_HAZ_AR.shp`, undefined, albers)
    const km2 = projected.features.reduce((sum, { geometry }) => sum + areaOf(geometry) / 1e6, 0)
    const { audits } = build.open.manifest
    const ours = audits.find(({ name, table }) => name === 'area_km2' && table === 'flood_zones')
    expect(Number(ours!.measured) / km2).toBeCloseTo(1, 4)
  })
})
