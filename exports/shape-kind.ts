import { WkbReader } from '../geometry/wkb-reader.ts'

/** Kinds of shapes by their number in WKB. */
export const SHAPE_KINDS = [
  'GEOMETRY',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const
export type ShapeKind = (typeof SHAPE_KINDS)[number]

/** Kind and extent of a shape. */
export interface ShapeOutline {
  kind: ShapeKind
  /** Coordinates of a point: 2, or more with heights or measures. */
  dimensions: number
  /** West, south, east, north; null for an empty shape. */
  box: [west: number, south: number, east: number, north: number] | null
}

/** Nesting of collections in a shape, at most. */
const DEPTH_MAX = 8

/** Reads kind and extent of WKB. Throws for a kind that is not of the seven simple ones. */
export function outlineOf(wkb: Uint8Array): ShapeOutline {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  const taker = {
    point(lng: number, lat: number) {
      // By hand, because a parcel has a hundred points and a county a million parcels.
      if (lng < box[0]) box[0] = lng
      if (lat < box[1]) box[1] = lat
      if (lng > box[2]) box[2] = lng
      if (lat > box[3]) box[3] = lat
    },
  }
  const reader = new WkbReader(wkb)
  const kind = readShape(reader, taker, 0)
  const { dimensions } = reader
  return { kind, dimensions, box: box[0] > box[2] ? null : box }
}

function readShape(
  reader: WkbReader,
  taker: { point(lng: number, lat: number): void },
  depth: number,
): ShapeKind {
  const type = reader.header()
  const kind = SHAPE_KINDS[type]
  if (type === 0 || kind === undefined || depth > DEPTH_MAX)
    throw new Error(`WKB type ${type} is not supported`)
  if (kind === 'POINT') reader.point(taker)
  else if (kind === 'LINESTRING') reader.points(taker)
  else
    for (let left = reader.count(); left > 0; left--)
      if (kind === 'POLYGON') reader.points(taker)
      else readShape(reader, taker, depth + 1)
  return kind
}

/** The kind of many: of points, lines or polygons alike. Collections have none. */
const MANY: Partial<Record<ShapeKind, ShapeKind>> = {
  POINT: 'MULTIPOINT',
  LINESTRING: 'MULTILINESTRING',
  POLYGON: 'MULTIPOLYGON',
}

/** The kind that shapes of this one and their multiples share. */
export function manyOf(kind: ShapeKind): ShapeKind {
  return MANY[kind] ?? kind
}

/** Byte order, kind and number of parts of a multiple shape. */
const HEAD_BYTES = 9

/** Encodes a single point, line or polygon as the only part of a multiple one. */
export function asMany(wkb: Uint8Array, kind: ShapeKind): Uint8Array {
  const many = manyOf(kind)
  if (many === kind) return wkb
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(1)
  head.writeUInt32LE(SHAPE_KINDS.indexOf(many), 1)
  head.writeUInt32LE(1, 5)
  return Buffer.concat([head, wkb])
}
