import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Json } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import {
  exportQuery,
  exportTable,
  FAR,
  HOLED,
  LOTS_BUILD,
  LOTS_SOURCE,
  SQUARE,
  useExportTown,
} from '../tests/fixtures/export-town.ts'
import { readGisFile } from '../tests/fixtures/gis-file.ts'
import { withDatabase } from '../tests/fixtures/partition-run.ts'
import { isLongRun } from '../tests/long-run.ts'

const town = useExportTown()

const exported = (table: string, name: string, values = {}) =>
  exportTable(town.folder, table, name, values)
const queried = (sql: string, name: string, values = {}) =>
  exportQuery(town.folder, sql, name, values)

const parquetRows = (sql: string): Promise<Json[][]> =>
  withDatabase(async (connection) => (await connection.runAndReadAll(sql)).getRowsJson())

const MANY = [SQUARE, FAR].map((wkt) => `${wkt.replace('POLYGON ', 'MULTIPOLYGON (')})`)
const day = (year: number, month: number, day: number) => ({ year, month, day })

describe('a table read back by GDAL', () => {
  test('from a GeoPackage: types, values, shapes, their system, and the sources', async () => {
    const file = readGisFile(await exported('lots', 'lots.gpkg'))
    expect(file).toMatchObject({
      driver: 'GPKG',
      layer: 'lots',
      shapes: 'Multi Polygon',
      epsg: 4326,
    })
    expect(file.fields).toEqual({
      lot_key: 'string',
      is_vacant: 'integer',
      units: 'integer64',
      area_m2: 'real',
      sold: 'date',
      seen: 'dateTime',
      uses: 'string',
    })
    expect(file.features.map(({ wkt }) => wkt?.replaceAll(',', ', '))).toEqual([
      MANY[0],
      HOLED,
      MANY[1],
    ])
    const [first, second, third] = file.features.map(({ values }) => values)
    expect(first).toMatchObject({ lot_key: 'a, "1"', is_vacant: 1, area_m2: 1.5 })
    expect(first).toMatchObject({ sold: day(2021, 3, 4), uses: '["home","shop"]' })
    expect(first.seen).toMatchObject({ ...day(2021, 3, 4), hour: 5, minute: 6, second: 7 })
    expect(second).toMatchObject({ lot_key: '', is_vacant: 0, units: -1, uses: '[]' })
    expect(second.sold).toEqual(day(1969, 12, 31))
    expect(new Set(Object.values(third))).toEqual(new Set([null]))
    expect(file.metadata).toEqual({
      ATTRIBUTION: LOTS_SOURCE.attribution,
      BUILD: 'town',
      FICTIONAL: 'Fictional: no such place exists.',
      SOURCES: JSON.stringify([LOTS_SOURCE]),
    })
  })

  test('from FlatGeobuf: the same but for dates, which it has as instants', async () => {
    const path = await exported('lots', 'lots.fgb')
    const file = readGisFile(path)
    const layer = { driver: 'FlatGeobuf', layer: 'lots', shapes: 'Multi Polygon', epsg: 4326 }
    expect(file).toMatchObject(layer)
    expect(file.fields).toMatchObject({ units: 'integer64', sold: 'dateTime', uses: 'string' })
    // Along its Hilbert curve.
    const byKey = new Map(file.features.map(({ values, wkt }) => [values.lot_key, { values, wkt }]))
    expect([...byKey.keys()].sort()).toEqual(['', 'a, "1"', null])
    expect(byKey.get('')!.wkt?.replaceAll(',', ', ')).toBe(HOLED)
    expect(byKey.get('a, "1"')!.values).toMatchObject({ is_vacant: 1, area_m2: 1.5 })
    expect(byKey.get(null)!.values).toMatchObject({ units: null, sold: null })
    const bytes = await readFile(path)
    for (const text of [JSON.stringify(LOTS_SOURCE), 'Area in square metres', 'One lot. Fictional'])
      expect(bytes.includes(text), text).toBe(true)
    expect(await readdir(town.folder)).toEqual(['lots.fgb'])
  })

  test('from GeoJSON: shells counter-clockwise, lists as lists, sources before the features', async () => {
    const path = await exported('lots', 'lots.geojson')
    expect(readGisFile(path)).toMatchObject({ layer: 'lots', epsg: 4326 })
    const { features, ...head } = JSON.parse(await readFile(path, 'utf8'))
    expect(head).toEqual({
      type: 'FeatureCollection',
      name: 'lots',
      attribution: LOTS_SOURCE.attribution,
      credits: {
        ...LOTS_BUILD,
        fictional: 'Fictional: no such place exists.',
        sources: [LOTS_SOURCE],
      },
    })
    expect(features.map((each: { properties: unknown }) => each.properties)).toEqual([
      {
        lot_key: 'a, "1"',
        is_vacant: true,
        units: '9007199254740993',
        area_m2: 1.5,
        sold: '2021-03-04',
        seen: '2021-03-04T05:06:07.250Z',
        uses: ['home', 'shop'],
      },
      {
        lot_key: '',
        is_vacant: false,
        units: -1,
        area_m2: 0,
        sold: '1969-12-31',
        seen: '1969-12-31T23:59:59.000Z',
        uses: [],
      },
      Object.fromEntries(Object.keys(features[0].properties).map((name) => [name, null])),
    ])
    const [square, holed] = features.map((each: { geometry: unknown }) => each.geometry)
    expect(square).toEqual({
      type: 'Polygon',
      coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]], // biome-ignore format: a ring
    })
    expect(holed.coordinates[0]).toEqual([
      [[2, 0], [5, 0], [5, 3], [2, 3], [2, 0]], // biome-ignore format: a ring
      [[3, 1], [4, 2], [4, 1], [3, 1]], // biome-ignore format: a ring
    ])
  })
})

