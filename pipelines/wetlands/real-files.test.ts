import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MultiPolygon, Polygon } from 'geojson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { borderM } from '../../geometry/rings.ts'
import type { Section } from '../../layers/section.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import { wetlandProjects, wetlands as wetlandsTable } from '../../layers/wetlands/tables.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import {
  type AgencyFeature,
  AgencyLayer,
  areaOf,
  pointInside,
} from '../../tests/end-to-end/agency-layer.ts'
import {
  type AnsweringBuild,
  answering,
  buildIn,
  dropHome,
  makeHome,
} from '../../tests/end-to-end/build-home.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { writeInventoryFixture } from '../../tests/fixtures/wetlands/wetland-inventory.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { PartitionTable } from '../pipeline.ts'
import { type Geometry, gdal } from '../stages/gdal.ts'
import { WetlandPartition, wetlands } from './pipeline.ts'

const real = (path: string) => join(realDataFolder(), path)
const has = (path: string) => existsSync(real(path))
const M2_PER_ACRE = 4046.8564224
/** Rounding to the grid of 1e-7 degree moves a border by at most half a step of 1.1 cm. */
const GRID_HALF_STEP_M = 0.0056

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-wetlands-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A committed partition over the real files. */
async function make(partition: string, assets: Record<string, string>) {
  const definition = (await wetlands.partitions()).get(partition)!
  return runFixture(wetlands, definition, { folder, partition, assets })
}

async function waterOf(table: PartitionTable): Promise<Map<string | null, unknown[]>> {
  const rows = await parquetRows(wetlandsTable, table.file)
  return new Map(
    rows.map(({ values }) => [
      values.code as string | null,
      [values.is_open_water, values.is_vegetated],
    ]),
  )
}

const WATER = [true, false]
const WATER_PLANTS = [true, true]
const SHORE = [false, false]
const VEGETATED = [false, true]

describe.skipIf(!has('dc-nwi'))('500 polygons of the District of Columbia', () => {
  let table: PartitionTable
  beforeAll(async () => {
    const made = await make('dc', { 'DC_Wetlands_500.zip': real('dc-nwi/DC_Wetlands_500.zip') })
    expect([...made.keys()]).toEqual(['wetlands'])
    table = made.get('wetlands')!
  })

  test('are 500 rows: every code is of the standard, one touches itself on our grid', () => {
    const { rejects, repairs, cases } = table.tally
    expect({ rows: table.rows, rejects, cases }).toEqual({
      rows: 500,
      rejects: {},
      cases: { 'key.from_geometry': 500 },
    })
    // GEOS finds all 500 valid in the file's own metres.
    expect(repairs).toEqual({
      self_intersection: { count: 1, area_change_m2: expect.closeTo(-0.0126, 3) },
    })
    expect(table.coverage.polygons).toBeNull()
  })

  test('are in the group of the map legend that the publisher’s own label names', async () => {
    const rows = await parquetRows(wetlandsTable, table.file)
    const kinds = new Set(rows.map(({ values }) => `${values.label}: ${values.kind}`))
    expect([...kinds].sort()).toEqual([
      'Freshwater Emergent Wetland: freshwater_emergent',
      'Freshwater Forested/Shrub Wetland: freshwater_forested_shrub',
      'Freshwater Pond: freshwater_pond',
      'Lake: lake',
      'Riverine: riverine',
    ])
  })

  test('measure the acres that the publisher states, slivers of a square foot included', async () => {
    const rows = await parquetRows(wetlandsTable, table.file)
    let least = Number.POSITIVE_INFINITY
    for (const { values, polygons } of rows) {
      const [stated, measured] = [values.source_area_acres as number, areaM2(polygons!)]
      least = Math.min(least, measured)
      const slack = borderM(polygons!) * GRID_HALF_STEP_M + measured * 1e-3
      expect(Math.abs(stated * M2_PER_ACRE - measured)).toBeLessThan(slack)
    }
    expect(least).toBeLessThan(0.2)
  })

  test('every code is open water or not by its system and class', async () => {
    const water = await waterOf(table)
    expect(water.size).toBe(41)
    const ours = (code: string) => {
      if (/^(L1AB|PAB)/.test(code)) return WATER_PLANTS
      if (/^(L1UB|PUB|R2UB|R3UB|R5UB)/.test(code)) return WATER
      return /^(PUS|R2US|R4SB)/.test(code) ? SHORE : VEGETATED
    }
    for (const [code, answer] of water) expect(answer, `${code}`).toEqual(ours(code!))
  })
})

