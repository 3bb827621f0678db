import type { Vec3 } from './orbit.ts'

/** A person who walks through the building. */
export interface Walker {
  /** Where the feet are. */
  feet: Vec3
  /** Degrees clockwise from north of the view. */
  heading: number
  /** Degrees above the horizon of the view. */
  pitch: number
}

/** Shares of the full speed: forward and to the right, -1 to 1 each. */
export interface Stride {
  forward: number
  right: number
}

export const EYE_HEIGHT_M = 1.6
export const WALK_SPEED_M_S = 1.8
/** Half of the width of a person, plus the near plane of the camera. */
export const BODY_RADIUS_M = 0.28
/** Higher steps are obstacles. */
export const STEP_MAX_M = 0.45
const PITCH_MAX = 75

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Turns the view of a walker. */
export function lookedAround(walker: Walker, byHeading: number, byPitch: number): Walker {
  return {
    ...walker,
    heading: (((walker.heading + byHeading) % 360) + 360) % 360,
    pitch: Math.min(PITCH_MAX, Math.max(-PITCH_MAX, walker.pitch + byPitch)),
  }
}

/** Metres east and south of a stride in a time; diagonals are no faster. */
export function strideOf(
  { heading }: Walker,
  { forward, right }: Stride,
  seconds: number,
): readonly [x: number, z: number] {
  const length = Math.hypot(forward, right)
  if (length === 0) return [0, 0]
  const metres = (WALK_SPEED_M_S * seconds) / Math.max(1, length)
  const [sin, cos] = [Math.sin(radians(heading)), Math.cos(radians(heading))]
  return [(sin * forward + cos * right) * metres, (-cos * forward + sin * right) * metres]
}

/**
 * The part of a step that a wall leaves: what leads into it is removed. `normal` is that of the
 * wall in plan, of any length.
 */
export function slideAlong(
  step: readonly [number, number],
  normal: readonly [number, number],
): readonly [number, number] {
  const length = Math.hypot(...normal)
  if (length === 0) return [0, 0]
  const [x, z] = [normal[0] / length, normal[1] / length]
  const into = Math.min(0, step[0] * x + step[1] * z)
  return [step[0] - into * x, step[1] - into * z]
}

/** The point at which a walker looks, a metre away. */
export function sightOf({ feet, heading, pitch }: Walker): { eye: Vec3; sight: Vec3 } {
  const eye: Vec3 = [feet[0], feet[1] + EYE_HEIGHT_M, feet[2]]
  const flat = Math.cos(radians(pitch))
  const sight: Vec3 = [
    eye[0] + Math.sin(radians(heading)) * flat,
    eye[1] + Math.sin(radians(pitch)),
    eye[2] - Math.cos(radians(heading)) * flat,
  ]
  return { eye, sight }
}
