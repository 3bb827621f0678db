import { movedOut } from '../../geometry/moved-sides.ts'
import {
  dot,
  leftOf,
  length,
  type Point,
  rotate,
  scale,
  subtract,
  turn,
  unit,
} from '../../geometry/point.ts'
import {
  boxOf,
  counterClockwise,
  edges,
  type Polygon,
  selfIntersection,
} from '../../geometry/polygon.ts'
import { straightSkeleton } from '../../geometry/skeleton.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { formatPoint } from '../../scene/units.ts'
import { partOf, type RoofCorner } from './roof-rings.ts'

/** A plane that rises from one edge of the eaves, counter-clockwise in plan. */
export interface RoofCell {
  /** Index of the edge in `RoofPlan.polygon`: from this corner to the next. */
  edge: number
  corners: RoofCorner[]
}

/** A roof in plan, before any height. */
export interface RoofPlan {
  /** The covered area: counter-clockwise and without corners on straight sides. */
  polygon: Polygon
  /** The covered area with the overhang. */
  eaves: Polygon
  cells: RoofCell[]
  /** Edges of `polygon` over which the roof does not slope down to the wall. */
  gables: number[]
  /** Distance in plan from the outermost eaves to the ridge, in metres. */
  run: number
}

/** Why a roof cannot be made, as a complete sentence. */
export interface RoofFault {
  fault: string
}

type Roof = Pick<NodeOf<'roof'>, 'polygon' | 'roofType' | 'overhang' | 'ridge'>

export function roofPlan(roof: Roof): RoofPlan | RoofFault {
  const crossing = selfIntersection(roof.polygon)
  if (crossing)
    return { fault: `The roof's polygon crosses or touches itself at ${formatPoint(crossing)}.` }
  const polygon = withoutStraightCorners(counterClockwise(roof.polygon))
  if (polygon.length < 3) return { fault: 'The roof’s polygon encloses nothing.' }
  const eaves = movedOut(polygon, roof.overhang)
  if (!eaves || selfIntersection(eaves))
    return {
      fault: `An overhang of ${roof.overhang} m does not fit: the eaves of two sides would meet.`,
    }
  const cells = cellsOf(roof, polygon, eaves)
  return cells
    ? { polygon, eaves, ...cells }
    : {
        fault: 'No planes can be laid over this polygon: its corners are too close to one another.',
      }
}

function cellsOf(roof: Roof, polygon: Polygon, eaves: Polygon): Cells | null {
  switch (roof.roofType) {
    case 'flat':
      return flatCells(eaves)
    case 'shed':
      return shedCells(polygon, eaves, roof)
    case 'gable':
    case 'gambrel':
      return isConvex(polygon) ? ridgedCells(polygon, eaves, roof) : gabledCells(eaves)
    case 'hip':
    case 'mansard':
      return hippedCells(eaves, new Set())
    default:
      return roof.roofType satisfies never
  }
}

/** Smaller turns count as straight, as the sine of the angle. */
const STRAIGHT_SINE = 1e-6

function withoutStraightCorners(polygon: Polygon): Polygon {
  return polygon.filter((corner, index) => {
    const before = polygon[(index + polygon.length - 1) % polygon.length]
    const after = polygon[(index + 1) % polygon.length]
    return (
      Math.abs(turn(unit(subtract(corner, before)), unit(subtract(after, corner)))) > STRAIGHT_SINE
    )
  })
}

function isConvex(polygon: Polygon): boolean {
  const sides = edges(polygon).map(([a, b]) => subtract(b, a))
  return sides.every((side, index) => turn(side, sides[(index + 1) % sides.length]) > 0)
}

function flatCells(eaves: Polygon): Cells {
  return { cells: [{ edge: 0, corners: eaves.map((at) => ({ at, t: 0 })) }], gables: [], run: 0 }
}

type Cells = Pick<RoofPlan, 'cells' | 'gables' | 'run'>

/** A gable closes the gap over a wall from this height on, in metres of `t`. */
const GABLE_MIN_M = 0.01

/** The direction of the ridge: as given, else along the longest side. */
function ridgeOf(polygon: Polygon, { ridge }: Roof): Point {
  if (ridge !== undefined) return rotate([1, 0], ridge)
  let longest: Point = [0, 0]
  for (const [a, b] of edges(polygon)) {
    const side = subtract(b, a)
    // The tolerance makes the first of equal sides win whatever the rounding.
    if (length(side) > length(longest) + 1e-6) longest = side
  }
  return unit(longest)
}

