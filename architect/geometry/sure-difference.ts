import { nearestOnSegment, rotate } from './point.ts'
import type { Polygon } from './polygon.ts'
import { difference, type Region, regionArea, ringsOf } from './regions.ts'

/** Degrees by which the plan is turned for another attempt: angles at which walls do not stand. */
const TURNS = [0, 17.3, 41.9, 66.1, 103.7] as const
/** A ring this near to itself is computed again, in metres. */
const TOUCH_M = 1e-6

/**
 * `difference`, where many rings touch each other at odd angles. Clipper then answers, about once
 * in a hundred rooms of walls that cross at random, rings that run back along themselves and
 * enclose too much or too little. Where a ring touches itself, it is computed again with the plan
 * turned, so that other digits are rounded: the first clean answer is taken, else the one of middle
 * area.
 */
export function sureDifference(polygons: Polygon[], cuts: Polygon[]): Region[] {
  const answers: Region[][] = []
  for (const degrees of TURNS) {
    const turnedBack = turned(ringsOfTurned(polygons, cuts, degrees), -degrees)
    if (!ringsOf(turnedBack).some(touchesItself)) return turnedBack
    answers.push(turnedBack)
  }
  answers.sort((a, b) => regionArea(a) - regionArea(b))
  return answers[Math.floor(answers.length / 2)]
}

function ringsOfTurned(polygons: Polygon[], cuts: Polygon[], degrees: number): Region[] {
  if (degrees === 0) return difference(polygons, cuts)
  const turn = (ring: Polygon): Polygon => ring.map((corner) => rotate(corner, degrees))
  return difference(polygons.map(turn), cuts.map(turn))
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
