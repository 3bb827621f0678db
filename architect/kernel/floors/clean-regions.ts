import { nearestOnSegment, type Point } from '../../geometry/point.ts'
import { counterClockwise, edges } from '../../geometry/polygon.ts'
import { difference, offset, type Region, regionArea, ringsOf } from '../../geometry/regions.ts'
import { cleanRing } from '../walls/clean-ring.ts'
import { boxIndex } from '../walls/wall-network.ts'

/** Regions without the corners that lie a few steps of Clipper apart where oblique edges meet. */
const cleanRegions = (regions: readonly Region[]): Region[] =>
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
export function isPinched({ outer, holes }: Region, gap = PINCH_M): boolean {
  const sides = [outer, ...holes].flatMap(edges)
  const around = ([x, z]: Point, [u, v]: Point = [x, z]) => ({
    minX: Math.min(x, u) - gap,
    maxX: Math.max(x, u) + gap,
    minZ: Math.min(z, v) - gap,
    maxZ: Math.max(z, v) + gap,
  })
  const near = boxIndex(sides.map(([a, b]) => around(a, b)))
  return sides.some(([corner]) =>
    near(around(corner)).some((index) => {
      const [a, b] = sides[index]
      return a !== corner && b !== corner && nearestOnSegment(corner, a, b).distance < gap
    }),
  )
}

/** Borders nearer than this touch, in metres: a hundredth of the grid. */
const TOUCH_M = 1e-6
/** Smaller areas between two polygons come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/**
 * Clean regions whose borders do not touch themselves. Where a cut ends at an oblique border,
 * Clipper may answer a hole some of its steps inside of it, or a ring that comes back to a corner:
 * triangles in between have no area. Such a region is shrunk by a micrometre, which is not seen: it
 * breaks where it is thinner than two, and what only touched is apart. The stub of a needle that
 * broke may be as thin as the needle was: hence again.
 */
export const untouchingRegions = (regions: readonly Region[]): Region[] =>
  cleanRegions(regions).flatMap((region) =>
    isPinched(region, TOUCH_M) ? untouchingRegions(shrunk(region)) : [region],
  )

function shrunk({ outer, holes }: Region): Region[] {
  // Not in one call: Clipper would take a hole for the outer ring if it reaches a step lower.
  const inside = offset([outer], -TOUCH_M)
  const cut = offset(holes.map(counterClockwise), TOUCH_M)
  return difference(ringsOf(inside), ringsOf(cut)).filter((part) => regionArea([part]) > HAIR_M2)
}
