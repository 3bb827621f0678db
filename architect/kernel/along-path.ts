import { distance, mix, type Point, subtract, unit } from '../geometry/point.ts'

/** A straight stretch of a path, with posts at equal distances: its ends are among them. */
export interface Stretch {
  start: Point
  direction: Point
  length: number
  /** Metres from the start. */
  posts: number[]
}

/**
 * Posts of one path: 3.6 km of a fence, 220 m of a railing's bars; longer ones stand wider apart.
 */
const POSTS_MAX = 2_000

/** The stretches of a path; posts no farther apart than `spacing`, or than bounds their number. */
export function stretchesOf(path: readonly Point[], spacing: number): Stretch[] {
  const lengths = path.slice(1).map((end, index) => distance(path[index], end))
  const all = lengths.reduce((sum, length) => sum + length, 0)
  const step = Math.max(spacing, all / POSTS_MAX)
  return lengths.flatMap((length, index) => {
    if (length < 1e-3) return []
    const start = path[index]
    const count = Math.max(1, Math.ceil(length / step - 1e-9))
    return [
      {
        start,
        direction: unit(subtract(path[index + 1], start)),
        length,
        posts: Array.from({ length: count + 1 }, (_, i) => (length * i) / count),
      },
    ]
  })
}

/** Where posts stand, each corner of the path once. */
export function postPlaces(stretches: readonly Stretch[]): { at: Point; direction: Point }[] {
  return stretches.flatMap(({ start, direction, length, posts }, index) => {
    const end: Point = [start[0] + direction[0] * length, start[1] + direction[1] * length]
    const previous = stretches[index - 1]
    const isJoined =
      previous !== undefined &&
      distance(
        [
          previous.start[0] + previous.direction[0] * previous.length,
          previous.start[1] + previous.direction[1] * previous.length,
        ],
        start,
      ) < 1e-3
    const own = isJoined ? posts.slice(1) : posts
    return own.map((s) => ({ at: mix(start, end, s / length), direction }))
  })
}
