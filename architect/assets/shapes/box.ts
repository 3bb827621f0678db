import { rectangle } from '../../geometry/mesh.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { loft, roundedRing } from './loft.ts'
import type { Solid } from './solid.ts'

// In all shapes `at` is the middle of the underside, and a size is width, height, depth in metres.

export const box = (at: Point3, size: Point3): Solid => taperedBox(at, size, 1)

/** A box whose underside is `share` of its top: legs, feet, upturned lamp shades. */
export function taperedBox(
  [x, y, z]: Point3,
  [width, height, depth]: Point3,
  share: number,
): Solid {
  const ring = (w: number, d: number, level: number): Point3[] =>
    rectangle([x, z], w, d).map(([cx, cz]): Point3 => [cx, level, cz])
  return loft([ring(width * share, depth * share, y), ring(width, depth, y + height)])
}

/**
 * A box with all edges rounded by `radius`; with one step a chamfer that is shaded as a rounding.
 */
export function roundedBox(
  [x, y, z]: Point3,
  [width, height, depth]: Point3,
  radius: number,
  steps = 1,
): Solid {
  const round = Math.min(radius, 0.49 * width, 0.49 * height, 0.49 * depth)
  const half: [inset: number, level: number][] = []
  for (let i = 0; i <= steps; i++) {
    const angle = (Math.PI / 2) * (i / steps)
    half.push([round * (1 - Math.sin(angle)), round * (1 - Math.cos(angle))])
  }
  const rings = [
    ...half,
    ...[...half].reverse().map(([inset, level]): [number, number] => [inset, height - level]),
  ]
  return loft(
    rings.map(([inset, level]) => {
      const [w, d] = [width - 2 * inset, depth - 2 * inset]
      // Corners of the inner rings stay a little round: their chords would fall onto one point.
      const corner = Math.min(Math.max(round - inset, round / 4), 0.45 * w, 0.45 * d)
      return roundedRing([x, y + level, z], [w, d], corner, steps)
    }),
  )
}
