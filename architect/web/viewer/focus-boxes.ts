import type { Bounds, Vec3 } from './orbit.ts'

/** The longest line in a box, in metres. */
export const reach = ({ min, max }: Bounds): number =>
  Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])

/** A box around a point, with what is near it. */
export const aroundPoint = ([x, y, z]: Vec3): Bounds => ({
  min: [x - 1.5, y - 1, z - 1.5],
  max: [x + 1.5, y + 1, z + 1.5],
})

/** A small node is shown with what is around it. */
export function widened({ min, max }: Bounds): Bounds {
  const by = Math.max(0.3, 1.6 - reach({ min, max }) / 2)
  return {
    min: [min[0] - by, min[1] - by, min[2] - by],
    max: [max[0] + by, max[1] + by, max[2] + by],
  }
}
