import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parcels } from '../../layers/parcel/tables.ts'
import { SILENT } from '../../terminal/progress.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import {
  COUNTY_FABRIC,
  COUNTY_ROLL,
  writeBoundaryFixture,
  writeFabricFixture,
  writeRollFixture,
} from '../../tests/fixtures/parcel/county-roll.ts'
import { runFixture, withDatabase } from '../../tests/fixtures/partition-run.ts'
import { literal } from '../../values/sql-text.ts'
import { openLayerFile } from '../coverage.ts'
import { ParcelPartition, parcel } from '../parcel/pipeline.ts'
import type { PartitionContext } from '../pipeline.ts'
import { gdal } from './gdal.ts'
import { readableFile } from './parquet-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-parquet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
const wkb = (wkt: string | null) =>
  wkt === null
    ? 'NULL'
    : `'${[...gdal.Geometry.fromWKT(wkt).toWKB()].map((byte) => `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')}'::BLOB`
const SQUARE = rectangleWkt(-72, 30, -71.9, 30.1)
const WKB = { encoding: 'WKB', geometry_types: [] }

/** Writes Parquet of these rows, which need not be what its metadata states. */
async function parquet(
  select: string,
  geo: object | null,
  name = `rows-${made++}.parquet`,
): Promise<string> {
  const file = join(folder, name)
  const metadata = geo ? `, KV_METADATA {geo: ${literal(JSON.stringify(geo))}}` : ''
  await withDatabase((connection) =>
    connection.run(
      `COPY (${select}) TO ${literal(file)} (FORMAT parquet, GEOPARQUET_VERSION 'NONE'${metadata})`,
    ),
  )
  return file
}
const geo = (column: object = WKB, changes: object = {}) => ({
  version: '1.1.0',
  primary_column: 'shape',
  columns: { shape: column },
  ...changes,
})
const one = `SELECT 'a' AS ID, ${wkb(SQUARE)} AS shape`

async function read(
  file: string,
  { crs, columns = ['ID'] }: { crs?: string; columns?: string[] } = {},
) {
  const context = {
    asset: async () => folder,
    checkWhole: async () => {},
    progress: SILENT,
  } satisfies Partial<PartitionContext> as unknown as PartitionContext
  const layer = { asset: 'a', member: file.slice(folder.length + 1), crs }
  const reader = await openLayerFile(layer, { columns }, context)
  const features = []
  for await (const slice of reader.slices()) features.push(...slice)
  return { features, operation: reader.operation }
}
function projjson(epsg: string) {
  const [code] = /\d+/.exec(epsg)!
  return { ...PROJJSON[code], id: { authority: 'EPSG', code: Number(code) } }
}
/** As GeoPandas writes them, without what does not matter here. */
const PROJJSON: Record<string, object> = {
  4269: {
    type: 'GeographicCRS',
    name: 'NAD83',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'North American Datum 1983',
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
    },
    coordinate_system: {
      subtype: 'ellipsoidal',
      axis: [
        { name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' },
        { name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' },
      ],
    },
  },
}

describe('GeoParquet', () => {
  test('of no stated coordinate system is in OGC:CRS84, and its columns have their types', async () => {
    const file = await parquet(
      `SELECT 'a' AS ID, 7 AS floors, 2.5::DECIMAL(9,2) AS height, true AS is_open, DATE '2026-01-02' AS seen,
        {'xmin': 1} AS bbox, 'x'::BLOB AS raw, ${wkb(SQUARE)} AS shape
       UNION ALL SELECT 'b', NULL, NULL, NULL, NULL, NULL, NULL, NULL`,
      geo(),
    )
    const columns = ['id', 'floors', 'height', 'is_open', 'seen']
    const { features, operation } = await read(file, { columns })
    expect(operation).toBe('WGS 84 lon/lat as published')
    expect(features[0].attributes).toEqual({
      id: 'a',
      floors: 7,
      height: 2.5,
      is_open: true,
      seen: '2026-01-02T00:00:00',
    })
    expect(features[0].measures?.bounds).toEqual([-720000000, 300000000, -719000000, 301000000])
    expect(features[1].lacks).toBe('geometry')
  })

  test.each(['1.0.0', '1.1.0'])(
    '%s in NAD83, longitude first whatever its axes, is read',
    async (version) => {
      const file = await parquet(one, geo({ ...WKB, crs: projjson('EPSG:4269') }, { version }))
      const { features, operation } = await read(file)
      expect(operation).toMatch(/^NAD83 lon\/lat as published/)
      expect(features[0].measures?.bounds[0]).toBe(-720000000)
    },
  )

  test('whose coordinate system is stated as unknown needs one from the partition file', async () => {
    const file = await parquet(one, geo({ ...WKB, crs: null }))
    await expect(read(file)).rejects.toThrow(/does not state its coordinate system/)
    expect((await read(file, { crs: 'EPSG:4269' })).features).toHaveLength(1)
  })

  test.each<[what: string, geo: object, select: string, problem: RegExp]>([
    ['native geometry', geo({ encoding: 'polygon' }), one, /encoded as "polygon", and WKB is read/],
    ['spherical edges', geo({ ...WKB, edges: 'spherical' }), one, /edges are spherical/],
    [
      'an edition before 1.0',
      geo(WKB, { version: '0.4.0' }),
      one,
      /GeoParquet 0\.4\.0, and 1\.0 and 1\.1/,
    ],
    ['an edition to come', geo(WKB, { version: '2.0.0' }), one, /GeoParquet 2\.0\.0/],
    [
      'metadata of another column',
      geo(WKB, { primary_column: 'other' }),
      one,
      /names no geometry column/,
    ],
    ['metadata without its column', geo(), `SELECT 'a' AS ID`, /no column shape of WKB/],
    [
      'an unknown frame',
      geo({ ...WKB, crs: { type: 'GeographicCRS' } }),
      one,
      /coordinate system is not understood/,
    ],
  ])('of %s is refused', async (_, metadata, select, problem) => {
    const file = await parquet(select, metadata)
    const refused = readableFile(file)
    await expect(refused).rejects.toMatchObject({ name: 'StepError' })
    await expect(refused).rejects.toThrow(problem)
  })

  test('that was cut anywhere is refused', async () => {
    const bytes = readFileSync(await parquet(`${one} FROM range(5000)`, geo()))
    for (const share of [0.01, 0.5, 0.99]) {
      const file = join(folder, `cut-${share}.parquet`)
      writeFileSync(file, bytes.subarray(0, Math.round(bytes.length * share)))
      await expect(read(file)).rejects.toThrow(/not Parquet, or was cut short/)
    }
  })
})

test('a table that a build wrote is read again, and a roll in Parquet is a table like a CSV', async () => {
  const own = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const source = own('source')
  writeBoundaryFixture(source)
  writeRollFixture(source)
  writeFabricFixture(source, COUNTY_FABRIC)
  const base = {
    lock: 'fixture',
    county: FIXTURE_COUNTY,
    mapping: 'fl-nal',
    roll: { asset: 'a', member: 'roll.csv', key: 'PARCEL_ID', fabric_key: 'PARCELNO' },
    coverage: { asset: 'a', member: 'county.shp' },
    note: 'Fictional.',
  }
  const run = async (changes: object) => {
    const definition = ParcelPartition.parse({ ...base, ...changes })
    const runIn = { folder, partition: 'p', assets: { a: source } }
    return (await runFixture(parcel, definition, runIn)).get('parcels')!
  }
  const first = await run({ fabric: { asset: 'a', member: 'parcels.shp' } })
  await parquet(
    `SELECT * FROM read_csv(${literal(join(source, 'roll.csv'))}, all_varchar = true)`,
    null,
    'source/roll.parquet',
  )
  const shapes = `SELECT PARCELNO, wkb AS shape FROM (VALUES ${COUNTY_FABRIC.map(({ id, wkt }) => `('${id}', ${wkb(wkt)})`).join(', ')}) t(PARCELNO, wkb)`
  await parquet(shapes, geo(), 'source/parcels.parquet')
  const again = await run({
    fabric: { asset: 'a', member: 'parcels.parquet' },
    roll: { ...base.roll, member: 'roll.parquet' },
    coverage: { asset: 'a', member: 'county.shp' },
  })
  expect(readFileSync(again.file).equals(readFileSync(first.file))).toBe(true)
  expect(again.rows).toBe(COUNTY_ROLL.length + 1)
  // The build's own GeoParquet is a source like any other.
  writeFileSync(join(folder, 'built.parquet'), readFileSync(first.file))
  const { features } = await read(join(folder, 'built.parquet'), { columns: [parcels.key] })
  expect(features).toHaveLength(first.rows)
})
