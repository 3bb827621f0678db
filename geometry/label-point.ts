import { anchorOf, HEIGHTS, OFF_EDGE } from './anchor.ts'
import { INSIDE, locateInPiece, nearestShare } from './contains.ts'
import { crossingsAt } from './edges.ts'
import type { GridPoint } from './grid-point.ts'
import { boundsOf, type Polygons, type Rings } from './polygons.ts'
import { partsOf, ringsArea } from './rings.ts'

/** Share of half the shape's lesser side: a point so far from the edges is not worth another. */
const CLEAR_ENOUGH = 0.8

/**
 * The point at which an area is labelled: inside its largest polygon and far from the edges. Of the
 * middles of all runs of land on seven lines it is the farthest one. Measured on the sample's soils
 * and flood zones: half of the points have at least 0.86 of the distance that the best point has,
 * in a thirtieth of the time that finding that one takes.
 */
export function labelPointOf(polygons: Polygons): GridPoint {
  const area = largestOf(polygons)
  const [west, south, east, north] = boundsOf(area)
  const enough = (CLEAR_ENOUGH * Math.min(east - west, north - south)) / 2
  let best: GridPoint | null = null
  let clear = OFF_EDGE
  for (const share of HEIGHTS) {
    const y = Math.round(south + (north - south) * share)
    const crossings = crossingsAt(area, y)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      if ((crossings[i + 1] - crossings[i]) / 2 < clear) continue
      const x = Math.round((crossings[i] + crossings[i + 1]) / 2)
      if (locateInPiece(area, x, y, clear) !== INSIDE) continue
      best = [x, y]
      clear = distanceToEdge(area, x, y)
    }
    if (clear >= enough) break
  }
  return best ?? anchorOf(area)
}

/** The polygon of the largest area. */
function largestOf(polygons: Polygons): Polygons {
  if (polygons.polygonEnds.length === 1) return polygons
  let largest = polygons
  let most = -1
  for (const part of partsOf(polygons)) {
    const area = Math.abs(ringsArea(part))
    if (area > most) [largest, most] = [part, area]
  }
  return largest
}

/** With squares, not `lengthToEdge`: its `Math.hypot` was most of the time of a label. */
function distanceToEdge({ coords, ringEnds }: Rings, x: number, y: number): number {
  let nearest = Infinity
  let start = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = 2 * ringEnds[ring]
    let ax = coords[end - 2] - x
    let ay = coords[end - 1] - y
    for (let i = start; i < end; i += 2) {
      const bx = coords[i] - x
      const by = coords[i + 1] - y
      const dx = bx - ax
      const dy = by - ay
      const t = nearestShare(ax, ay, dx, dy)
      const px = ax + t * dx
      const py = ay + t * dy
      nearest = Math.min(nearest, px * px + py * py)
      ax = bx
      ay = by
    }
    start = end
  }
  return Math.sqrt(nearest)
}
