import { encodePng } from '../images/png.ts'
import type { Cog } from './cog.ts'
import { windowAbout } from './lattice.ts'
import { bilinear, clamped, nearestLevel } from './mosaic.ts'

/** Pixels of a tile each way. */
export const DEM_TILE_PIXELS = 256
/** Cells read of one raster for a tile: a raster without overviews is not drawn at small scales. */
export const DEM_CELLS_MAX = 1_048_576
/** Level of zlib: 4 gives tiles within 8 % of the size at level 6, in half the time. */
const PNG_LEVEL = 4

/**
 * The heights under a tile of web mercator, coded as Mapbox has it: height = -10000 + (red * 65536
 * + green * 256 + blue) / 10
 * (https://docs.mapbox.com/data/tilesets/reference/mapbox-terrain-rgb-v1/). Each raster is read at
 * the level nearest to the tile's pixels. A pixel has the height of the first raster with one
 * there, else `fill_m`: a map needs a number in every pixel. Null when no raster has a height under
 * the tile.
 */
export async function demTile(
  cogs: readonly Cog[],
  [z, x, y]: readonly [z: number, x: number, y: number],
  fill_m: number,
): Promise<Uint8Array | null> {
  const pixels = DEM_TILE_PIXELS
  const lngs = Float64Array.from({ length: pixels }, (_, i) => lngOf(z, x + (i + 0.5) / pixels))
  const lats = Float64Array.from({ length: pixels }, (_, i) => latOf(z, y + (i + 0.5) / pixels))
  const heights = new Float32Array(pixels * pixels).fill(Number.NaN)
  let missing = heights.length
  for (const cog of cogs) {
    if (missing === 0) break
    missing -= await sample(cog, lngs, lats, heights)
  }
  if (missing === heights.length) return null
  const data = new Uint8Array(heights.length * 3)
  for (let i = 0; i < heights.length; i++) {
    const height = Number.isNaN(heights[i]) ? fill_m : heights[i]
    const code = Math.round((height + 10_000) * 10)
    data[i * 3] = code >> 16
    data[i * 3 + 1] = (code >> 8) & 255
    data[i * 3 + 2] = code & 255
  }
  return await encodePng({ width: pixels, channels: 3, data }, PNG_LEVEL)
}

/** Fills the pixels without a height and returns how many it filled. */
async function sample(cog: Cog, lngs: Float64Array, lats: Float64Array, into: Float32Array) {
  const last = lngs.length - 1
  const level = nearestLevel(cog.levels, (lats[0] - lats[last]) / last)
  const own = cog.levels[level]
  const window = clamped(windowAbout(own, [lngs[0], lats[last], lngs[last], lats[0]]), own)
  if (!(window.columns * window.rows <= DEM_CELLS_MAX)) return 0
  const read = await cog.read(level, window)
  let filled = 0
  for (let r = 0; r <= last; r++) {
    const row = (own.north - lats[r]) / own.dy - window.row
    if (row < -1 || row > window.rows) continue
    for (let c = 0; c <= last; c++) {
      const i = r * lngs.length + c
      if (!Number.isNaN(into[i])) continue
      const height = bilinear(read, window, (lngs[c] - own.west) / own.dx - window.column, row)
      if (Number.isNaN(height)) continue
      into[i] = height
      filled++
    }
  }
  return filled
}

function lngOf(z: number, x: number): number {
  return (x / 2 ** z) * 360 - 180
}

function latOf(z: number, y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
}

/** West, south, east and north of a tile, degrees. */
export function tileBox(
  z: number,
  x: number,
  y: number,
): [west: number, south: number, east: number, north: number] {
  return [lngOf(z, x), latOf(z, y + 1), lngOf(z, x + 1), latOf(z, y)]
}
