import type { Point3 } from '../../geometry/vector.ts'
import type { Solid } from './solid.ts'

/**
 * A skin over rings of equally many corners, closed by the first and the last. Rings go
 * counter-clockwise seen from where the skin goes to; a skin that goes up outside and down again
 * inside is a vessel.
 */
export function loft(rings: Point3[][]): Solid {
  const count = rings[0].length
  const faces: number[][] = []
  for (let ring = 0; ring + 1 < rings.length; ring++)
    for (let i = 0; i < count; i++) {
      const [a, b] = [ring * count + i, ring * count + ((i + 1) % count)]
      faces.push([a, b, b + count, a + count])
    }
  const all = rings[0].map((_, index) => index)
  const last = (rings.length - 1) * count
  faces.push([...all].reverse())
  faces.push(all.map((index) => last + index))
  return { corners: rings.flat(), faces }
}

/** A level rectangle with round corners, `steps` chords each, for `loft`. */
export function roundedRing(
  [x, y, z]: Point3,
  [width, depth]: [width: number, depth: number],
  radius: number,
  steps = 2,
): Point3[] {
  const [w, d] = [width / 2 - radius, depth / 2 - radius]
  const ring: Point3[] = []
  for (const [cx, cz, from] of [
    [x - w, z + d, 180],
    [x + w, z + d, 270],
    [x + w, z - d, 0],
    [x - w, z - d, 90],
  ])
    for (let i = 0; i <= steps; i++) {
      const angle = ((from + (90 * i) / steps) * Math.PI) / 180
      ring.push([cx + radius * Math.cos(angle), y, cz - radius * Math.sin(angle)])
    }
  return ring
}