test('a table read back by DuckDB from Parquet is the same, and names its sources', async () => {
  const path = await exported('lots', 'lots.parquet')
  const select = '* REPLACE (ST_AsText(geometry) AS geometry)'
  const [first, second, third] = await parquetRows(`SELECT ${select} FROM '${path}'`)
  expect(first).toEqual([
    'a, "1"',
    true,
    '9007199254740993',
    1.5,
    '2021-03-04',
    '2021-03-04 05:06:07.25',
    ['home', 'shop'],
    SQUARE,
  ])
  expect(second.at(-1)).toBe(HOLED)
  expect(third.slice(0, -1)).toEqual(Array(7).fill(null))
  const notes = await parquetRows(
    `SELECT decode(key), decode(value) FROM parquet_kv_metadata('${path}')`,
  )
  const found = Object.fromEntries(notes.map(([key, value]) => [key, JSON.parse(`${value}`)]))
  expect(found.geo).toMatchObject({ version: '1.0.0', primary_column: 'geometry' })
  expect(found.plat).toMatchObject({ attribution: LOTS_SOURCE.attribution, credits: LOTS_BUILD })
})

test('a CSV has shapes as WKT, and its sources in a text next to it', async () => {
  const path = await exported('lots', 'lots.csv')
  expect((await readFile(path, 'utf8')).split('\n')).toEqual([
    'lot_key,is_vacant,units,area_m2,sold,seen,uses,WKT',
    `"a, ""1""",true,9007199254740993,1.5,2021-03-04,2021-03-04T05:06:07.250Z,"[""home"",""shop""]","${SQUARE}"`,
    `,false,-1,0,1969-12-31,1969-12-31T23:59:59.000Z,[],"${HOLED}"`,
    `,,,,,,,"${FAR}"`,
    '',
  ])
  expect(readGisFile(path).features.map(({ wkt }) => wkt?.slice(0, 7))).toEqual([
    'POLYGON',
    'MULTIPO',
    'POLYGON',
  ])
  expect(await readFile(`${path}.txt`, 'utf8')).toMatch(
    /^Fictional: no such place exists\.\nBuild town of .*\nSource: Sample County \(fictional\); edition: 2025; .*\n$/,
  )
})

test('a GeoPackage has the meanings of its columns, an index of its shapes, and their extent', async () => {
  const database = new DatabaseSync(await exported('lots', 'lots.gpkg'), { readOnly: true })
  const all = (sql: string) => database.prepare(sql).all()
  try {
    expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(all('SELECT column_name, description, mime_type FROM gpkg_data_columns')).toEqual([
      { column_name: 'area_m2', description: 'Area in square metres', mime_type: null },
      { column_name: 'uses', description: null, mime_type: 'application/json' },
    ])
    // Boxes of the index are floats, rounded outwards.
    const within = 'minx <= 8 AND maxx >= 7.5 AND miny <= 1 AND maxy >= 0.5'
    expect(all(`SELECT id FROM rtree_lots_geometry WHERE ${within}`)).toEqual([{ id: 2 }])
    const [contents] = all('SELECT * FROM gpkg_contents')
    expect(contents).toMatchObject({ min_x: -71.9643746, min_y: 0, max_x: 8, max_y: 30.5 })
    expect(contents).toMatchObject({ identifier: 'lots', last_change: LOTS_BUILD.created_at })
  } finally {
    database.close()
  }
})

