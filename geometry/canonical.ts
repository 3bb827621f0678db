import type { Polygons } from './polygons.ts'

/**
 * The same polygons with every ring starting at its lowest point (by x, then y), so that equal
 * shapes have equal bytes whichever corner their publisher began with. The order of polygons and
 * holes stays, as it does between exports of one system.
 */
export function canonical(polygons: Polygons): Polygons {
  const { coords, ringEnds } = polygons
  let out: Int32Array | null = null
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    const lowest = lowestPoint(coords, start, end)
    if (lowest !== start) {
      out ??= coords.slice()
      out.set(coords.subarray(lowest, end), start)
      out.set(coords.subarray(start, lowest), start + end - lowest)
    }
    start = end
  }
  return out ? { ...polygons, coords: out } : polygons
}

/**
 * Index in `coords` of the lowest point of a ring (by x, then y); `start` and `end` index numbers.
 */
export function lowestPoint(coords: Int32Array, start: number, end: number): number {
  let lowest = start
  for (let i = start + 2; i < end; i += 2)
    if (
      coords[i] < coords[lowest] ||
      (coords[i] === coords[lowest] && coords[i + 1] < coords[lowest + 1])
    )
      lowest = i
  return lowest
}
