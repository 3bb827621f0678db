import type { Point } from '../../architect/geometry/point.ts'

/**
 * Up to eight walls of random thickness between the points of a grid, which meet and cross at
 * random, with up to two openings each of any shape and position; with `hasArcs` a third of them
 * are curved.
 */
export function crossingPlan(random: () => number, hasArcs: boolean) {
  const point = (): Point => [Math.floor(random() * 5), Math.floor(random() * 5)]
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]
  const walls = Array.from({ length: 2 + Math.floor(random() * 7) }, () => ({
    start: point(),
    end: point(),
    thickness: pick([0.1, 0.15, 0.2, 0.3]),
    sagitta: hasArcs && random() < 0.33 ? (random() - 0.5) * 2 : 0,
  }))
  const openings = walls.flatMap(({ start, end }, wall) =>
    Array.from({ length: Math.floor(random() * 3) }, () => ({
      wall,
      kind: 'opening' as const,
      offset: Math.hypot(end[0] - start[0], end[1] - start[1]) * random(),
      width: 0.4 + random(),
      height: 1,
      sill: random() < 0.3 ? 0 : random() * 2.5,
      shape: pick(['rectangle', 'arch', 'round']),
    })),
  )
  return { walls, openings }
}
