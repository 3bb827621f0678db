import type { GridPoint } from './grid-point.ts'
import type { Polygons } from './polygons.ts'

/**
 * Centre of mass of polygons on the grid, which may lie outside of them: what most tools call the
 * centroid. Holes count against it. Null for polygons without area.
 */
export function centroidOf({ coords, ringEnds }: Polygons): GridPoint | null {
  // From the first corner on: grid units squared are past what a number holds exactly.
  const [originX, originY] = coords
  let [twice, sumX, sumY] = [0, 0, 0]
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) {
      const next = i + 1 < end ? i + 1 : start
      const [x1, y1] = [coords[2 * i] - originX, coords[2 * i + 1] - originY]
      const [x2, y2] = [coords[2 * next] - originX, coords[2 * next + 1] - originY]
      const cross = x1 * y2 - x2 * y1
      twice += cross
      sumX += (x1 + x2) * cross
      sumY += (y1 + y2) * cross
    }
    start = end
  }
  if (twice === 0) return null
  return [Math.round(originX + sumX / (3 * twice)), Math.round(originY + sumY / (3 * twice))]
}
