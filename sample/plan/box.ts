import { between } from '../../random/choices.ts'
import type { Random } from '../../random/seeded-random.ts'

/** A rectangle of the plan: west, south, east, north in metres. */
export type Box = readonly [u0: number, v0: number, u1: number, v1: number]

/** Plan coordinates of corners are whole decimetres, so that equal lines are equal numbers. */
export const onGrid = (value: number): number => Math.round(value * 10) / 10

export const widthOf = ([u0, , u1]: Box): number => u1 - u0
export const heightOf = ([, v0, , v1]: Box): number => v1 - v0
export const middleOf = ([u0, v0, u1, v1]: Box): readonly [number, number] => [
  (u0 + u1) / 2,
  (v0 + v1) / 2,
]

/** The box made smaller by `by` metres on every side. */
export const inset = ([u0, v0, u1, v1]: Box, by: number): Box => [
  u0 + by,
  v0 + by,
  u1 - by,
  v1 - by,
]

/**
 * Cuts an interval into about equal parts of about `size`; inner cuts stray by up to `stray` of a
 * part, so that lots on two sides of a back line rarely meet at the same corner.
 */
export function cutInterval(
  from: number,
  to: number,
  size: number,
  stray: number,
  random: Random,
): number[] {
  const count = Math.max(1, Math.round((to - from) / size))
  const part = (to - from) / count
  const cuts = [from]
  for (let i = 1; i < count; i++) {
    cuts.push(onGrid(from + part * (i + between(random, -stray, stray))))
  }
  cuts.push(to)
  return cuts
}

/** Cuts a box into blocks of about `length` by `depth` with streets of `street` metres between. */
export function cutBlocks(box: Box, length: number, depth: number, street: number): Box[] {
  const blocks: Box[] = []
  for (const [v0, v1] of strips(box[1], box[3], depth, street)) {
    for (const [u0, u1] of strips(box[0], box[2], length, street)) blocks.push([u0, v0, u1, v1])
  }
  return blocks
}

function strips(from: number, to: number, size: number, gap: number): [number, number][] {
  const count = Math.max(1, Math.round((to - from + gap) / (size + gap)))
  const part = (to - from - gap * (count - 1)) / count
  return Array.from({ length: count }, (_, i) => [
    onGrid(from + i * (part + gap)),
    onGrid(from + i * (part + gap) + part),
  ])
}

/** Halves a box again and again, across its longer side, until no part exceeds `area` m2. */
export function splitToArea(box: Box, area: number, random: Random): Box[] {
  const [u0, v0, u1, v1] = box
  if ((u1 - u0) * (v1 - v0) <= area) return [box]
  const share = between(random, 0.35, 0.65)
  if (u1 - u0 > v1 - v0) {
    const u = onGrid(u0 + (u1 - u0) * share)
    return [
      ...splitToArea([u0, v0, u, v1], area, random),
      ...splitToArea([u, v0, u1, v1], area, random),
    ]
  }
  const v = onGrid(v0 + (v1 - v0) * share)
  return [
    ...splitToArea([u0, v0, u1, v], area, random),
    ...splitToArea([u0, v, u1, v1], area, random),
  ]
}