test.each(isLongRun ? ['gpkg', 'fgb', 'csv', 'parquet', 'geojson'] : ['gpkg', 'fgb'])(
  'two exports to .%s have the same bytes',
  async (ending) => {
    const [one, two] = [await exported('lots', `1.${ending}`), join(town.folder, 'again')]
    await mkdir(two)
    const again = await exported('lots', `again/1.${ending}`)
    expect(Buffer.compare(await readFile(one), await readFile(again))).toBe(0)
  },
)

describe('rows of a query', () => {
  test('keep their order, and the layer has the name of the file', async () => {
    const sql = 'SELECT geometry, lot_key, 1::UTINYINT AS fid FROM lots ORDER BY units; -- done'
    const file = readGisFile(await queried(sql, 'sqlite_lots.gpkg'))
    expect(file.layer).toBe('layer_sqlite_lots')
    expect(file.features.map(({ values }) => values)).toEqual([
      { lot_key: '', fid: 1 },
      { lot_key: 'a, "1"', fid: 1 },
      { lot_key: null, fid: 1 },
    ])
  })

  test('of types that files do not have are the nearest that they have', async () => {
    const sql = `SELECT sum(units) AS total, 1.25::DECIMAL(4, 2) AS price, INTERVAL 1 DAY AS term,
      {'a': [1]} AS nested, '{"b":2}'::JSON AS json, 'ab'::BLOB AS bytes, NULL AS nothing,
      TIMESTAMPTZ '2021-03-04 05:06:07+02' AS at FROM lots`
    const { fields, features } = readGisFile(await queried(sql, 'types.gpkg'))
    expect(fields).toMatchObject({ total: 'integer64', price: 'real', nested: 'string' })
    expect(fields).toMatchObject({ bytes: 'binary', at: 'dateTime', term: 'string' })
    expect(features[0].values).toMatchObject({ price: 1.25, term: '1 day', nested: '{"a":[1]}' })
    expect(features[0].values.at).toMatchObject({ hour: 3, timezone: 100 })
    const [row] = JSON.parse(
      await readFile(
        await queried(`SELECT * FROM (${sql}), (SELECT geometry FROM wells)`, 'a.geojson'),
        'utf8',
      ),
    ).features
    expect(row.properties).toMatchObject({ nested: { a: [1] }, json: { b: 2 }, bytes: '6162' })
  })

  test('without shapes are a plain table, and without rows an empty layer', async () => {
    const plain = readGisFile(await exported('parcel_facts', 'facts.gpkg'))
    expect(plain).toMatchObject({ shapes: null, features: [{ values: { lot_key: 'a' } }] })
    for (const ending of ['gpkg', 'fgb', 'geojson']) {
      const empty = await exported('lots', `empty.${ending}`, { where: 'false -- none' })
      expect(readGisFile(empty).features, ending).toEqual([])
    }
  })

  test('name the sources of their tables; all where a table or view is derived', async () => {
    const flood = 'National Flood Hazard Layer'
    const both = [flood, LOTS_SOURCE.name]
    const found: Record<string, unknown> = {}
    const sourcesOf = async (sql: string) => {
      const { metadata } = readGisFile(await queried(sql, 'a.gpkg', { force: true }))
      return JSON.parse(metadata.SOURCES).map(({ name }: { name: string }) => name)
    }
    const expected = {
      'FROM Wells': [flood],
      'SELECT 1 AS one, (SELECT count(*) FROM wells) AS wells; -- done': [flood],
      'SELECT lot_key FROM lots WHERE lot_key IN (SELECT name FROM wells)': both,
      'FROM parcel_facts': both,
      'FROM v_lots': both,
      'SELECT 1 AS one': [],
    }
    for (const sql of Object.keys(expected)) found[sql] = await sourcesOf(sql)
    expect(found).toEqual(expected)
    const { metadata } = readGisFile(await exported('v_lots', 'v_lots.gpkg'))
    expect(metadata.FICTIONAL).toBe('Fictional in part: Sample County (fictional).')
  })
})
