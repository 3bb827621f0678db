import { nearestOnSegment, rotate } from './point.ts'
import { edges, type Polygon, signedArea } from './polygon.ts'
import { difference, intersection, type Region, regionArea, ringsOf } from './regions.ts'

/** Degrees by which the plan is turned for another attempt: angles at which walls do not stand. */
const TURNS = [0, 17.3, 41.9, 66.1, 103.7, 140, 3.7, 29.3, 54.1, 78.9, 117.7] as const
/** A ring this near to itself is computed again, in metres. */
const TOUCH_M = 1e-6

/** Areas that differ by more are a mistake, in square metres: rounding is far below. */
const MISTAKE_M2 = 1e-5

/**
 * `difference`, where many rings touch each other at odd angles. Clipper then answers, about once
 * in a hundred rooms of walls that cross at random, rings that run back along themselves or cross
 * themselves, and enclose too much or too little. It is computed with the plan turned as well, so
 * that other digits are rounded, until two answers have the same area, their parts inside and
 * outside of the cuts are the whole, and the rings of one do not touch themselves: one clean answer
 * alone was wrong once in some ten thousand plans. Where that is nowhere so, it is one of the area
 * that most answers have.
 */
export function sureDifference(polygons: Polygon[], cuts: Polygon[]): Region[] {
  // Along the axes Clipper has nothing to round.
  if ([...polygons, ...cuts].every(isAlongAxes)) return difference(polygons, cuts)
  const whole = polygons.reduce((sum, ring) => sum + signedArea(ring), 0)
  const answers: Answer[] = []
  for (const degrees of TURNS) {
    const [outside, inside] = partsOfTurned(polygons, cuts, degrees)
    const own = regionArea(outside)
    const regions = turned(outside, -degrees)
    const isClean = !ringsOf(regions).some(touchesItself)
    const isWhole = Math.abs(own + regionArea(inside) - whole) < MISTAKE_M2
    answers.push({ regions, area: own, isClean, isWhole })
    const alike = isWhole ? answers.filter((other) => other.isWhole && isAlike(other, own)) : []
    const clean = alike.find((other) => other.isClean)
    if (alike.length > 1 && clean) return clean.regions
  }
  const wholes = answers.filter(({ isWhole }) => isWhole)
  const known = wholes.length > 0 ? wholes : answers
  const most = known
    .map(({ area }) => known.filter((other) => isAlike(other, area)))
    .reduce((best, alike) => (alike.length > best.length ? alike : best))
  return (most.find(({ isClean }) => isClean) ?? most[0]).regions
}

/** What Clipper answered for a turned plan, turned back. */
interface Answer {
  regions: Region[]
  area: number
  isClean: boolean
  isWhole: boolean
}

const isAlike = ({ area }: Answer, other: number): boolean => Math.abs(area - other) < MISTAKE_M2

/** Whether all edges run along an axis. */
const isAlongAxes = (ring: Polygon): boolean =>
  edges(ring).every(([a, b]) => Math.abs(a[0] - b[0]) < ALONG_M || Math.abs(a[1] - b[1]) < ALONG_M)
/** Half of Clipper's step of 10 nm, in metres. */
const ALONG_M = 5e-9

/** What lies outside of the cuts, and inside of them. */
function partsOfTurned(
  polygons: Polygon[],
  cuts: Polygon[],
  degrees: number,
): [Region[], Region[]] {
  const turn = (ring: Polygon): Polygon =>
    degrees === 0 ? ring : ring.map((corner) => rotate(corner, degrees))
  const [subject, clip] = [polygons.map(turn), cuts.map(turn)]
  return [difference(subject, clip), intersection(subject, clip)]
}

function turned(regions: Region[], degrees: number): Region[] {
  if (degrees === 0) return regions
  const turn = (ring: Polygon): Polygon => ring.map((corner) => rotate(corner, degrees))
  return regions.map(({ outer, holes }) => ({ outer: turn(outer), holes: holes.map(turn) }))
}

function touchesItself(ring: Polygon): boolean {
  return ring.some((corner, index) => {
    for (let step = 1; step < ring.length - 1; step++) {
      const from = ring[(index + step) % ring.length]
      const to = ring[(index + step + 1) % ring.length]
      if (nearestOnSegment(corner, from, to).distance < TOUCH_M) return true
    }
    return false
  })
}
