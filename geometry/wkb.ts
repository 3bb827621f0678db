import { GRID, type Polygons } from './polygons.ts'
import { PolygonsBuilder } from './polygons-builder.ts'
import { WkbReader } from './wkb-reader.ts'

const POLYGON = 3
const MULTIPOLYGON = 6

/** Encodes polygons as little-endian OGC WKB in lon/lat degrees: a POLYGON or a MULTIPOLYGON. */
export function polygonsToWkb(polygons: Polygons): Uint8Array {
  const { coords, ringEnds, polygonEnds } = polygons
  const points = coords.length / 2 + ringEnds.length // each ring repeats its first point
  const heads = (polygonEnds.length === 1 ? 1 : polygonEnds.length + 1) * WKB_HEAD_BYTES
  const bytes = heads + ringEnds.length * 4 + points * 16
  // Small buffers come from Node's pool: a row needs no buffer of its own.
  const out = Buffer.allocUnsafe(bytes)
  writeWkb(polygons, new DataView(out.buffer, out.byteOffset, bytes), 0)
  return out
}

/** Byte order, type and count. */
export const WKB_HEAD_BYTES = 9

/** Writes polygons as `polygonsToWkb` encodes them at a position, and returns where they end. */
export function writeWkb(polygons: Polygons, view: DataView, at: number): number {
  const { coords, ringEnds, polygonEnds } = polygons
  let to = at
  if (polygonEnds.length !== 1) to = writeHead(view, to, MULTIPOLYGON, polygonEnds.length)
  let ring = 0
  let start = 0
  for (const polygonEnd of polygonEnds) {
    to = writeHead(view, to, POLYGON, polygonEnd - ring)
    for (; ring < polygonEnd; ring++) {
      const end = ringEnds[ring]
      view.setUint32(to, end - start + 1, true)
      to += 4
      for (let i = start; i <= end; i++) {
        const from = (i === end ? start : i) * 2
        view.setFloat64(to, coords[from] / GRID, true)
        view.setFloat64(to + 8, coords[from + 1] / GRID, true)
        to += 16
      }
      start = end
    }
  }
  return to
}

function writeHead(view: DataView, at: number, type: number, count: number): number {
  view.setUint8(at, 1)
  view.setUint32(at + 1, type, true)
  view.setUint32(at + 5, count, true)
  return at + WKB_HEAD_BYTES
}

/**
 * Reads POLYGON and MULTIPOLYGON WKB of either byte order, with or without Z, M or an EWKB SRID,
 * and snaps it to the grid. Rings lose their repeated last point and get the winding of
 * `Polygons`. Throws for anything else.
 */
export function wkbToPolygons(wkb: Uint8Array): Polygons {
  const reader = new WkbReader(wkb)
  const builder = new PolygonsBuilder()
  const readPolygon = () => {
    for (let left = reader.count(); left > 0; left--) {
      reader.points(builder)
      builder.endRing()
    }
    builder.endPolygon()
  }
  const type = reader.header()
  if (type === POLYGON) readPolygon()
  else if (type === MULTIPOLYGON)
    for (let left = reader.count(); left > 0; left--) {
      const part = reader.header()
      if (part !== POLYGON) throw new Error(`WKB type ${part} inside a MULTIPOLYGON`)
      readPolygon()
    }
  else throw new Error(`WKB type ${type} is not areal`)
  return builder.finish()
}
