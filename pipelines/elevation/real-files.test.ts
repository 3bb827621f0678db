import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { writeHeightsFixture } from '../../tests/fixtures/elevation/height-files.ts'
import { PublishedHeights } from '../../tests/fixtures/elevation/published-heights.ts'
import { isLongRun } from '../../tests/long-run.ts'
import {
  heightErrors,
  type ServedHeights,
  serveHeights,
} from '../../tests/oracles/served-heights.ts'
import { gdal } from '../stages/gdal.ts'
import { unpackAsset } from '../stages/unpack.ts'
import { ElevationPartition } from './partition-file.ts'

const REAL = realDataFolder()
const POINTS = 400
/** proj4js and GDAL are nanometres apart: what is left is the rounding of a Float32. */
const SAME_M = 0.001

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-real-heights-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe.skipIf(!existsSync(join(REAL, 'alexandria-va')))(
  'bare earth and surface of Alexandria',
  () => {
    const city = join(REAL, 'alexandria-va')
    let ground: ServedHeights
    let surface: ServedHeights
    beforeAll(async () => {
      ground = await serveHeights(folder, 'alexandria-dtm', { 'dtm.tif': city })
      surface = await serveHeights(folder, 'alexandria-dsm', { 'dsm.tif': city })
    })
    afterAll(() => Promise.all([ground.close(), surface.close()]))

    test('the ground is what GDAL reads at a place, interpolated once', async () => {
      const found = await heightErrors(ground, new PublishedHeights(join(city, 'dtm.tif')), {
        seed: 1,
        places: POINTS,
      })
      expect(found.length).toBeGreaterThan(300)
      for (const { off } of found) expect(off).toBeLessThan(SAME_M)
    })

    test('on building outlines the surface stands above the ground by about their HEIGHT', async () => {
      const { features } = JSON.parse(readFileSync(join(city, 'buildings.geojson'), 'utf8'))
      const shares: number[] = []
      for (const { properties, geometry } of features) {
        const { x, y } = gdal.Geometry.fromGeoJson(geometry).centroid()
        const [above, below] = [await surface.heightAt(x, y), await ground.heightAt(x, y)]
        if (above === null || below === null || properties.HEIGHT <= 0) continue
        shares.push((above - below) / properties.HEIGHT)
      }
      expect(shares.length).toBeGreaterThan(75)
      expect(shares.filter((share) => share > 0.2).length / shares.length).toBeGreaterThan(0.95)
      const median = shares.sort((a, b) => a - b)[shares.length >> 1]
      expect(median).toBeGreaterThan(0.85)
      expect(median).toBeLessThan(1.15)
    })

    test('neither states its datum, and the row has "not stated"', () => {
      expect([ground.row.vertical_datum, surface.row.vertical_datum]).toEqual([
        'not stated',
        'not stated',
      ])
      expect([ground.row.model, surface.row.model]).toEqual(['bare_earth', 'surface'])
    })
  },
)

const CROPS = [
  ['crop-mexico-beach', 'mexico_beach_fl_3dep_30m_epsg5070.tif', true, false],
  ['crop-outer-banks', 'outer_banks_nc_topobathy_epsg5070.tif', true, false],
  ['crop-colorado-river', '3dep_30m_cs_225.tif', false, true],
  ['crop-san-bernardino', '3dep_30m_gpo_12974.tif', false, true],
  ['crop-rampart-range', '3dep_30m_wal_2649.tif', false, true],
] as const

describe.skipIf(!existsSync(join(REAL, 'dem-crops')))('crops of 3DEP in Albers metres', () => {
  test.each(CROPS.filter((_, nth) => isLongRun || nth % 2 === 0))(
    '%s agrees with GDAL at random places',
    async (partition, file, isCoast, isBasin) => {
      const place = join(REAL, 'dem-crops')
      const made = await serveHeights(folder, partition, { [file]: place })
      const found = await heightErrors(made, new PublishedHeights(join(place, file)), {
        seed: 2,
        places: POINTS,
      })
      expect(found.length).toBeGreaterThan(isBasin ? 60 : 250)
      for (const { off } of found) expect(off).toBeLessThan(SAME_M)
      expect((made.row.min_m as number) < 0).toBe(isCoast)
      // A basin has no heights around it: the row's ground is smaller than the file's extent.
      const outlined = areaM2(made.table.coverage.polygons!)
      expect(made.table.area_km2 * 1e6 < outlined * 0.75).toBe(isBasin)
      expect(made.table.tally.rejects).toEqual({})
      await made.close()
    },
  )
})

