import { GRID } from '../../geometry/polygons.ts'

/** MVT units along a tile's side. */
export const EXTENT = 4096
/**
 * Below this zoom tiles have finer units: a county is fewer than 100 of the usual ones wide, and
 * lost up to half of its area to them.
 */
const FINE_BELOW = 6
/** Bits by which they are finer: an eighth of a unit, a 64th of a pixel. */
const FINE_BITS = 3
/** Units drawn beyond each side of a tile, so that outlines do not show at seams. */
export const BUFFER = 64

/**
 * The integer web-mercator grid of one archive: the tile units of its highest zoom, y downwards.
 * At zoom 14 a unit is 0.6 m at the equator. Every lower zoom is this grid shifted right, so a
 * vertex has the same position in every tile and every feature that has it.
 */
export function worldSide(maxZoom: number): number {
  return EXTENT * 2 ** maxZoom
}

/** MVT units along the side of a tile of an archive. */
export function tileSide(zoom: number, maxZoom: number): number {
  return EXTENT * 2 ** (zoom < FINE_BELOW ? Math.min(FINE_BITS, maxZoom - zoom) : 0)
}

/** World column of a longitude in 1e-7 degree. */
export function worldX(longitude: number, side: number): number {
  return Math.round((longitude / (360 * GRID) + 0.5) * side)
}

/** World row of a latitude in 1e-7 degree; latitudes past 85.05 degrees lie on the world's rim. */
export function worldY(latitude: number, side: number): number {
  const sine = Math.sin((latitude / GRID) * (Math.PI / 180))
  const row = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side)
  return Math.max(0, Math.min(side, row))
}

/** Longitude in degrees of a world column. */
export function longitudeOf(x: number, side: number): number {
  return (x / side - 0.5) * 360
}

/** Latitude in degrees of a world row. */
export function latitudeOf(y: number, side: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) * 180) / Math.PI
}
