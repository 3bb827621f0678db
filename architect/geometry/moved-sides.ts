import { add, leftOf, scale, subtract, unit } from './point.ts'
import { edges, type Polygon } from './polygon.ts'
import { meetingSpeed } from './skeleton.ts'

/**
 * A counter-clockwise polygon with each side moved outward by `metres`, or inward where negative.
 * It has the same corners in the same order, and may cross itself. Null where a side runs back
 * along its neighbour.
 */
export function movedOut(polygon: Polygon, metres: number): Polygon | null {
  const normals = edges(polygon).map(([a, b]) => leftOf(unit(subtract(b, a))))
  const moved = polygon.map((corner, index) => {
    const before = normals[(index + normals.length - 1) % normals.length]
    const velocity = meetingSpeed(before, 1, normals[index], 1)
    return velocity && add(corner, scale(velocity, -metres))
  })
  return moved.every((corner) => corner !== null) ? moved : null
}
