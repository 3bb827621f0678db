import type { Point3 } from '../../geometry/vector.ts'
import type { Solid } from './solid.ts'

/** Corners around one turn: a multiple of four, so that the shape reaches its stated width. */
const SEGMENTS = 16

/**
 * A solid of revolution about the upright through `at`: `[radius, height]` from the bottom up,
 * outside first and back down inside for a vessel. `stretch` makes it oval along X and Z.
 */
export function lathe(
  [x, y, z]: Point3,
  profile: [radius: number, height: number][],
  { segments = SEGMENTS, stretch = [1, 1] }: { segments?: number; stretch?: [number, number] } = {},
): Solid {
  const corners: Point3[] = []
  const rings = profile.map(([radius, height]) => {
    const count = radius === 0 ? 1 : segments
    return Array.from({ length: count }, (_, index) => {
      const angle = (2 * Math.PI * index) / segments
      corners.push([
        x + radius * stretch[0] * Math.cos(angle),
        y + height,
        z - radius * stretch[1] * Math.sin(angle),
      ])
      return corners.length - 1
    })
  })
  const faces: number[][] = []
  for (let i = 0; i + 1 < rings.length; i++) {
    const [low, high] = [rings[i], rings[i + 1]]
    for (let k = 0; k < segments; k++) {
      const next = (k + 1) % segments
      if (low.length > 1 && high.length > 1) faces.push([low[k], low[next], high[next], high[k]])
      else if (high.length > 1) faces.push([low[0], high[next], high[k]])
      else if (low.length > 1) faces.push([low[k], low[next], high[0]])
    }
  }
  const [first, last] = [rings[0], rings[rings.length - 1]]
  if (first.length > 1) faces.push([...first].reverse())
  if (last.length > 1) faces.push(last)
  return { corners, faces }
}

export function cylinder(at: Point3, radius: number, height: number, segments = SEGMENTS): Solid {
  return lathe(
    at,
    [
      [radius, 0],
      [radius, height],
    ],
    { segments },
  )
}