/** The least and the greatest distance of the points to the left of a line through the origin. */
function across(polygon: Polygon, left: Point): [number, number] {
  const { minX, maxX } = boxOf(polygon.map((corner) => [dot(corner, left), 0] as const))
  return [minX, maxX]
}

/**
 * One plane that rises to the left of the ridge's direction, from the lowest corner of the polygon.
 */
function shedCells(polygon: Polygon, eaves: Polygon, roof: Roof): Cells {
  const left = leftOf(ridgeOf(polygon, roof))
  const [low, high] = across(polygon, left)
  const t = (at: Point) => dot(at, left) - low + roof.overhang
  return {
    cells: [
      {
        edge: edgeFacing(polygon, scale(left, -1)),
        corners: eaves.map((at) => ({ at, t: t(at) })),
      },
    ],
    gables: gablesOf(polygon, t, roof.overhang),
    run: high - low + roof.overhang,
  }
}

/** Two planes that meet over the middle of a convex polygon. */
function ridgedCells(polygon: Polygon, eaves: Polygon, roof: Roof): Cells {
  const left = leftOf(ridgeOf(polygon, roof))
  const [low, high] = across(polygon, left)
  const middle = (low + high) / 2
  const run = (high - low) / 2 + roof.overhang
  const beyond = (at: Point) => dot(at, left) - middle
  const t = (at: Point) => run - Math.abs(beyond(at))
  const ring = eaves.map((at) => ({ at, t: beyond(at) }))
  const side = (sign: 1 | -1): RoofCell => ({
    edge: edgeFacing(polygon, scale(left, sign)),
    corners: partOf(ring, 0, sign).map(({ at }) => ({ at, t: t(at) })),
  })
  return { cells: [side(-1), side(1)], gables: gablesOf(polygon, t, roof.overhang), run }
}

/** The edge that faces a direction most. */
function edgeFacing(polygon: Polygon, direction: Point): number {
  const facing = edges(polygon).map(([a, b]) => -dot(leftOf(unit(subtract(b, a))), direction))
  return facing.indexOf(Math.max(...facing))
}

function gablesOf(polygon: Polygon, t: (at: Point) => number, overhang: number): number[] {
  return edges(polygon).flatMap(([a, b], index) => {
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
    return [a, middle, b].some((at) => t(at) > overhang + GABLE_MIN_M) ? [index] : []
  })
}

function hippedCells(eaves: Polygon, uprights: ReadonlySet<number>): Cells | null {
  const skeleton = straightSkeleton(eaves, uprights)
  if (!skeleton) return null
  const cells = skeleton.cells.map((cell, edge) => ({
    edge,
    corners: cell.map((node) => skeleton.nodes[node]),
  }))
  return {
    cells: cells.filter(({ edge }) => !uprights.has(edge)),
    gables: [...uprights],
    run: Math.max(...skeleton.nodes.map(({ t }) => t)),
  }
}

/** Ends of wings that are tried one by one where not all of them can be gables. */
const ENDS_TRIED_MAX = 12

/**
 * A polygon with inner corners is hipped, except that the ends of its wings become gables: the
 * sides whose hip is a triangle between two parallel sides. Where not all of them together make a
 * roof, as many as do, the shortest first.
 */
function gabledCells(eaves: Polygon): Cells | null {
  const hipped = hippedCells(eaves, new Set())
  if (!hipped) return null
  const sides = edges(eaves).map(([a, b]) => subtract(b, a))
  const count = sides.length
  const ends = hipped.cells
    .filter(({ edge, corners }) => {
      const [before, after] = [sides[(edge + count - 1) % count], sides[(edge + 1) % count]]
      const isParallel = Math.abs(turn(unit(before), unit(after))) < STRAIGHT_SINE
      return corners.length === 3 && isParallel && dot(before, after) < 0
    })
    .map(({ edge }) => edge)
    .sort((a, b) => length(sides[a]) - length(sides[b]) || a - b)
  const apart: number[] = []
  for (const edge of ends)
    if (!apart.includes((edge + 1) % count) && !apart.includes((edge + count - 1) % count))
      apart.push(edge)
  const all = hippedCells(eaves, new Set(apart))
  if (all) return all
  let made = hipped
  const uprights: number[] = []
  for (const edge of apart.slice(0, ENDS_TRIED_MAX)) {
    const cells = hippedCells(eaves, new Set([...uprights, edge]))
    if (!cells) continue
    uprights.push(edge)
    made = cells
  }
  return made
}
