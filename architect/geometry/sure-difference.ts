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
 * themselves, and enclose too much or too little. Where a ring touches itself, or the parts inside
 * and outside of the cuts are not the whole, it is computed again with the plan turned, so that
 * other digits are rounded: the first clean answer is taken, else one of middle area.
 */
export function sureDifference(polygons: Polygon[], cuts: Polygon[]): Region[] {
  const whole = polygons.reduce((sum, ring) => sum + signedArea(ring), 0)
  const isSure = [...polygons, ...cuts].every(isAlongAxes)
  let answers: Region[][] = []
  let isAnyWhole = isSure
  for (const degrees of TURNS) {
    const [outside, inside] = partsOfTurned(polygons, cuts, degrees, isSure)
    const turnedBack = turned(outside, -degrees)
    const isWhole =
      isSure || Math.abs(regionArea(outside) + regionArea(inside) - whole) < MISTAKE_M2
    if (isWhole && !ringsOf(turnedBack).some(touchesItself)) return turnedBack
    if (isWhole && !isAnyWhole) answers = []
    isAnyWhole ||= isWhole
    if (isWhole || !isAnyWhole) answers.push(turnedBack)
  }
  answers.sort((a, b) => regionArea(a) - regionArea(b))
  return answers[Math.floor(answers.length / 2)]
}

/** Whether all edges run along an axis: there Clipper has nothing to round. */
const isAlongAxes = (ring: Polygon): boolean =>
  edges(ring).every(([a, b]) => Math.abs(a[0] - b[0]) < ALONG_M || Math.abs(a[1] - b[1]) < ALONG_M)
/** Half of Clipper's step of 10 nm, in metres. */
const ALONG_M = 5e-9

/** What lies outside of the cuts, and inside of them unless that is not needed. */
function partsOfTurned(
  polygons: Polygon[],
  cuts: Polygon[],
  degrees: number,
  isSure: boolean,
): [Region[], Region[]] {
  const turn = (ring: Polygon): Polygon =>
    degrees === 0 ? ring : ring.map((corner) => rotate(corner, degrees))
  const [subject, clip] = [polygons.map(turn), cuts.map(turn)]
  return [difference(subject, clip), isSure ? [] : intersection(subject, clip)]
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