describe.skipIf(!has('hostile'))('571 projects in Albers metres that pose as degrees', () => {
  const published = 'nwi_projectmeta_albers_no_crs.geojson'
  /** Runs the published projects of New York with the fixture's wetlands, which are fictional. */
  async function run(projects: { asset: string; member: string }) {
    const definition = WetlandPartition.parse({
      lock: 'fixture',
      area: 'New York and outside it',
      mapping: 'nwi',
      wetlands: { asset: 'fixture', member: 'ZZ_Wetlands.shp' },
      projects,
      coverage: 'projects',
      note: 'Published projects, fictional wetlands.',
    })
    const place = writeInventoryFixture(await mkdtemp(join(folder, 'fixture-')))
    const assets = { fixture: place, published: real('hostile'), converted: folder }
    return runFixture(wetlands, definition, { folder, partition: 'hostile', assets })
  }

  test('are refused, with a message that names the file and the numbers', async () => {
    const error = await run({ asset: 'published', member: published }).then(
      () => expect.fail('the file was read'),
      (cause) => cause,
    )
    expect(error).toMatchObject({ name: 'StepError', target: expect.stringContaining(published) })
    expect(error.message).toMatch(/its coordinates reach -?\d+, -?\d+: they are not degrees/)
    expect(error.remedy).toMatch(/\S/)
  })

  if (isLongRun)
    test('with their CRS stated, 553 of them are mapped, from imagery of 27 years', async () => {
      const source = gdal.open(join(real('hostile'), published))
      gdal.vectorTranslate(join(folder, 'projects.shp'), source, ['-a_srs', 'EPSG:5070']).close()
      source.close()
      const made = (await run({ asset: 'converted', member: 'projects.shp' })).get(
        'wetland_projects',
      )!
      expect([made.rows, made.tally.rejects, made.tally.cases]).toEqual([
        571,
        {},
        { 'key.from_geometry': 571, 'wetlands.project_without_image_year': 16 },
      ])
      const rows = await parquetRows(wetlandProjects, made.file)
      const mapped = rows.filter(({ values }) => values.is_mapped)
      expect(mapped.length).toBe(553)
      expect(made.coverage.from).toBe('553 mapping projects')
      const years = new Set(rows.flatMap(({ values }) => values.image_year ?? []))
      expect([years.size, Math.min(...([...years] as number[]))]).toEqual([27, 1975])
      expect(rows.filter(({ values }) => values.project === 'None')).toEqual([])
    })
})

