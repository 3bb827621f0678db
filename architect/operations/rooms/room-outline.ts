import { degreesOf, distance, type Point, subtract } from '../../geometry/point.ts'
import { area, centroid, contains, type Polygon, selfIntersection } from '../../geometry/polygon.ts'
import { formatPoint } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'

/** Corners nearer than this are one repeated corner, in metres. */
export const SAME_CORNER_M = 0.001
/** Area of the smallest room, in square metres: half a metre by half a metre. */
const ROOM_AREA_MIN_M2 = 0.25

/**
 * The outline without repeated corners. Refuses an outline that crosses itself or encloses next to
 * nothing.
 */
export function cleanOutline(
  corners: readonly Point[],
  param = 'polygon',
  least = ROOM_AREA_MIN_M2,
): Polygon {
  const clean = corners.filter(
    (corner, i) =>
      distance(corner, corners[(i + corners.length - 1) % corners.length]) > SAME_CORNER_M,
  )
  const size = clean.length < 3 ? 0 : area(clean)
  const crossing = clean.length < 3 ? undefined : selfIntersection(clean)
  if (crossing)
    throw new Refusal(
      'invalid_polygon',
      `The outline touches or crosses itself at ${formatPoint(crossing)}.`,
      { param, details: { reason: 'selfIntersection', at: crossing } },
    )
  if (size < least)
    throw new Refusal(
      'invalid_polygon',
      `${clean.length} corners enclose ${Number(size.toFixed(3))} m², less than ${least} m². Are the corners in the unit of the call?`,
      { param, details: { reason: clean.length < 3 ? 'duplicate' : 'tiny', area: size } },
    )
  return clean
}

/**
 * The corners in the order of their directions from their middle; null where that outline crosses
 * itself.
 */
export function inOrderAround(corners: readonly Point[]): Polygon | null {
  const unique = corners.filter(
    (corner, i) => corners.findIndex((other) => distance(corner, other) <= SAME_CORNER_M) === i,
  )
  if (unique.length < 3) return null
  const middle: Point = [
    unique.reduce((sum, [x]) => sum + x, 0) / unique.length,
    unique.reduce((sum, [, z]) => sum + z, 0) / unique.length,
  ]
  const around = [...unique].sort(
    (a, b) => degreesOf(subtract(a, middle)) - degreesOf(subtract(b, middle)),
  )
  return selfIntersection(around) === null && contains(around, centroid(around)) ? around : null
}
