import type { Rings } from './polygons.ts'

/**
 * The x where the rings cross the line of latitude `y`, from west to east: pairs enclose the
 * inside.
 */
export function crossingsAt(rings: Rings, y: number): number[] {
  const crossings: number[] = []
  forEachEdge(rings, (ax, ay, bx, by) => {
    if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  })
  return crossings.sort((a, b) => a - b)
}

/** Calls `visit` for every edge of the rings in point order: edge i begins at point i. */
export function forEachEdge(
  { coords, ringEnds }: Rings,
  visit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) {
      const next = i + 1 < end ? i + 1 : start
      visit(coords[i * 2], coords[i * 2 + 1], coords[next * 2], coords[next * 2 + 1])
    }
    start = end
  }
}
