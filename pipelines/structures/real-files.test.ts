import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { toGeoJson } from '../../geometry/geojson.ts'
import { GRID, type Polygons } from '../../geometry/polygons.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import { structures as structuresLayer } from '../../layers/structures/layer.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { AgencyLayer, areaOf, pointInside } from '../../tests/end-to-end/agency-layer.ts'
import { rectangle } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import { PIPELINES } from '../index.ts'
import type { PartitionTable } from '../pipeline.ts'
import { type Geometry, gdal } from '../stages/gdal.ts'
import { writePack } from '../stages/pack.ts'
import { structures } from './pipeline.ts'

const real = realDataFolder()
const has = (path: string) => existsSync(join(real, path))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-structures-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A partition of the project over the agency's files. */
async function make(partition: string, assets: Record<string, string>): Promise<PartitionTable> {
  const definition = (await structures.partitions()).get(partition)!
  const paths = Object.fromEntries(
    Object.entries(assets).map(([name, path]) => [name, join(real, path)]),
  )
  const [table] = (
    await runFixture(structures, definition, { folder, partition, assets: paths })
  ).values()
  return table
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

async function packOf({ table, file, rows }: PartitionTable): Promise<Pack> {
  const path = join(folder, `${table.name}.pack`)
  await writePack(table, [file], path, rows, SILENT)
  return new Pack({ file: path, memoryLimitBytes: 1e8 })
}

const M2_PER_FOOT2 = (1200 / 3937) ** 2
/**
 * Slivers are left out, most of them below 0.1 m2; a border on the grid of 1 cm moves one by as
 * much again.
 */
const SURE_M2 = 0.3
const UNSURE_M2 = 0.01
/** The scale of the city's projection, 0.9999 at its meridian, squared. */
const SCALE_SHARE = 0.0004
/** Half a step of the grid along the walls of a house: 40 m by 5 mm. */
const GRID_M2 = 0.2
const PARCELS = 100

if (isLongRun)
  describe.skipIf(!has('bangor-me'))('Bangor, from the city', () => {
    let made: PartitionTable
    const packs = new Map<string, Pack>()
    beforeAll(async () => {
      made = await make('bangor', {
        'buildings.zip': 'bangor-me/buildings.zip',
        'reference_layers.zip': 'bangor-me/reference_layers.zip',
      })
      packs.set('building_footprints', await packOf(made))
      const parcel = PIPELINES.find(({ id }) => id === 'parcel')!
      const definition = (await parcel.partitions()).get('bangor')!
      const names = ['parcels_with_roll.zip', 'reference_layers.zip']
      const assets = Object.fromEntries(names.map((name) => [name, join(real, 'bangor-me', name)]))
      const lots = await runFixture(parcel, definition, { folder, partition: 'bangor', assets })
      packs.set('parcels', await packOf(lots.get('parcels')!))
    }, 120_000)
    afterAll(() => {
      for (const pack of packs.values()) pack.close()
    })

    test('of 17,690 outlines ten are crumbs of a few square centimetres, and none has an id', () => {
      expect(counts(made)).toEqual({
        rows: 17_680,
        rejects: { 'structures.remnant': 8, 'geometry.collapsed': 2 },
        repairs: { self_intersection: 3 },
        cases: { 'key.from_geometry': 17_680 },
      })
    })

    test('no lot of the city is in the table', async () => {
      const rows = await parquetRows(made.table, made.file)
      const texts = new Set(rows.flatMap(({ values }) => [values.occupancy, values.source_class]))
      expect(texts).toEqual(
        new Set([
          ...[null, 'PRIMARY', 'ACCESSORY', 'Commercial', 'Industrial', 'Government', 'Education'],
          ...['Institution', 'Religious', 'Lodging', 'Hospital'],
        ]),
      )
    })

    test('GEOS in the city’s own feet finds as many buildings and as much of them on 100 lots', () => {
      const buildings = new AgencyLayer('bangor-me/buildings.zip/Buildings.shp')
      const lots = new AgencyLayer('bangor-me/parcels_with_roll.zip/ParcelsWithDatabase.shp')
      const toFeet = new gdal.CoordinateTransformation(lots.srs.cloneGeogCS(), lots.srs)
      const toLonLat = new gdal.CoordinateTransformation(lots.srs, lots.srs.cloneGeogCS())
      const random = seededRandom(23019, 'structures')
      let [compared, built] = [0, 0]
      while (compared < PARCELS) {
        const lot = lots.features[Math.floor(random() * lots.features.length)]
        const inside = pointInside(lot.geometry)
        if (!inside) continue
        const { x, y } = toLonLat.transformPoint(inside.x, inside.y)
        const [lng, lat] = [x, y].map((side) => Number(side.toFixed(6)))
        const answered = answeredLot(packs.get('parcels')!, lng, lat)
        if (!answered) continue
        const shape = gdal.Geometry.fromGeoJson(toGeoJson(answered) as never)
        shape.transform(toFeet)
        const areas = buildings
          .overlapping(shape)
          .filter(({ feature }) => areaOf(feature.geometry) * M2_PER_FOOT2 >= 1)
          .map(({ area }) => area * M2_PER_FOOT2)
        const section = buildSection(structuresLayer, packs, { lng, lat })
        const data = section.data as StructuresData | null
        const [count, total] = [data?.building_count ?? 0, data?.total_footprint_m2 ?? 0]
        const where = `${lng}, ${lat}`
        expect(count, where).toBeGreaterThanOrEqual(areas.filter((area) => area > SURE_M2).length)
        expect(count, where).toBeLessThanOrEqual(areas.filter((area) => area > UNSURE_M2).length)
        const sum = areas.reduce((all, area) => all + area, 0)
        expect(Math.abs(total - sum), where).toBeLessThan(
          sum * SCALE_SHARE + areas.length * GRID_M2 + 0.1,
        )
        compared++
        if (count > 0) built++
      }
      expect(built).toBeGreaterThan(PARCELS / 2)
    }, 120_000)
  })

/** The smallest lot at a point, which is the one that answers. */
function answeredLot(pack: Pack, lng: number, lat: number): Polygons | null {
  const rows = pack.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
  const area = (row: number) => pack.value(row, 'area_m2') as number
  const key = (row: number) => `${pack.value(row, 'parcel_key')}`
  const [first] = rows.sort((a, b) => area(a) - area(b) || (key(a) < key(b) ? -1 : 1))
  return first === undefined ? null : pack.polygons(first)
}

describe.skipIf(!has('muncie-in'))('Muncie, from the structure inventory', () => {
  let made: PartitionTable
  beforeAll(async () => {
    made = await make('muncie', { 'nsi.zip': 'muncie-in/nsi.zip' })
  })

  test('all 696 points are read, and every code is known', () => {
    expect(counts(made)).toEqual({ rows: 696, rejects: {}, repairs: {}, cases: {} })
  })

  test('its elevations were metres: the town lies at 916 to 956 feet, not at 280', async () => {
    const rows = await parquetRows(made.table, made.file)
    const feet = rows.map(({ values }) => values.ground_elevation_ft as number)
    expect([Math.min(...feet), Math.max(...feet)].map(Math.round)).toEqual([916, 956])
  })

  test('468 structures have a year of their own, and the other 228 a median and no year', async () => {
    const rows = await parquetRows(made.table, made.file)
    const own = rows.filter(({ values }) => values.year_built !== null)
    const medians = rows.filter(({ values }) => values.block_median_year_built !== null)
    expect([own.length, medians.length]).toEqual([468, 228])
    expect(own.filter((row) => medians.includes(row))).toEqual([])
  })

  test('points within 60 seeded squares are those that a plain comparison finds', async () => {
    const source = gdal.open(`/vsizip/${join(real, 'muncie-in/nsi.zip')}/MuncieNSI.shp`)
    const points = source.layers.get(0).features.map((feature) => {
      const { x, y } = feature.getGeometry() as Geometry & { x: number; y: number }
      return { id: `muncie:${feature.fields.get('fd_id')}`, x, y }
    })
    source.close()
    const pack = await packOf(made)
    const random = seededRandom(18035, 'squares')
    let found = 0
    for (let square = 0; square < 60; square++) {
      const { x: west, y: south } = points[Math.floor(random() * points.length)]
      const [w, s] = [west - random() * 1e-3, south - random() * 1e-3]
      const [e, n] = [w + 2e-3, s + 2e-3]
      const expected = points.filter(({ x, y }) => x > w && x < e && y > s && y < n)
      const rows = pack.rowsWithin(rectangle(w, s, e, n))
      const ids = rows.map((row) => pack.value(row, 'structure_key'))
      expect(ids.sort()).toEqual(expected.map(({ id }) => id).sort())
      found += ids.length
    }
    pack.close()
    expect(found).toBeGreaterThan(300)
  })
})

test.skipIf(!has('charleston-sc'))(
  'Charleston: 2,049 learned outlines, 136 without a date',
  async () => {
    const made = await make('charleston', { 'building_footprints.gpkg': 'charleston-sc' })
    const cases = { 'key.from_geometry': 2049 }
    expect(counts(made)).toEqual({ rows: 2049, rejects: {}, repairs: {}, cases })
    expect(made.coverage.polygons).toBeNull()
    const rows = await parquetRows(made.table, made.file)
    const dates = Map.groupBy(rows, ({ values }) => values.image_date)
    expect(Object.fromEntries([...dates].map(([date, { length }]) => [`${date}`, length]))).toEqual(
      {
        '2019-03-20/2019-03-28': 1386,
        '2019-03-16/2019-03-23': 523,
        '2019-03-23/2019-03-27': 4,
        null: 136,
      },
    )
  },
)

test.skipIf(!has('alexandria-va'))(
  'Alexandria: SQMETERS is not the area of the outlines, by more than 5 % on 64 of 84',
  async () => {
    const made = await make('alexandria', { 'buildings.geojson': 'alexandria-va' })
    expect(counts(made)).toEqual({
      rows: 84,
      rejects: {},
      repairs: {},
      cases: { 'structures.area_unlike_outline': 64, 'key.from_geometry': 84 },
    })
    const rows = await parquetRows(made.table, made.file)
    const heights = rows.map(({ values }) => values.height_m).filter((height) => height !== null)
    expect(heights).toHaveLength(82)
    expect(Math.max(...(heights as number[]))).toBeCloseTo(17.53, 2)
  },
)
