import type { Geometry, Position } from 'geojson'
import { SHAPE_KINDS, type ShapeKind } from './shape-kind.ts'

/** The kind of a GeoJSON shape as WKB has it. */
export function kindOf({ type }: Geometry): ShapeKind {
  return type.toUpperCase() as ShapeKind
}

/** Encodes a GeoJSON shape as little-endian OGC WKB in lon/lat degrees, without heights. */
export function geoJsonToWkb(shape: Geometry): Uint8Array {
  const parts: Buffer[] = []
  encode(shape, parts)
  return Buffer.concat(parts)
}

function encode(shape: Geometry, parts: Buffer[]): void {
  parts.push(header(kindOf(shape)))
  switch (shape.type) {
    case 'Point':
      parts.push(pointsOf([shape.coordinates]))
      break
    case 'LineString':
      encodeLine(shape.coordinates, parts)
      break
    case 'Polygon':
      encodeList(shape.coordinates, (ring) => encodeLine(ring, parts), parts)
      break
    case 'MultiPoint':
      encodeParts('Point', shape.coordinates, parts)
      break
    case 'MultiLineString':
      encodeParts('LineString', shape.coordinates, parts)
      break
    case 'MultiPolygon':
      encodeParts('Polygon', shape.coordinates, parts)
      break
    case 'GeometryCollection':
      encodeList(shape.geometries, (each) => encode(each, parts), parts)
      break
  }
}

function encodeParts(
  type: 'Point' | 'LineString' | 'Polygon',
  list: readonly unknown[],
  parts: Buffer[],
): void {
  encodeList(list, (coordinates) => encode({ type, coordinates } as Geometry, parts), parts)
}

function encodeList<Item>(
  list: readonly Item[],
  encodeItem: (item: Item) => void,
  parts: Buffer[],
): void {
  parts.push(count(list.length))
  for (const item of list) encodeItem(item)
}

function encodeLine(positions: readonly Position[], parts: Buffer[]): void {
  parts.push(count(positions.length), pointsOf(positions))
}

function header(kind: ShapeKind): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(1)
  bytes.writeUInt32LE(SHAPE_KINDS.indexOf(kind), 1)
  return bytes
}

function count(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

function pointsOf(positions: readonly Position[]): Buffer {
  const bytes = Buffer.alloc(positions.length * 16)
  for (const [i, [lng, lat]] of positions.entries()) {
    bytes.writeDoubleLE(lng, i * 16)
    bytes.writeDoubleLE(lat, i * 16 + 8)
  }
  return bytes
}
