import { type Bounds, eyeOf, type Orbit, USUAL, type Vec3 } from './orbit.ts'

/** Empty share around the box. */
const MARGIN = 1.04
const DISTANCE_MIN_M = 0.6

/** The part of a picture that a box fills. */
interface View {
  /** Vertical angle of the view. */
  fovDeg: number
  /** Width over height. */
  aspect: number
  /** Share of the height at the lower edge that controls cover. */
  covered: number
}

/**
 * The nearest camera that shows whole boxes in the free part of the picture, in the middle of it as
 * they are seen; from the side of `from`, or the usual one. It turns around the first box.
 */
export function fitted(
  boxes: readonly [Bounds, ...Bounds[]],
  { fovDeg, aspect, covered }: View,
  from: { bearing: number; pitch: number } = USUAL,
): Orbit {
  const middle = middleOf(boxes[0])
  const away = eyeOf({ target: [0, 0, 0], ...from, distance: 1 })
  const bearing = (from.bearing * Math.PI) / 180
  const right: Vec3 = [-Math.cos(bearing), 0, -Math.sin(bearing)]
  const up = cross(away, right)
  const half = Math.tan((fovDeg * Math.PI) / 360)
  const wide = (half * aspect) / MARGIN
  const above = half / MARGIN
  const below = (half * (1 - 2 * covered)) / MARGIN
  const corners = boxes.flatMap(cornersOf).map((each): Vec3 => {
    const corner: Vec3 = [each[0] - middle[0], each[1] - middle[1], each[2] - middle[2]]
    return [dot(corner, right), dot(corner, up), dot(corner, away)]
  })
  // A corner is within a side of the view where the eye is this far along the normal of the side.
  const needed = (of: (corner: Vec3) => number) => Math.max(...corners.map(of))
  const [east, west] = [needed(([x, , z]) => x + wide * z), needed(([x, , z]) => wide * z - x)]
  const [top, bottom] = [needed(([, y, z]) => y + above * z), needed(([, y, z]) => below * z - y)]
  const distance = Math.max(
    DISTANCE_MIN_M,
    (east + west) / (2 * wide),
    (top + bottom) / (above + below),
  )
  const aside = (east - west) / 2
  // The middle between the highest and the lowest eye that sees all.
  const upward = (top - above * distance + below * distance - bottom) / 2
  const target = (axis: 0 | 1 | 2) => middle[axis] + right[axis] * aside + up[axis] * upward
  return { target: [target(0), target(1), target(2)], ...from, distance }
}

const middleOf = ({ min, max }: Bounds): Vec3 => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
]
const cornersOf = ({ min, max }: Bounds): Vec3[] =>
  [min[0], max[0]].flatMap((x) =>
    [min[1], max[1]].flatMap((y) => [min[2], max[2]].map((z): Vec3 => [x, y, z])),
  )
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
