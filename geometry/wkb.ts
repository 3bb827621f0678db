import { GRID, type Polygons } from './polygons.ts'
import { PolygonsBuilder } from './polygons-builder.ts'
import { WkbReader } from './wkb-reader.ts'

const POLYGON = 3
const MULTIPOLYGON = 6

/** Encodes polygons as little-endian OGC WKB in lon/lat degrees: a POLYGON or a MULTIPOLYGON. */
export function polygonsToWkb(polygons: Polygons): Uint8Array {
  const { coords, ringEnds, polygonEnds } = polygons
  const points = coords.length / 2 + ringEnds.length // each ring repeats its first point
  const multi = polygonEnds.length !== 1
  const bytes = (multi ? 9 : 0) + polygonEnds.length * 9 + ringEnds.length * 4 + points * 16
  // Small buffers come from Node's pool: a row needs no buffer of its own.
  const out = Buffer.allocUnsafe(bytes)
  const view = new DataView(out.buffer, out.byteOffset, bytes)
  let at = 0
  const head = (type: number, count: number) => {
    view.setUint8(at, 1)
    view.setUint32(at + 1, type, true)
    view.setUint32(at + 5, count, true)
    at += 9
  }
  const point = (index: number) => {
    view.setFloat64(at, coords[index * 2] / GRID, true)
    view.setFloat64(at + 8, coords[index * 2 + 1] / GRID, true)
    at += 16
  }
  if (multi) head(MULTIPOLYGON, polygonEnds.length)
  let ring = 0
  let start = 0
  for (const polygonEnd of polygonEnds) {
    head(POLYGON, polygonEnd - ring)
    for (; ring < polygonEnd; ring++) {
      const end = ringEnds[ring]
      view.setUint32(at, end - start + 1, true)
      at += 4
      for (let i = start; i < end; i++) point(i)
      point(start)
      start = end
    }
  }
  return out
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
