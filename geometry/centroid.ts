import type { GridPoint } from './grid-point.ts'
import type { Polygons } from './polygons.ts'

/**
 * Centroid of polygons on the grid: the centre of mass, which may lie outside of them. Holes are
 * subtracted. Null for polygons without area.
 */
export function centroidOf({ coords, ringEnds }: Polygons): GridPoint | null {
  // Relative to the first corner: squares of absolute grid units exceed exact integers.
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
