import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { getTable } from '../../layers/index.ts'
import type { SoilsData } from '../../layers/soils/data.ts'
import { soils as soilsLayer } from '../../layers/soils/layer.ts'
import { soilMapUnits } from '../../layers/soils/tables.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { AgencyLayer, areaOf, pointInside } from '../../tests/end-to-end/agency-layer.ts'
import { packRows } from '../../tests/fixtures/packed-rows.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import { type Geometry, gdal } from '../stages/gdal.ts'
import { openFeatures } from '../stages/read.ts'
import { Tally } from '../stages/tally.ts'
import { unpackAsset } from '../stages/unpack.ts'
import { soils } from './pipeline.ts'

const PARCELS = 100
const POINTS = isLongRun ? 300 : 100
/** The grid is 1e-7 degree, 1 cm: points nearer to a border than this are not compared. */
const BORDER_FT = 0.2
/** Two decimals of a percentage, and borders that the grid moves by up to half a step of 1.1 cm. */
const ROUNDING_POINTS = 0.006
const HALF_STEP_FT = 0.0184
/** Overlaps below these are left out of an answer, square feet and share of the parcel. */
const SLIVER_FT = 0.33

const folderOfCity = join(realDataFolder(), 'bangor-me')

describe.skipIf(!existsSync(folderOfCity))('the soils of Bangor, from the city', () => {
  let folder: string
  let made: PartitionTable
  let units: AgencyLayer
  let rows: Awaited<ReturnType<typeof parquetRows>>
  let lots: AgencyLayer
  const packs = new Map<string, Pack>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-bangor-soils-'))
    const names = ['flood_wetland_soils.zip', 'reference_layers.zip']
    const assets = Object.fromEntries(names.map((name) => [name, join(folderOfCity, name)]))
    const definition = (await soils.partitions()).get('bangor')!
    const tables = await runFixture(soils, definition, { folder, partition: 'bangor', assets })
    expect([...tables.keys()]).toEqual(['soil_map_units'])
    made = tables.get('soil_map_units')!
    units = new AgencyLayer('bangor-me/flood_wetland_soils.zip/Soils.shp')
    if (isLongRun) lots = new AgencyLayer('bangor-me/parcels_with_roll.zip/ParcelsWithDatabase.shp')
    rows = await parquetRows(soilMapUnits, made.file)
    const shaped = rows.map(({ values, polygons }) => ({ values, shape: polygons }))
    packs.set('soil_map_units', await packRows(soilMapUnits, shaped, folder))
    const covered = { partition: 'bangor', outside: 'nothing', area_name: 'Bangor' }
    const source = { source_name: 'x', source_vintage: 'x', source_attribution: 'x' }
    const values = { table_name: 'soil_map_units', coverage_key: 'x', ...covered, ...source }
    const coverage = [{ values, shape: made.coverage.polygons }]
    packs.set('coverage', await packRows(coverageTable, coverage, folder))
  })
  afterAll(async () => {
    for (const each of packs.values()) each.close()
    await rm(folder, { recursive: true })
  })

  test('every polygon is a row, none is refused, one is repaired, and none has values of the tables', async () => {
    expect(made.rows).toBe(1787)
    const { rejects, repairs, cases } = made.tally
    expect(rejects).toEqual({})
    // GEOS finds all of them valid in feet: on our grid of 1 cm one touches itself.
    expect(repairs).toEqual({
      self_intersection: { count: 1, area_change_m2: expect.closeTo(0.11, 1) },
    })
    expect(cases).toEqual({ 'key.from_geometry': 1787, 'soils.map_unit_without_rows': 1787 })
    const values = rows.map(({ values }) => values)
    expect(new Set(values.map(({ mukey }) => mukey)).size).toBe(84)
    expect(new Set(values.map(({ area_symbol }) => area_symbol))).toEqual(new Set(['ME614']))
    expect(values.filter(({ map_unit, hydrologic_group }) => map_unit || hydrologic_group)).toEqual(
      [],
    )
  })

  test('the polygons come to the area of the city limit within half a percent', () => {
    const covered = areaM2(made.coverage.polygons!) / 1e6
    expect(Math.abs(made.area_km2 - covered) / covered).toBeLessThan(0.005)
  })

  test('at seeded points the unit is the one that GEOS finds in the city’s own feet', () => {
    const random = seededRandom(614, 'soil points')
    const toLonLat = new gdal.CoordinateTransformation(units.srs, units.srs.cloneGeogCS())
    let compared = 0
    while (compared < POINTS) {
      const drawn = units.features[Math.floor(random() * units.features.length)]
      const at = pointInside(drawn.geometry, 0.1 + 0.8 * random())
      if (!at) continue
      const { x, y } = toLonLat.transformPoint(at.x, at.y)
      const point = units.pointAt(x, y)
      if (units.hasBorderWithin(point, BORDER_FT)) continue
      const wanted = units.holding(point).map(({ fields }) => fields.MUKEY)
      const { data } = buildSection(soilsLayer, packs, { lat: y, lng: x })
      const answered = (data as SoilsData).soil_units
      expect(answered.map(({ mukey }) => mukey).sort(), `${x}, ${y}`).toEqual(wanted.sort())
      expect(answered[0]).toMatchObject({ map_unit: `Map unit ${drawn.fields.MUSYM}` })
      compared++
    }
  })

  if (isLongRun)
    test('on seeded parcels the percentage of every map unit is the one of GEOS', async () => {
      const random = seededRandom(614, 'soil parcels')
      const chosen = new Map<number, Geometry>()
      // Parcels that are stacked on a chosen one would answer for it.
      while (chosen.size < PARCELS) {
        const number = Math.floor(random() * lots.features.length)
        const lot = lots.features[number].geometry
        const { x, y } = pointInside(lot)!
        const point = new gdal.Point(x, y)
        const isStacked = [...chosen].some(
          ([other, at]) => lots.features[other].geometry.contains(point) || lot.contains(at),
        )
        if (!isStacked) chosen.set(number, point)
      }
      const rows = await lotRows(new Set(chosen.keys()))
      packs.set('parcels', await packRows(getTable('parcels'), rows, folder))
      const toLonLat = new gdal.CoordinateTransformation(lots.srs, lots.srs.cloneGeogCS())
      let compared = 0
      for (const [number, point] of chosen) {
        const lot = lots.features[number].geometry
        const { minX, minY } = point.getEnvelope()
        const { x: lng, y: lat } = toLonLat.transformPoint(minX, minY)
        const lotArea = areaOf(lot)
        const wanted = new Map<string, number>()
        for (const { feature, area } of units.overlapping(lot))
          wanted.set(`${feature.fields.MUKEY}`, (wanted.get(`${feature.fields.MUKEY}`) ?? 0) + area)
        const { data } = buildSection(soilsLayer, packs, { lat, lng })
        const { soil_units, evaluated_against } = data as SoilsData
        expect(evaluated_against).toBe('parcel')
        const answered = new Map(soil_units.map((unit) => [unit.mukey, unit.coverage_pct!]))
        const boundary = lengthOf(lot.boundary())
        const slack = ROUNDING_POINTS + (100 * boundary * HALF_STEP_FT) / lotArea
        for (const mukey of new Set([...wanted.keys(), ...answered.keys()])) {
          const area = wanted.get(mukey) ?? 0
          const isSliver = area < boundary * SLIVER_FT
          if (isSliver && !answered.has(mukey)) continue
          const off = Math.abs((answered.get(mukey) ?? 0) - (100 * area) / lotArea)
          expect(off, `${mukey} at ${lng}, ${lat}`).toBeLessThan(slack)
          compared++
        }
      }
      expect(compared).toBeGreaterThan(PARCELS * 1.5)
    })

  /** The chosen parcels on our grid, keyed by their place in the file. */
  async function lotRows(chosen: ReadonlySet<number>) {
    const into = join(folder, 'parcels')
    await unpackAsset(join(folderOfCity, 'parcels_with_roll.zip'), { into })
    const file = join(into, 'ParcelsWithDatabase.shp')
    const reader = openFeatures({ file, columns: [], progress: SILENT })
    const converted = convertFeatures(reader.slices(), ({ number }) => number, new Tally())
    const rows = []
    for await (const batch of converted)
      for (const { values: number, polygons, area_m2 } of batch)
        if (chosen.has(number))
          rows.push({
            values: {
              parcel_key: `pk_${number}`,
              partition: 'bangor',
              county_fips: '23019',
              county_name: 'Penobscot County',
              area_m2,
              has_roll: false,
            },
            shape: polygons,
          })
    return rows
  }
})

function lengthOf(line: Geometry): number {
  const linear = line as Geometry & { getLength?: () => number }
  if (linear.getLength) return linear.getLength()
  const lines = line as Geometry & { children: { map<T>(f: (g: Geometry) => T): T[] } }
  return lines.children.map(lengthOf).reduce((sum, length) => sum + length, 0)
}
