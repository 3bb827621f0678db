import { distance, type Point } from '../../geometry/point.ts'
import { area, counterClockwise, type Polygon, selfIntersection } from '../../geometry/polygon.ts'
import { ringsOf, union } from '../../geometry/regions.ts'
import { formatPoint, quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'
import { SAME_CORNER_M } from '../rooms/room-outline.ts'

/** Smaller areas are refused as mistakes, in square metres. */
export const AREA_MIN_M2 = 0.01

/**
 * The polygon as scenes store it: on the grid, counter-clockwise, without repeated corners. Throws
 * `Refusal` where it crosses itself or encloses next to nothing.
 */
export function cleanPolygon(corners: Polygon, param: string): [number, number][] {
  const polygon = counterClockwise(withoutRepeats(corners, true))
  const at = polygon.length < 3 ? undefined : selfIntersection(polygon)
  if (at) {
    throw new Refusal(
      'invalid_polygon',
      `${param} crosses or touches itself at ${formatPoint(at)}.`,
      { param, details: { reason: 'selfIntersection', at: at.map(quantize) } },
    )
  }
  if (polygon.length < 3 || area(polygon) < AREA_MIN_M2) {
    throw new Refusal(
      'invalid_polygon',
      `${param} encloses ${area(polygon).toFixed(4)} m²; it must enclose at least ${AREA_MIN_M2} m².`,
      { param, details: { reason: 'tiny' } },
    )
  }
  return polygon.map(([x, z]) => [x, z])
}

/**
 * Holes as scenes store them, overlapping ones as one. Throws `Refusal` where a hole reaches out of
 * `outer` or the holes take all of it.
 */
export function cleanHoles(
  holes: readonly Polygon[],
  outer: Polygon,
  param: string,
): [number, number][][] {
  const clean = holes.map((hole, index) => cleanPolygon(hole, `${param}.${index}`))
  const regions = union(clean)
  const rings = regions.map((region) => region.outer)
  if (regions.some((region) => region.holes.length > 0))
    throw new Refusal('invalid_polygon', `${param} overlap so that they cut out a ring.`, { param })
  const left = area(outer) - rings.reduce((sum, ring) => sum + area(ring), 0)
  const inside = ringsOf(union([outer, ...clean])).reduce((sum, ring) => sum + area(ring), 0)
  if (inside > area(outer) + AREA_MIN_M2)
    throw new Refusal(
      'invalid_polygon',
      `${param} reach ${(inside - area(outer)).toFixed(2)} m² out of the polygon that they are cut from.`,
      { param, details: { reason: 'outside' } },
    )
  if (left < AREA_MIN_M2)
    throw new Refusal('invalid_polygon', `${param} leave nothing of the polygon.`, { param })
  return rings.map((ring) => cleanPolygon(ring, param))
}

/** A path on the grid, without repeated corners. Throws `Refusal` where it has no length. */
export function cleanPath(corners: Polygon, param: string): [number, number][] {
  const path = withoutRepeats(corners, false)
  if (path.length > 1) return path.map(([x, z]) => [x, z])
  throw new Refusal('invalid_polygon', `${param} has no length.`, { param })
}

function withoutRepeats(corners: Polygon, isClosed: boolean): Point[] {
  const points = corners.map(([x, z]): Point => [quantize(x), quantize(z)])
  const clean = points.filter(
    (point, index) => index === 0 || distance(point, points[index - 1]) > SAME_CORNER_M,
  )
  while (
    isClosed &&
    clean.length > 1 &&
    distance(clean[0], clean[clean.length - 1]) <= SAME_CORNER_M
  )
    clean.pop()
  return clean
}
