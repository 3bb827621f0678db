import type { Bounds } from './orbit.ts'

/** The plot belongs to the picture of the house up to this multiple of its size. */
const FRAMED_FACTOR = 2.2
/** Shadows of a larger part of the plot would be too coarse on the house. */
const SHADED_FACTOR = 3

/**
 * Boxes that the usual picture shows: the house, and its plot up to the height of the fences. A
 * plot that is far larger is left out.
 */
export function framedBoxes(house: Bounds, plot: Bounds): [Bounds, ...Bounds[]] {
  const near = limited(house, FRAMED_FACTOR)
  const isNear = [0, 2].every(
    (axis) => plot.min[axis] >= near.min[axis] && plot.max[axis] <= near.max[axis],
  )
  return isNear ? [house, plot] : [house]
}

/** Where shadows fall: the house and what of the plot is near it. */
export const shadedBounds = (house: Bounds, plot: Bounds): Bounds =>
  common(house, plot, limited(house, SHADED_FACTOR))

/** The box around the house whose sides are a multiple of its longer one. */
function limited({ min, max }: Bounds, factor: number): Bounds {
  const half = (Math.max(max[0] - min[0], max[2] - min[2]) / 2) * factor
  const [x, z] = [(min[0] + max[0]) / 2, (min[2] + max[2]) / 2]
  return { min: [x - half, min[1], z - half], max: [x + half, max[1], z + half] }
}

/** House and plot within limits; the height is that of the house. */
function common(house: Bounds, plot: Bounds, limit: Bounds): Bounds {
  const min = (axis: 0 | 2) => Math.min(house.min[axis], Math.max(plot.min[axis], limit.min[axis]))
  const max = (axis: 0 | 2) => Math.max(house.max[axis], Math.min(plot.max[axis], limit.max[axis]))
  return { min: [min(0), house.min[1], min(2)], max: [max(0), house.max[1], max(2)] }
}
