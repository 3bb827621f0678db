import { containsPoint } from './contains.ts'
import type { GridPoint } from './grid-point.ts'
import { boundsOf, type Polygons } from './polygons.ts'

/** Heights at which the shape is looked through, as shares of its own: the middle first. */
const HEIGHTS = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 3 / 8, 5 / 8, 7 / 8]

/**
 * A point inside the polygons that stands for them: the middle of the widest run of land on a line
 * of latitude. The same shape gives the same point. A sliver so thin that no grid point lies inside
 * gives one on its edge.
 */
export function anchorOf(polygons: Polygons): GridPoint {
  const [, south, , north] = boundsOf(polygons)
  let widest: { x: number; y: number; width: number } | null = null
  for (const share of HEIGHTS) {
    const y = Math.round(south + (north - south) * share)
    const crossings = crossingsAt(polygons, y)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const width = crossings[i + 1] - crossings[i]
      const x = Math.round((crossings[i] + crossings[i + 1]) / 2)
      if (width > (widest?.width ?? 0) && containsPoint(polygons, x, y)) widest = { x, y, width }
    }
    // A line through the middle is good enough: the others are for shapes that it misses.
    if (widest) break
  }
  return widest ? [widest.x, widest.y] : [polygons.coords[0], polygons.coords[1]]
}

/** Where the rings cross a line of latitude, from west to east: inside lies between pairs. */
function crossingsAt({ coords, ringEnds }: Polygons, y: number): number[] {
  const found: number[] = []
  let start = 0
  for (const end of ringEnds) {
    let a = end - 1
    for (let b = start; b < end; a = b++) {
      const [ay, by] = [coords[a * 2 + 1], coords[b * 2 + 1]]
      if (ay > y === by > y) continue
      const [ax, bx] = [coords[a * 2], coords[b * 2]]
      found.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
    start = end
  }
  return found.sort((p, q) => p - q)
}