if (isLongRun)
  describe.skipIf(!has('bangor-me'))('Bangor’s copy of the inventory', () => {
    const AREA_SHARE = 0.001
    const METRES_PER_FOOT = 1200 / 3937
    const M2_PER_FOOT2 = METRES_PER_FOOT ** 2
    /** Overlaps up to this are left out of an answer. */
    const LEFT_OUT_M2 = 0.15
    const BORDER_FEET = 0.2

    let home: string
    let build: AnsweringBuild
    beforeAll(async () => {
      home = await makeHome('wetlands')
      const parcels = isLongRun ? ['parcel/bangor'] : []
      const { build: id } = await buildIn(home, [...parcels, 'wetlands/bangor'])
      build = await answering(home, id)
    }, 120_000)
    afterAll(async () => {
      build?.close()
      await dropHome(home)
    })
    const made = () =>
      build.open.manifest.tables.find(({ name }) => name === 'wetlands')!.partitions[0]

    test('is 452 rows: 107 without a code, 8 with a zero for the letter O, 3 repaired', () => {
      const { rows, rejects, repairs, cases } = made()
      expect({ rows, rejects, cases }).toEqual({
        rows: 452,
        rejects: {},
        cases: {
          'key.from_geometry': 452,
          'wetlands.blank_code': 107,
          'wetlands.zero_read_as_letter_o': 8,
        },
      })
      expect(Object.values(repairs).reduce((sum, { count }) => sum + count, 0)).toBe(3)
    })

    test('the build passes its audits, and has no table of projects', () => {
      expect(build.open.manifest.audits.filter(({ passed }) => !passed)).toEqual([])
      const tables = build.open.manifest.tables.map(({ name }) => name)
      expect(tables).not.toContain(wetlandProjects.name)
    })

    test('every code is open water or not by its system and class', async () => {
      const assets = Object.fromEntries(
        ['flood_wetland_soils.zip', 'reference_layers.zip'].map((name) => [
          name,
          real(`bangor-me/${name}`),
        ]),
      )
      const water = await waterOf((await make('bangor', assets)).get('wetlands')!)
      expect(water.size).toBe(44)
      const ours = (code: string | null) => {
        if (code === null) return [null, null]
        // Beaver ponds with dead trees (`PUB/FO5Fb`) are not water without wetland.
        if (/^(PUB[FH]|R3UB)/.test(code)) return WATER
        return /^(R1US|R3US)/.test(code) ? SHORE : VEGETATED
      }
      for (const [code, answer] of water) expect(answer, `${code}`).toEqual(ours(code))
    })

    test('39 of those without a code lie in a hole of a wetland that has one', () => {
      const { features } = new AgencyLayer('bangor-me/flood_wetland_soils.zip/Wetland.shp')
      const isCoded = ({ fields }: AgencyFeature) => fields.ATTRIBUTE !== null
      // A foot around: the hole and what fills it were not drawn to the last bit.
      const holes = features.filter(isCoded).flatMap(({ geometry }) => holesOf(geometry))
      const around = holes.map((hole) => hole.buffer(1, 4))
      const islands = features.filter(
        (feature) => !isCoded(feature) && around.some((hole) => hole.contains(feature.geometry)),
      )
      expect(islands.length).toBe(39)
    })

    if (isLongRun)
      test('the dossier agrees with GEOS in the city’s own feet on 100 parcels, and as many with wetlands', () => {
        const inventory = new AgencyLayer('bangor-me/flood_wetland_soils.zip/Wetland.shp')
        const parcels = new AgencyLayer('bangor-me/parcels_with_roll.zip/ParcelsWithDatabase.shp')
        const toLonLat = new gdal.CoordinateTransformation(parcels.srs, parcels.srs.cloneGeogCS())
        const idOf = ({ fields }: AgencyFeature) => `${fields.MAP_LOT ?? ''}`.trim()
        const counted = Map.groupBy(parcels.features, idOf)
        // Pieces of one parcel and parcels on one polygon are the parcel layer's business.
        const plain = parcels.features.filter(
          (feature) => idOf(feature) !== '' && counted.get(idOf(feature))!.length === 1,
        )
        const wet = plain.filter(({ geometry }) => inventory.overlapping(geometry).length > 0)
        const random = seededRandom(23019, 'wetlands')
        let onWetland = 0
        let covered = 0
        for (const from of [plain, wet]) {
          let tested = 0
          for (let tried = 0; tested < 100 && tried < 400; tried++) {
            const { geometry } = from[Math.floor(random() * from.length)]
            const inside = pointInside(geometry, 0.2 + 0.6 * random())
            if (!inside) continue
            const { x, y } = toLonLat.transformPoint(inside.x, inside.y)
            const [lng, lat] = [x, y].map((side) => Number(side.toFixed(7)))
            const point = parcels.pointAt(lng, lat)
            const isClear = !inventory.hasBorderWithin(point, BORDER_FEET)
            if (!isClear || parcels.holding(point).length !== 1) continue
            const here = inventory.holding(point)
            expectAgreement(lng, lat, geometry, here, inventory.overlapping(geometry))
            onWetland += Math.min(1, here.length)
            covered += Math.min(1, inventory.overlapping(geometry).length)
            tested++
          }
          expect(tested).toBe(100)
        }
        expect(onWetland).toBeGreaterThan(10)
        expect(covered).toBeGreaterThan(100)
      }, 120_000)

    function expectAgreement(
      lng: number,
      lat: number,
      parcel: Geometry,
      here: AgencyFeature[],
      drawn: { feature: AgencyFeature; area: number }[],
    ): void {
      const where = `${lng}, ${lat}`
      const section = buildDossierFromPacks(
        build.packs,
        { lat, lng, layers: ['wetlands'] },
        (_, error) => {
          throw error
        },
      ).layers.wetlands as Section<WetlandsData>
      const parcelM2 = areaOf(parcel) * M2_PER_FOOT2
      const wanted: Record<string, { m2: number; slack: number }> = {}
      for (const { feature, area } of drawn) {
        const code = `${feature.fields.ATTRIBUTE}`
        wanted[code] ??= { m2: 0, slack: LEFT_OUT_M2 }
        wanted[code].m2 += area * M2_PER_FOOT2
        wanted[code].slack += slackOf(feature.geometry.intersection(parcel))
      }
      const reported = section.data?.wetlands ?? []
      const isDrawn = Object.values(wanted).some(({ m2, slack }) => m2 > slack)
      if (isDrawn || here.length > 0) expect(section.status, where).toBe('available')
      else if (reported.length === 0) expect(section.status, where).toBe('empty')
      expect(section.data?.is_on_wetland ?? false, where).toBe(here.length > 0)
      for (const { code } of reported) expect(Object.keys(wanted), where).toContain(`${code}`)
      let sum = 0
      for (const [code, { m2, slack }] of Object.entries(wanted)) {
        const found = reported.find((row) => `${row.code}` === code)
        sum += m2
        expect(Math.abs((found?.area_m2 ?? 0) - m2), `${code} at ${where}`).toBeLessThan(
          slack + m2 * AREA_SHARE,
        )
      }
      const pct = section.data?.parcel_coverage_pct ?? 0
      const slack = Object.values(wanted).reduce((all, each) => all + each.slack, 0)
      const off = Math.abs(pct - (100 * sum) / parcelM2)
      const parcelSlack = (slackOf(parcel) + slack) / parcelM2
      expect(off, where).toBeLessThan(0.02 + 100 * (parcelSlack + 2 * AREA_SHARE))
    }

    /** Square metres that the grid of 1e-7 degree may add or take along a shape's border. */
    function slackOf(shape: Geometry): number {
      return lengthOf(shape.boundary()) * METRES_PER_FOOT * GRID_HALF_STEP_M + 0.05
    }
  })

function lengthOf(line: Geometry): number {
  const linear = line as Geometry & { getLength?: () => number }
  if (linear.getLength) return linear.getLength()
  const lines = line as Geometry & { children?: { map<T>(f: (g: Geometry) => T): T[] } }
  return lines.children?.map(lengthOf).reduce((sum, length) => sum + length, 0) ?? 0
}

function holesOf(geometry: Geometry): Geometry[] {
  const { type, coordinates } = geometry.toObject() as Polygon | MultiPolygon
  const parts = type === 'Polygon' ? [coordinates] : coordinates
  const holes = parts.flatMap((rings) => rings.slice(1))
  return holes.map((ring) => gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: [ring] }))
}
