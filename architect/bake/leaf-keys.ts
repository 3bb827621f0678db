import type { Point3 } from '../geometry/vector.ts'
import { type Motion, poseAt } from '../kernel/openings/motions.ts'
import { ORIGIN, quaternion, rounded, turnedInto } from './frame.ts'

/** Length of every clip, in seconds. */
export const CLIP_SECONDS = 1
/**
 * Degrees between two keys of a turn: viewers take the shorter way, which of half a turn is either.
 */
const TURN_STEP = 120
/** Steps of a section that rolls up: between two keys it leaves its track by less than 2 mm. */
const ROLL_STEPS = 64

/** What the leaf's node has at keys with equal times between them, from closed to open. */
export interface Keys {
  /** Quaternions; absent where the leaf does not turn. */
  rotations?: Float32Array
  /** Absent where the leaf does not move. */
  translations?: Float32Array
}

/**
 * The keys of a motion, of a node that stands at `rest` in the frame of its parent, which is turned
 * in the world by `degrees`.
 */
export function keysOf(motion: Motion, degrees: number, rest: Point3): Keys {
  const frame = { ...ORIGIN, degrees }
  const axis = turnedInto(frame, motion.axis)
  const poses = Array.from({ length: stepsOf(motion) + 1 }, (_, step) =>
    poseAt(motion, step / stepsOf(motion)),
  )
  const { kind } = motion
  const rotations = poses.flatMap((pose) => quaternion(axis, pose.degrees))
  const translations = poses.flatMap(({ moved }) =>
    turnedInto(frame, moved).map((metres, k) => rounded(metres + rest[k])),
  )
  return {
    ...(kind !== 'slide' && { rotations: Float32Array.from(rotations) }),
    ...((kind === 'slide' || kind === 'roll') && { translations: Float32Array.from(translations) }),
  }
}

function stepsOf({ kind, amount }: Motion): number {
  switch (kind) {
    case 'turn':
    case 'fold':
      return Math.ceil(Math.abs(amount) / TURN_STEP)
    case 'slide':
      return 1
    case 'roll':
      return ROLL_STEPS
    default:
      return kind satisfies never
  }
}

/** Times of keys, in seconds. */
export const keyTimes = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, index) => (index / (count - 1)) * CLIP_SECONDS)
