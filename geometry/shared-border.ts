import type { BorderLine } from './border-line.ts'
import { edgeRuns, gridMargin, widened } from './edge-runs.ts'
import type { Rings } from './polygons.ts'
import { type Span, totalOf, unionOf } from './spans.ts'

/**
 * Two lines at most so far apart, or so far over each other, are one border. Of the borders of
 * Bangor 99.01 % have a neighbour's line within 2 cm and 0.11 % from there to 20 cm; nothing lies
 * from 20 cm to 5 m away (every tenth parcel, measured once by hand).
 */
export const SAME_BORDER_M = 0.5

/** Stretches of the rings of a border by their ring: those of a ring do not touch. */
export type Stretches = readonly (readonly Span[])[]

/** Metres of all stretches. */
export function metresOf(stretches: Stretches): number {
  return stretches.reduce((sum, spans) => sum + totalOf(spans), 0)
}

/**
 * Where the border of another area runs along this one: the other way, within `SAME_BORDER_M`, for
 * what lies on the other side of a border. Two areas that lie on the same side of a line do not
 * share it. Vertices need not meet, as overlap along each edge is what counts.
 */
export function sharedStretches(border: BorderLine, other: Rings): Stretches {
  const found: Span[][] = []
  const { coords } = other
  const [width, height] = gridMargin(border.bounds, SAME_BORDER_M)
  const [west, south, east, north] = widened(border.bounds, width, height)
  for (const { first, end, after, box } of edgeRuns(other)) {
    if (box[0] > east || box[2] < west || box[1] > north || box[3] < south) continue
    border.index.search(...widened(box, width, height), (edge, x0, y0, x1, y1) => {
      const [left, low, right, high] = [x0 - width, y0 - height, x1 + width, y1 + height]
      let ax = coords[first * 2]
      let ay = coords[first * 2 + 1]
      for (let point = first + 1; point <= end; point++) {
        const next = point === end ? after : point
        const bx = coords[next * 2]
        const by = coords[next * 2 + 1]
        const isBeside =
          (ax < left && bx < left) ||
          (ax > right && bx > right) ||
          (ay < low && by < low) ||
          (ay > high && by > high)
        const span = isBeside ? null : border.stretchAlong(edge, ax, ay, bx, by, SAME_BORDER_M)
        if (span) {
          const ring = border.ringOf[edge]
          found[ring] ??= []
          found[ring].push(span)
        }
        ax = bx
        ay = by
      }
      return false
    })
  }
  // Sparse: of the hundred rings of a street network a lot touches one.
  return found.map(unionOf)
}
