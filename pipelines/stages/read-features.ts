import { ByteBuffer } from 'flatbuffers'
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js'
import type { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js'
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js'
import type { GridPoint } from '../../layers/geometry/grid-point.ts'
import { GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { PolygonsBuilder } from '../../layers/geometry/polygons-builder.ts'

export type AttributeValue = string | number | boolean | null

/** One feature as the publisher wrote it, its polygons on our grid. */
export interface SourceFeature {
  /** Place in the file, from 0, those without a geometry last: names a row in messages. */
  number: number
  /** Null when the feature has no geometry or one that is not areal: `lacks` says which. */
  polygons: Polygons | null
  /** Null unless the feature is one point. */
  point: GridPoint | null
  lacks?: 'geometry' | 'area'
  /** Rings that vanished on the 1e-7 degree grid. */
  collapsedRings: number
  /** By the names that were asked for. */
  attributes: Record<string, AttributeValue>
}

const MAGIC_BYTES = 8
const POINT = 1
const POLYGON = 3
const MULTIPOINT = 4
const MULTIPOLYGON = 6

/**
 * Reads the features of a FlatGeobuf without a spatial index, as GDAL wrote it into memory.
 * GDAL's own feature loop costs 20 to 50 us a feature through the binding (geodata stack notes).
 */
export function featuresOf(bytes: Uint8Array, names: Map<string, string>, first: number) {
  const buffer = new ByteBuffer(bytes)
  buffer.setPosition(MAGIC_BYTES)
  const headerBytes = buffer.readUint32(MAGIC_BYTES)
  const header = fromByteBuffer(buffer)
  const columns = (header.columns ?? []).map(({ name, type }) => ({ name: names.get(name), type }))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const features: SourceFeature[] = []
  let at = MAGIC_BYTES + 4 + headerBytes
  while (at < bytes.length) {
    const length = view.getUint32(at, true)
    buffer.setPosition(at)
    const feature = Feature.getSizePrefixedRootAsFeature(buffer)
    features.push(toFeature(feature, columns, header.geometryType, first + features.length))
    at += 4 + length
  }
  return features
}

/** One for all features: it is emptied before each. */
const builder = new PolygonsBuilder()

type Columns = { name: string | undefined; type: number }[]

function toFeature(
  feature: Feature,
  columns: Columns,
  layerType: number,
  number: number,
): SourceFeature {
  const attributes: Record<string, AttributeValue> = {}
  for (const { name } of columns) if (name !== undefined) attributes[name] = null
  const properties = feature.propertiesArray()
  if (properties) readProperties(properties, columns, attributes)
  const geometry = feature.geometry()
  const bare = { number, polygons: null, point: null, collapsedRings: 0, attributes }
  if (!geometry) return { ...bare, lacks: 'geometry' }
  builder.reset()
  const isAreal = addGeometry(geometry, builder)
  if (!isAreal) return { ...bare, lacks: 'area', point: pointOf(geometry, layerType) }
  const polygons = builder.finish()
  return { ...bare, polygons, collapsedRings: builder.collapsedRings }
}

/** GDAL was told to make multipoints of points: one of a single point is that point. */
function pointOf(geometry: Geometry, layerType: number): GridPoint | null {
  // Where the header names the type, the features do not.
  const type = geometry.type() || layerType
  if (type === MULTIPOINT && geometry.partsLength() === 1) return pointOf(geometry.parts(0)!, POINT)
  const xy = geometry.xyArray()
  if ((type !== POINT && type !== MULTIPOINT) || xy?.length !== 2) return null
  const [x, y] = [Math.round(xy[0] * GRID), Math.round(xy[1] * GRID)]
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) ? [x, y] : null
}

function addGeometry(geometry: Geometry, builder: PolygonsBuilder): boolean {
  const type = geometry.type()
  if (type === MULTIPOLYGON || geometry.partsLength() > 0) {
    let isAreal = true
    for (let i = 0; i < geometry.partsLength(); i++)
      isAreal = addGeometry(geometry.parts(i)!, builder) && isAreal
    return isAreal
  }
  if (type !== POLYGON) return false
  const xy = geometry.xyArray()
  if (!xy) return true
  const ends = geometry.endsArray() ?? [xy.length / 2]
  let start = 0
  for (const end of ends) {
    for (let i = start * 2; i < end * 2; i += 2) builder.point(xy[i], xy[i + 1])
    builder.endRing()
    start = end
  }
  builder.endPolygon()
  return true
}

/** The property bytes: a column number (2 bytes), then a value of the column's type, repeated. */
function readProperties(
  bytes: Uint8Array,
  columns: Columns,
  attributes: Record<string, AttributeValue>,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Texts are short and many: `toString` on a Buffer needs no view of each, as a TextDecoder does.
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 2 <= bytes.length) {
    const { name, type } = columns[view.getUint16(at, true)]
    at += 2
    let value: AttributeValue
    const fixed = FIXED_TYPES[type]
    if (fixed) {
      value = fixed.read(view, at)
      at += fixed.bytes
    } else {
      const length = view.getUint32(at, true)
      at += 4
      value = name === undefined ? null : texts.toString('utf8', at, at + length)
      at += length
    }
    if (name !== undefined) attributes[name] = value
  }
}

/** ColumnType of the FlatGeobuf header; text, JSON, date and binary columns carry a length. */
const FIXED_TYPES: Record<
  number,
  { bytes: number; read: (view: DataView, at: number) => AttributeValue }
> = {
  0: { bytes: 1, read: (view, at) => view.getInt8(at) },
  1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  2: { bytes: 1, read: (view, at) => view.getUint8(at) === 1 },
  3: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  4: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  5: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  6: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  7: { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  8: { bytes: 8, read: (view, at) => Number(view.getBigUint64(at, true)) },
  9: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  10: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
}
