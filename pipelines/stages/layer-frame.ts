import { ByteBuffer } from 'flatbuffers'
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js'
import type { Dataset, Layer, SpatialReference } from 'gdal-async'
import { gdal } from './gdal.ts'

/** FlatGeobuf's header begins after its magic bytes. */
const MAGIC_BYTES = 8

let copies = 0

/**
 * The coordinate system that a layer with a geometry states; null when it states none.
 *
 * Not by `layer.srs`: gdal-async 3.12.3 caches its wrapper by the address of the layer's own
 * object, which is free again once the dataset is closed, so a later layer may get the
 * system of an earlier file (2 to 3 wrong answers in 30 files, read in turn). GDAL writes the
 * system into the header of a one-feature copy instead, which takes a few milliseconds.
 */
export function frameOf(dataset: Dataset, layer: string): SpatialReference | null {
  const name = `/vsimem/frame-${process.pid}-${copies++}.fgb`
  const options = ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO', '-dim', 'XY']
  options.push('-dialect', SQL_DIALECT, '-sql', firstShape(layer))
  gdal
    .vectorTranslate(name, dataset, [
      ...options,
      '-nlt',
      'PROMOTE_TO_MULTI',
      '-nlt',
      'CONVERT_TO_LINEAR',
    ])
    .close()
  const buffer = new ByteBuffer(gdal.vsimem.release(name))
  buffer.setPosition(MAGIC_BYTES)
  const wkt = fromByteBuffer(buffer).crs?.wkt
  return wkt ? gdal.SpatialReference.fromWKT(wkt) : null
}

/** Whether any feature has a geometry: it stops at the first one. */
export function hasGeometry(file: string, layer: string): boolean {
  return queryAside(file, firstShape(layer), (found) => found.features.first() !== null)
}

/**
 * Number of features without a geometry or with an empty one, counted over all features: FlatGeobuf
 * leaves out both. Features that a damaged file counts but does not hold are not included: GDAL
 * reads a FlatGeobuf that was cut short to its end and reports nothing.
 */
export function countShapeless(file: string, layer: string, where?: string): number {
  const filter = where ? ` WHERE ${where}` : ''
  const sql = `SELECT COUNT(*) AS features, COUNT(OGR_GEOMETRY) AS shapes FROM ${quoteName(layer)}${filter}`
  const none = queryAside(file, sql, (found) => {
    const { fields } = found.features.first()
    return Number(fields.get('features')) - Number(fields.get('shapes'))
  })
  const isEmpty = "OGR_GEOM_WKT LIKE '% EMPTY'"
  const both = where ? `(${where}) AND ${isEmpty}` : isEmpty
  const empty = `SELECT FID FROM ${quoteName(layer)} WHERE ${both}`
  return none + queryAside(file, empty, (found) => found.features.count())
}

/**
 * Runs a query by another handle on the file: gdal-async frees a result late, and until then its
 * layer leaves out what the query left out, geometries included.
 */
function queryAside<T>(file: string, sql: string, read: (found: Layer) => T): T {
  const dataset = gdal.open(file)
  try {
    return read(dataset.executeSQL(sql, undefined, SQL_DIALECT))
  } finally {
    dataset.close()
  }
}

/** GDAL's own SQL, for all formats: GeoPackage's default, SQLite's, leaves the geometry out. */
export const SQL_DIALECT = 'OGRSQL'

function firstShape(layer: string): string {
  return `SELECT FID FROM ${quoteName(layer)} WHERE OGR_GEOMETRY IS NOT NULL LIMIT 1`
}

/** A layer's or a column's name in OGR SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '\\"')}"`
}
