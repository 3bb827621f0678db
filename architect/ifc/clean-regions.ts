import { nearestOnSegment, type Point } from '../geometry/point.ts'
import { edges } from '../geometry/polygon.ts'
import type { Region } from '../geometry/regions.ts'
import { cleanRing } from '../kernel/walls/clean-ring.ts'
import { boxIndex } from '../kernel/walls/wall-network.ts'

/** Regions without the corners that lie a few steps of Clipper apart where oblique edges meet. */
export const cleanRegions = (regions: readonly Region[]): Region[] =>
  regions
    .map(({ outer, holes }) => ({
      outer: cleanRing(outer),
      holes: holes.map(cleanRing).filter((hole) => hole.length >= 3),
    }))
    .filter(({ outer }) => outer.length >= 3)

/** A border that comes this near to itself is pinched there, in metres: the precision of a file. */
const PINCH_M = 1e-5

/**
 * Whether a corner of a region lies on its border elsewhere, as where two oblique walls cut through
 * a ceiling meet. Programs that read a profile like that do not agree on its inside.
 */
export function isPinched({ outer, holes }: Region): boolean {
  const sides = [outer, ...holes].flatMap(edges)
  const around = ([x, z]: Point, [u, v]: Point = [x, z]) => ({
    minX: Math.min(x, u) - PINCH_M,
    maxX: Math.max(x, u) + PINCH_M,
    minZ: Math.min(z, v) - PINCH_M,
    maxZ: Math.max(z, v) + PINCH_M,
  })
  const near = boxIndex(sides.map(([a, b]) => around(a, b)))
  return sides.some(([corner]) =>
    near(around(corner)).some((index) => {
      const [a, b] = sides[index]
      return a !== corner && b !== corner && nearestOnSegment(corner, a, b).distance < PINCH_M
    }),
  )
}
