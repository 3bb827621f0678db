/** A point of the world in metres: X east, Y up, Z south. */
export type Vec3 = readonly [x: number, y: number, z: number]

/** A camera that looks at a point from a distance. */
export interface Orbit {
  target: Vec3
  /** Degrees clockwise from north of the side on which the camera stands. */
  bearing: number
  /** Degrees above the horizon. */
  pitch: number
  /** Metres from the target. */
  distance: number
}

export interface Bounds {
  min: Vec3
  max: Vec3
}

/** From below the ground there is nothing to see, and straight down has no bearing. */
const PITCH_MIN = 2
const PITCH_MAX = 89.5
const DISTANCE_MIN_M = 0.6
const DISTANCE_MAX_M = 3_000
/** Usual side: south-east, as the pictures of projects. */
export const USUAL = { bearing: 145, pitch: 32 }
/** Empty share around a framed box. */
const MARGIN = 1.04

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Where the camera stands. */
export function eyeOf({ target, bearing, pitch, distance }: Orbit): Vec3 {
  const [a, b] = [radians(bearing), radians(pitch)]
  const flat = distance * Math.cos(b)
  return [
    target[0] + flat * Math.sin(a),
    target[1] + distance * Math.sin(b),
    target[2] - flat * Math.cos(a),
  ]
}

/** Turns the camera around its target. */
export function turned(orbit: Orbit, byBearing: number, byPitch: number): Orbit {
  return {
    ...orbit,
    bearing: (((orbit.bearing + byBearing) % 360) + 360) % 360,
    pitch: clamp(orbit.pitch + byPitch, PITCH_MIN, PITCH_MAX),
  }
}

/** Moves the camera nearer by a factor below 1, or farther. */
export function zoomed(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: clamp(orbit.distance * factor, DISTANCE_MIN_M, DISTANCE_MAX_M) }
}

/**
 * Moves the target with the picture: `right` and `up` are shares of the height of the picture, for
 * a camera with this vertical angle of view.
 */
export function panned(orbit: Orbit, right: number, up: number, fovDeg: number): Orbit {
  const height = 2 * orbit.distance * Math.tan(radians(fovDeg) / 2)
  const [a, b] = [radians(orbit.bearing), radians(orbit.pitch)]
  const [x, y, z] = orbit.target
  // The camera's own right and up in the world.
  const rightward: Vec3 = [-Math.cos(a), 0, -Math.sin(a)]
  const upward: Vec3 = [-Math.sin(a) * Math.sin(b), Math.cos(b), Math.cos(a) * Math.sin(b)]
  const step = (axis: 0 | 1 | 2) => (rightward[axis] * right + upward[axis] * up) * height
  return { ...orbit, target: [x + step(0), y + step(1), z + step(2)] }
}

/** The camera that shows a whole box; from the side of `from`, or the usual one. */
export function framed(
  { min, max }: Bounds,
  view: { fovDeg: number; aspect: number },
  from: { bearing: number; pitch: number } = USUAL,
): Orbit {
  const target: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]
  const looking = { target, ...from, distance: 1 }
  const eye = eyeOf(looking)
  const away: Vec3 = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]
  const a = radians(from.bearing)
  const right: Vec3 = [-Math.cos(a), 0, -Math.sin(a)]
  const up = cross(away, right)
  const tall = Math.tan(radians(view.fovDeg) / 2)
  const wide = tall * view.aspect
  let distance = DISTANCE_MIN_M
  // Each corner must lie within the four sides of the view.
  for (const x of [min[0], max[0]])
    for (const y of [min[1], max[1]])
      for (const z of [min[2], max[2]]) {
        const corner: Vec3 = [x - target[0], y - target[1], z - target[2]]
        const nearer = dot(corner, away)
        const sideways = Math.abs(dot(corner, right)) / wide
        const upright = Math.abs(dot(corner, up)) / tall
        distance = Math.max(distance, nearer + MARGIN * Math.max(sideways, upright))
      }
  return { ...looking, distance: clamp(distance, DISTANCE_MIN_M, DISTANCE_MAX_M) }
}

/** A camera part of the way from one to another, by the shorter turn. */
export function between(from: Orbit, to: Orbit, share: number): Orbit {
  const mix = (a: number, b: number) => a + (b - a) * share
  const turn = ((to.bearing - from.bearing + 540) % 360) - 180
  return {
    target: [
      mix(from.target[0], to.target[0]),
      mix(from.target[1], to.target[1]),
      mix(from.target[2], to.target[2]),
    ],
    bearing: (from.bearing + turn * share + 360) % 360,
    pitch: mix(from.pitch, to.pitch),
    distance: from.distance * (to.distance / from.distance) ** share,
  }
}

const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value))
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
