import type { LngLat } from './plan.ts'
import { PROJECTION, projectExactly } from './transverse-mercator.ts'

/** Twice the signed area of an open ring; positive when it runs counter-clockwise. */
export function twiceArea(ring: readonly (readonly [number, number])[]): number {
  // Relative to the first point: products of coordinates as they stand lose the small digits.
  const [ox, oy] = ring[0]
  let sum = 0
  for (let i = 0; i < ring.length; i++) {
    const [x0, y0] = ring[i]
    const [x1, y1] = ring[(i + 1) % ring.length]
    sum += (x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)
  }
  return sum
}

/**
 * Area on the ellipsoid in square metres of rings (shell first, then holes), from the projected
 * plane divided by the square of its scale there: right to about 1e-6 for a parcel.
 */
export function groundArea(rings: readonly LngLat[][]): number {
  let area = 0
  for (const [i, ring] of rings.entries()) {
    const projected = ring.map(projectExactly)
    const part = Math.abs(twiceArea(projected)) / 2
    // Scale grows with the distance x from the central meridian: k (1 + x^2 / 2 R^2).
    const x = (projected[0][0] - PROJECTION.falseEasting) / 6371000
    area += ((i === 0 ? 1 : -1) * part) / (PROJECTION.scale * (1 + (x * x) / 2)) ** 2
  }
  return area
}
