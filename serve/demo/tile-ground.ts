import { type Box, GRID } from '../../geometry/polygons.ts'
import { tileBox } from '../../rasters/dem-tile.ts'

/** Tiles hold a little more than their square, so that lines do not end at its edge: 1/32 of it. */
const BUFFER = 1 / 32

/** The ground whose features a tile may hold: its square and a buffer around it, in grid units. */
export function tileGround(z: number, x: number, y: number): Box {
  const [west, south, east, north] = tileBox(z, x, y)
  const [wide, high] = [(east - west) * BUFFER, (north - south) * BUFFER]
  const ground = [west - wide, south - high, east + wide, north + high]
  return ground.map((degrees) => Math.round(degrees * GRID)) as Box
}
