import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { bbox } from '@turf/bbox'
import type { Geometry } from 'geojson'
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGeoJson } from '../../geometry/geojson.ts'
import type { Lines } from '../../geometry/lines.ts'
import { GRID } from '../../geometry/polygons.ts'
import { TABLES } from '../../layers/index.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { geoParquetCheck } from './published-schemas.ts'

/** Layers with polygons of one and of many parts, lines, points, and tables without a shape. */
const READ_LAYERS = ['flood', 'structures', 'boundaries', 'code_basis', 'addresses']
/** Rows of a table whose coordinates are compared one by one. */
const COMPARED_ROWS = 200

/** A Parquet file as hyparquet reads it: independent of Plat and of DuckDB, which wrote it. */
interface ReadFile {
  name: string
  table: string
  metadata: FileMetaData
  rows: Record<string, unknown>[]
  geo: { primary_column: string; columns: Record<string, GeoColumn> } | null
}
interface GeoColumn {
  encoding: string
  geometry_types: string[]
  bbox: number[]
  crs?: unknown
}

let build: AnsweringBuild
const files: ReadFile[] = []
beforeAll(async () => {
  build = (await sampleBuild()).build
  for (const { name, partitions } of readTables())
    for (const { file } of partitions)
      files.push(await readParquet(join(build.open.paths.folder, file), name, file))
})
afterAll(() => build?.close())

const readTables = () =>
  build.open.manifest.tables.filter(({ layer }) => READ_LAYERS.includes(layer))

async function readParquet(path: string, table: string, name: string): Promise<ReadFile> {
  const bytes = await readFile(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  // Without `geoparquet: false` it would mark the column by the metadata under test.
  const metadata = parquetMetadata(file, { geoparquet: false })
  const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) }
  const rows = await parquetReadObjects({ file, compressors })
  const text = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value
  return { name, table, metadata, rows, geo: text ? JSON.parse(text) : null }
}

const hasShapes = ({ rows }: ReadFile) => 'geometry' in rows[0]
const shaped = () => files.filter(hasShapes)
const columnOf = ({ geo }: ReadFile) => geo!.columns.geometry
const geometryOf = (row: Record<string, unknown>) => row.geometry as Geometry

describe('the Parquet of a build opens without conversion', () => {
  test('the build has polygons of one part and of many, lines, points, and rows without a shape', () => {
    const types = new Set(shaped().flatMap((file) => columnOf(file).geometry_types))
    expect(types).toEqual(new Set(['Polygon', 'MultiPolygon', 'LineString', 'Point']))
    expect(files.length - shaped().length).toBeGreaterThanOrEqual(3)
  })

  test('every file has the rows that the manifest counts', () => {
    const partitions = readTables().flatMap((table) => table.partitions)
    expect(files.map(({ name, rows }) => [name, rows.length])).toEqual(
      partitions.map(({ file, rows }) => [file, rows]),
    )
  })

  test('its metadata is GeoParquet 1.0.0 by the published schema, a planted fault is not', () => {
    const check = geoParquetCheck()
    for (const file of shaped()) expect(check(file.geo), file.name).toEqual([])
    const [{ geo }] = shaped()
    const { encoding: _, ...undecodable } = geo!.columns.geometry
    const faults = [
      { ...geo, version: '2.0.0' },
      { ...geo, columns: { geometry: undecodable } },
      { ...geo, columns: { geometry: { ...geo!.columns.geometry, bbox: [1, 2, 3] } } },
    ]
    for (const fault of faults) expect(check(fault)).not.toEqual([])
  })

  test('shapes are WKB in longitude and latitude: no CRS is stated, which means OGC:CRS84', () => {
    for (const file of shaped()) {
      expect(file.geo!.primary_column, file.name).toBe('geometry')
      expect(Object.keys(file.geo!.columns), file.name).toEqual(['geometry'])
      expect(columnOf(file).encoding, file.name).toBe('WKB')
      expect(columnOf(file), file.name).not.toHaveProperty('crs')
    }
  })

  test("Parquet's own GEOMETRY type, which libarrow to 19 refuses to read, is not in it", () => {
    for (const { name, metadata } of shaped()) {
      const column = metadata.schema.find((element) => element.name === 'geometry')
      expect(column, name).toMatchObject({ type: 'BYTE_ARRAY' })
      expect(column!.logical_type, name).toBeUndefined()
    }
  })

  test('a table without shapes is plain Parquet', () => {
    for (const { name, geo } of files.filter((file) => !hasShapes(file)))
      expect(geo, name).toBeNull()
  })

  test('the stated types are those of its rows, and the stated box holds them exactly', () => {
    for (const file of shaped()) {
      const shapes = file.rows.map(geometryOf)
      const types = new Set(shapes.map(({ type }) => type))
      expect(new Set(columnOf(file).geometry_types), file.name).toEqual(types)
      expect(columnOf(file).bbox, file.name).toEqual(
        bbox({ type: 'GeometryCollection', geometries: shapes }),
      )
    }
  })

  test('the box columns of every row are the box of its shape', () => {
    for (const { name, rows } of shaped())
      for (const row of rows) {
        const { xmin, ymin, xmax, ymax } = row
        const box = bbox(geometryOf(row))
        expect([xmin, ymin, xmax, ymax], name).toEqual(box)
      }
  })

  test('its coordinates are those of the lookup pack, to the last bit', () => {
    let compared = 0
    for (const { name, table, rows } of shaped()) {
      const key = TABLES.find((each) => each.name === table)?.key
      if (key === undefined) continue // the coverages
      const pack = build.packs.get(table)!
      for (const row of rows.filter((_, i) => i % Math.ceil(rows.length / COMPARED_ROWS) === 0)) {
        const number = pack.rowOfKey(`${row[key]}`)
        expect(number, name).not.toBeNull()
        expect(geometryOf(row), name).toEqual(packedShape(pack, number!))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(500)
  })
})

function packedShape(pack: Pack, row: number): Geometry {
  if (pack.geometry === 'polygons') return toGeoJson(pack.polygons(row))
  if (pack.geometry === 'lines') return lineOf(pack.lines(row))
  const [x, y] = pack.point(row)
  return { type: 'Point', coordinates: [x / GRID, y / GRID] }
}

/** The sample's street ranges are one line each. */
function lineOf({ coords, lineEnds }: Lines): Geometry {
  expect(lineEnds).toHaveLength(1)
  const coordinates = Array.from({ length: coords.length / 2 }, (_, i) => [
    coords[i * 2] / GRID,
    coords[i * 2 + 1] / GRID,
  ])
  return { type: 'LineString', coordinates }
}
