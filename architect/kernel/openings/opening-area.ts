import type { Point } from '../../geometry/point.ts'
import { area } from '../../geometry/polygon.ts'
import type { OpeningNode } from '../../scene/nodes.ts'
import { headLine, openingSpan } from './openings.ts'

/** Square metres that an opening cuts out of its wall; its head may be curved. */
export function openingArea(opening: OpeningNode): number {
  const span = openingSpan(opening)
  const head = headLine(span).map(({ s, y }): Point => [s, y])
  return area([[span.from, span.sill], [span.to, span.sill], ...head.reverse()])
}
