import { distance, mix, nearestOnSegment, type Point } from '../../geometry/point.ts'
import {
  boxOf,
  contains,
  counterClockwise,
  distanceToBorder,
  edges,
  type Polygon,
  selfIntersection,
  signedArea,
} from '../../geometry/polygon.ts'
import { intersection, type Region, ringsOf } from '../../geometry/regions.ts'
import { onGrid } from '../walls/wall-snap.ts'
import { SAME_CORNER_M } from './room-outline.ts'

/** Most cuts of one region, each into two: more than a floor plan needs. */
const CUTS_MAX = 6

/**
 * The same areas on the grid, in pieces whose borders touch neither themselves nor each other.
 * Areas between rooms may be connected at a single point, and such an area cannot become a solid.
 */
export function simpleRegions(regions: readonly Region[], cuts = 0): Region[] {
  return regions.flatMap((region) => {
    const placed = onGridRegion(region)
    if (!placed) return []
    const at = findTouch(placed)
    if (!at || cuts >= CUTS_MAX) return [placed]
    const lobes = lobesAt(placed, at)
    if (lobes) return simpleRegions(lobes, cuts + 1)
    // A hole touches a border: a line through that point leaves one half of it on each side.
    const { minX, minZ, maxX, maxZ } = boxOf(placed.outer)
    const axis = cuts % 2
    const halves = [
      box(minX, minZ, axis === 0 ? at[0] : maxX, axis === 0 ? maxZ : at[1]),
      box(axis === 0 ? at[0] : minX, axis === 0 ? minZ : at[1], maxX, maxZ),
    ]
    return halves.flatMap((half) =>
      simpleRegions(intersection(ringsOf([placed]), [half]), cuts + 1),
    )
  })
}

/** The region on the grid, without corners that coincide there; null where nothing is left. */
function onGridRegion({ outer, holes }: Region): Region | null {
  const ring = onGridRing(outer)
  if (ring.length < 3) return null
  return { outer: ring, holes: holes.map(onGridRing).filter((hole) => hole.length >= 3) }
}

/**
 * The ring on the grid, without repeated corners and corners that turn back along their own edge.
 */
function onGridRing(ring: Polygon): Polygon {
  let placed: Polygon = ring.map(onGrid)
  for (let count = Infinity; placed.length < count && placed.length >= 3; ) {
    count = placed.length
    const spare = placed.findIndex((at, i) => {
      const before = placed[(i + count - 1) % count]
      const after = placed[(i + 1) % count]
      return (
        distance(at, before) <= SAME_CORNER_M ||
        nearestOnSegment(after, before, at).distance <= SAME_CORNER_M ||
        nearestOnSegment(before, at, after).distance <= SAME_CORNER_M
      )
    })
    if (spare >= 0) placed = placed.toSpliced(spare, 1)
  }
  return placed
}

/** A point where a border touches itself or another one. */
function findTouch({ outer, holes }: Region): Point | null {
  const rings = [outer, ...holes]
  for (const [i, ring] of rings.entries()) {
    const own = selfIntersection(ring)
    if (own) return own
    for (const [k, other] of rings.entries()) {
      const met = k !== i && ring.find((corner) => distanceToBorder(other, corner) < SAME_CORNER_M)
      if (met) return met
    }
  }
  return null
}

/** The two parts of a border that passes a point twice; null unless both are areas, not holes. */
function lobesAt({ outer, holes }: Region, at: Point): Region[] | null {
  const ring = edges(outer).flatMap(([a, b]): Point[] => {
    if (distance(a, at) <= SAME_CORNER_M) return [at]
    const passes = nearestOnSegment(at, a, b).distance <= SAME_CORNER_M
    return passes && distance(b, at) > SAME_CORNER_M ? [a, at] : [a]
  })
  const first = ring.indexOf(at)
  const second = ring.indexOf(at, first + 1)
  if (first < 0 || second < 0) return null
  const lobes = [ring.slice(first, second), [...ring.slice(second), ...ring.slice(0, first)]]
  if (lobes.some((lobe) => lobe.length < 3 || signedArea(lobe) <= 0)) return null
  return lobes.map((lobe) => ({
    outer: lobe,
    holes: holes.filter((hole) => contains(lobe, mix(hole[0], hole[1], 0.5))),
  }))
}

const box = (minX: number, minZ: number, maxX: number, maxZ: number): Polygon =>
  counterClockwise([
    [minX, minZ],
    [maxX, minZ],
    [maxX, maxZ],
    [minX, maxZ],
  ])
