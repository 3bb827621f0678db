import { GRID } from './polygons.ts'

/** A point in units of 1e-7 degree, longitude first. */
export type GridPoint = readonly [x: number, y: number]

/** Rounds a point in degrees to the grid. */
export function toGridPoint({ lng, lat }: { lng: number; lat: number }): GridPoint {
  return [Math.round(lng * GRID), Math.round(lat * GRID)]
}

const POINT = 1
const WKB_BYTES = 21

/** Encodes a point as little-endian OGC WKB in lon/lat degrees. */
export function pointToWkb([x, y]: GridPoint): Uint8Array {
  const out = Buffer.allocUnsafe(WKB_BYTES)
  out.writeUInt8(1, 0)
  out.writeUInt32LE(POINT, 1)
  out.writeDoubleLE(x / GRID, 5)
  out.writeDoubleLE(y / GRID, 13)
  return out
}

/** Decodes the output of `pointToWkb`; anything else throws. */
export function wkbToPoint(wkb: Uint8Array): GridPoint {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  if (wkb.length !== WKB_BYTES || view.getUint8(0) !== 1 || view.getUint32(1, true) !== POINT)
    throw new Error('WKB is not a little-endian point of two dimensions')
  return [Math.round(view.getFloat64(5, true) * GRID), Math.round(view.getFloat64(13, true) * GRID)]
}
