import { cross, dot3, minus, type Point3, plus, unit3 } from '../../geometry/vector.ts'

/** The viewpoint of a picture. A perspective camera has `fovDeg`, a parallel one `metresHigh`. */
export interface Camera {
  eye: Point3
  lookAt: Point3
  /** The vertical angle of view. Absent: parallel rays, as in elevations. */
  fovDeg?: number
  /** Metres of the world in the height of the picture, where rays are parallel. */
  metresHigh?: number
}

/**
 * A camera with the size of its picture. The triangle visible at a pixel is the one with the
 * greatest nearness: a number that is linear in the picture along a flat face, 1 / distance in
 * perspective and 1 - distance / `far` where rays are parallel.
 */
export interface Lens {
  width: number
  height: number
  eye: Point3
  right: Point3
  up: Point3
  forward: Point3
  isPerspective: boolean
  /** Pixels of one metre: at a distance of one metre in perspective. */
  scale: number
  /** Nothing nearer is drawn, in metres. */
  near: number
  /** Distance at which the nearness of parallel rays is 0. */
  far: number
}

/** Nothing is nearer to an eye than this: a hand's breadth. */
const NEAR_M = 0.08
/** Direction of a view from a point to itself. */
export const NORTH: Point3 = [0, 0, -1]

/** The three directions of a camera that looks along `forward`, its right side level. */
export function axesOf(forward: Point3): { right: Point3; up: Point3; forward: Point3 } {
  // Straight down or up, north is at the top of the picture.
  const isUpright = Math.hypot(forward[0], forward[2]) < 1e-6
  const right = isUpright ? ([1, 0, 0] as const) : unit3(cross(forward, [0, 1, 0]), NORTH)
  return { right, up: cross(right, forward), forward }
}

/** `far` is the distance that parallel rays reach, in metres. */
export function lensOf(camera: Camera, width: number, height: number, far: number): Lens {
  const { eye, lookAt, fovDeg, metresHigh } = camera
  const isPerspective = fovDeg !== undefined
  const scale = isPerspective
    ? height / 2 / Math.tan((fovDeg * Math.PI) / 360)
    : height / metresHigh!
  return {
    width,
    height,
    eye,
    ...axesOf(unit3(minus(lookAt, eye), NORTH)),
    isPerspective,
    scale,
    near: isPerspective ? NEAR_M : 0,
    far,
  }
}

/** The pixel of a point of the world, and its distance ahead in metres. */
export function toPixel(lens: Lens, place: Point3): { x: number; y: number; ahead: number } {
  const from = minus(place, lens.eye)
  const ahead = dot3(from, lens.forward)
  const scale = lens.isPerspective ? lens.scale / ahead : lens.scale
  return {
    x: lens.width / 2 + dot3(from, lens.right) * scale,
    y: lens.height / 2 - dot3(from, lens.up) * scale,
    ahead,
  }
}

/** Share of the picture left free on each side. */
const MARGIN = 0.06

/**
 * The nearest camera that looks along `forward` with all the places in the picture.
 * `places` are x, y, z one after another.
 */
export function fitted(
  places: Float64Array,
  forward: Point3,
  fovDeg: number,
  aspect: number,
  margin = MARGIN,
): Camera {
  const { right, up } = axesOf(forward)
  const tall = Math.tan((fovDeg * Math.PI) / 360) * (1 - 2 * margin)
  const wide = tall * aspect
  // A place is in the picture when its way to the side is under its distance times `wide`: the
  // greatest of each side gives the distance and the middle at once.
  let [east, west, high, low] = [-Infinity, -Infinity, -Infinity, -Infinity]
  let depth = Infinity
  for (let i = 0; i < places.length; i += 3) {
    const [px, py, pz] = [places[i], places[i + 1], places[i + 2]]
    const x = px * right[0] + py * right[1] + pz * right[2]
    const y = px * up[0] + py * up[1] + pz * up[2]
    const z = px * forward[0] + py * forward[1] + pz * forward[2]
    east = Math.max(east, x - wide * z)
    west = Math.max(west, -x - wide * z)
    high = Math.max(high, y - tall * z)
    low = Math.max(low, -y - tall * z)
    depth = Math.min(depth, z)
  }
  const back = Math.max((east + west) / (2 * wide), (high + low) / (2 * tall))
  const across = (east - west) / 2
  const rise = (high - low) / 2
  const eye = plus(
    plus([right[0] * across, right[1] * across, right[2] * across], up, rise),
    forward,
    -back,
  )
  return { eye, lookAt: plus(eye, forward, Math.max(1, depth + back)), fovDeg }
}
