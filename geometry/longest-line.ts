import { distanceM } from './distance.ts'
import type { GridPoint } from './grid-point.ts'
import type { Polygons } from './polygons.ts'

/**
 * Corners of a convex hull that are compared with each other. A hull has few: 10,000 points of a
 * circle on the grid of 1 cm, 1 km wide, have 2,500.
 */
const HULL_POINTS_MAX = 4_000

/** The two corners of an area that are farthest apart, the western one first. */
export function longestLine({ coords }: Pick<Polygons, 'coords'>): [GridPoint, GridPoint] {
  const points: GridPoint[] = []
  for (let i = 0; i < coords.length; i += 2) points.push([coords[i], coords[i + 1]])
  const hull = hullOf(points).slice(0, HULL_POINTS_MAX)
  let best: [GridPoint, GridPoint] = [hull[0], hull[0]]
  let most = -1
  for (const [i, a] of hull.entries())
    for (const b of hull.slice(i + 1)) {
      const length = distanceM(a, b)
      if (length > most) [most, best] = [length, [a, b]]
    }
  return best[0][0] <= best[1][0] ? best : [best[1], best[0]]
}

/** The convex hull of points, by Andrew's monotone chain. */
function hullOf(points: readonly GridPoint[]): GridPoint[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly GridPoint[]) => {
    const chain: GridPoint[] = []
    for (const point of ordered) {
      while (chain.length > 1 && !isLeft(chain[chain.length - 2], chain[chain.length - 1], point))
        chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  const hull = [...half(sorted), ...half(sorted.toReversed())]
  return hull.length > 0 ? hull : sorted.slice(0, 1)
}

function isLeft([ax, ay]: GridPoint, [bx, by]: GridPoint, [x, y]: GridPoint): boolean {
  return (bx - ax) * (y - ay) - (x - ax) * (by - ay) > 0
}