if (isLongRun)
  describe.skipIf(!existsSync(join(REAL, 'bangor-me')))('the spot elevations of Bangor', () => {
    const CELL_FT = 40

    test('a raster in survey feet gives the metres that the city states next to its feet', async () => {
      const zip = join(REAL, 'bangor-me/reference_layers.zip')
      const unpacked = (await unpackAsset(zip, { into: join(folder, 'reference') })).folder
      const text = readFileSync(join(unpacked, 'spotElevations.geojson'), 'utf8')
      const toFeet = new gdal.CoordinateTransformation(
        gdal.SpatialReference.fromEPSG(4269),
        gdal.SpatialReference.fromEPSG(26847),
      )
      const points = JSON.parse(text).features.map(
        ({
          properties,
          geometry,
        }: {
          properties: { Elevation: number }
          geometry: { coordinates: number[] }
        }) => {
          const [lng, lat, metres] = geometry.coordinates
          const { x, y } = toFeet.transformPoint(lng, lat)
          return { lng, lat, metres, feet: properties.Elevation, x, y }
        },
      ) as { lng: number; lat: number; metres: number; feet: number; x: number; y: number }[]
      const west = Math.min(...points.map(({ x }) => x)) - CELL_FT
      const north = Math.max(...points.map(({ y }) => y)) + CELL_FT
      const cellOf = (x: number, y: number) => [
        Math.floor((x - west) / CELL_FT),
        Math.floor((north - y) / CELL_FT),
      ]
      const columns = Math.max(...points.map(({ x, y }) => cellOf(x, y)[0])) + 2
      const rows = Math.max(...points.map(({ x, y }) => cellOf(x, y)[1])) + 2
      // The points are put into cells, and GDAL interpolates the cells between them.
      const burnt = new Float64Array(columns * rows).fill(-9999)
      for (const { x, y, feet } of points) {
        const [column, row] = cellOf(x, y)
        burnt[row * columns + column] = feet
      }
      const place = await mkdtemp(join(folder, 'bangor-'))
      const grid = { columns, rows, west, north, step: CELL_FT, frame: 'EPSG:26847', nodata: -9999 }
      const file = writeHeightsFixture(join(place, 'points.tif'), {
        ...grid,
        unit: 'US survey foot',
        value: (column, row) => burnt[row * columns + column],
      })
      const dataset = gdal.open(file, 'r+')
      gdal.fillNodata({ src: dataset.bands.get(1), searchDist: 60, smoothingIterations: 0 })
      dataset.close()
      const definition = ElevationPartition.parse({
        lock: 'bangor-me-2013',
        area: 'Bangor, Maine',
        files: [{ asset: 'points', member: 'points.tif' }],
        model: 'bare_earth',
        vertical_datum: { name: 'not stated', evidence: 'the city states none' },
        unit: 'auto',
        resolution_m: 12,
        note: 'Spot elevations of the city, interpolated.',
      })
      const made = await serveHeights(folder, 'bangor-points', { points: place }, definition)
      const offs: number[] = []
      for (const { lng, lat, metres } of points) {
        const height = await made.heightAt(lng, lat)
        expect(height).not.toBeNull()
        offs.push(Math.abs(height! - metres))
      }
      offs.sort((a, b) => a - b)
      expect(offs.length).toBeGreaterThan(11_000)
      // Within 40 ft the ground of the city rises by more than that; feet taken as metres, or
      // metres as feet, would be tens of metres off.
      expect(offs[offs.length >> 1]).toBeLessThan(0.3)
      expect(offs[Math.floor(offs.length * 0.95)]).toBeLessThan(2)
      expect(made.row.min_m as number).toBeLessThan(0)
      expect(made.row.max_m as number).toBeLessThan(105)
      await made.close()
    })
  })
