import { gridUnitAt } from './geodesic-area.ts'
import { boundsOf, GRID, type Rings } from './polygons.ts'

/**
 * Metres of the border of one area inside another. As in `overlap.ts` it is a sum over pairs of
 * edges: the part of one that lies below the other, with the sign of the side that is inside.
 */
export function lengthInside(border: Rings, area: Rings): number {
  const { coords } = border
  const [west, south, east, north] = boundsOf(area)
  const { north_m, east_m } = gridUnitAt(south / GRID)
  let length = 0
  let start = 0
  for (const ringEnd of border.ringEnds) {
    const end = ringEnd * 2
    let px = coords[end - 2]
    let py = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const x = coords[i]
      const y = coords[i + 1]
      const isOutsideBox =
        (px < west && x < west) ||
        (px > east && x > east) ||
        (py < south && y < south) ||
        (py > north && y > north)
      if (!isOutsideBox) {
        const [dx, dy] = [(x - px) * east_m, (y - py) * north_m]
        const share = px < x ? shareInside(px, py, x, y, area) : shareInside(x, y, px, py, area)
        length += share * Math.sqrt(dx * dx + dy * dy)
      }
      px = x
      py = y
    }
    start = end
  }
  return length
}

/** Share of an edge, from 0 to 1, inside the area; x0 <= x1. */
function shareInside(x0: number, y0: number, x1: number, y1: number, area: Rings): number {
  const { coords, ringEnds } = area
  let share = 0
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let px = coords[end - 2]
    let py = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const x = coords[i]
      const y = coords[i + 1]
      if (px > x) share += shareBelow(x0, y0, x1, y1, x, y, px, py)
      else if (px < x) share -= shareBelow(x0, y0, x1, y1, px, py, x, y)
      px = x
      py = y
    }
    start = end
  }
  return share
}

/** Share of the edge from 0 to 1 below the edge from a to b; x0 <= x1, ax < bx. */
function shareBelow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const slope = (by - ay) / (bx - ax)
  if (x0 === x1) {
    // An upright edge: the half-open rule assigns it to one of two edges that meet above it.
    if (x0 < ax || x0 >= bx) return 0
    const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0]
    const top = ay + slope * (x0 - ax)
    return Math.min(1, Math.max(0, (top - low) / (high - low)))
  }
  const from = Math.max(x0, ax)
  const to = Math.min(x1, bx)
  if (from >= to) return 0
  const own = (y1 - y0) / (x1 - x0)
  const above0 = ay + slope * (from - ax) - (y0 + own * (from - x0))
  const above1 = ay + slope * (to - ax) - (y0 + own * (to - x0))
  const width = (to - from) / (x1 - x0)
  if (above0 <= 0 && above1 <= 0) return 0
  if (above0 >= 0 && above1 >= 0) return width
  return (width * Math.max(above0, above1)) / Math.abs(above0 - above1)
}
