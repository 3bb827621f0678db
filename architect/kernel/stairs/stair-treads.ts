import { add, type Point, rotate, scale } from '../../geometry/point.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import type { NodeOf, StairForm } from '../../scene/nodes.ts'

/** One step of a stair. */
export interface StairTread {
  outline: Polygon
  /** Height of the upper face above the floor that the stair stands on. */
  top: number
  isLanding: boolean
  /** Walking direction upward; length 1. */
  direction: Point
}

/** A straight run of treads. */
export interface StairFlight {
  /** The middle of the first riser, and the direction upward with length 1. */
  start: Point
  direction: Point
  /** Height of the floor or landing below, above the floor that the stair stands on. */
  base: number
  treads: number
}

export interface StairTreads {
  treads: StairTread[]
  /** Empty for a spiral. */
  flights: StairFlight[]
  /** The whole stair in plan. */
  outline: Polygon
  walkline: Point[]
  topAt: Point
}

/** True for forms whose treads wind about a pole; flights carry those of the others. */
export const WINDS_ABOUT_POLE: Record<StairForm, boolean> = {
  straight: false,
  l_shaped: false,
  u_shaped: false,
  spiral: true,
}
/** Gap between the two flights of a u_shaped stair, in metres. */
export const STAIR_GAP_M = 0.1
/** Radius of the pole of a spiral, in metres. */
export const SPIRAL_POLE_M = 0.08
/** Angle of the landing at the top of a spiral. */
const SPIRAL_LANDING_DEGREES = 60
/** Angle of one chord of a spiral's edge. */
const CHORD_DEGREES = 7.5
const EAST: Point = [1, 0]
const NORTH: Point = [0, -1]
const WEST: Point = [-1, 0]

type Stair = Pick<NodeOf<'stair'>, 'shape' | 'position' | 'direction' | 'turn' | 'width' | 'going'>

/**
 * The treads of a stair of `risers` steps of `riserHeight` metres. The last riser ends at the upper
 * floor, so that there is one tread less than risers; a spiral ends with a landing at the floor.
 */
export function stairTreads(stair: Stair, risers: number, riserHeight: number): StairTreads {
  const plain = inOwnFrame(stair, risers, riserHeight)
  const isMirrored = stair.turn === 'right'
  const turned = ([x, z]: Point): Point => rotate([x, isMirrored ? -z : z], stair.direction)
  const placed = (point: Point): Point => add(turned(point), stair.position)
  const ring = (polygon: Polygon): Polygon => counterClockwise(polygon.map(placed))
  return {
    treads: plain.treads.map((tread) => ({
      ...tread,
      outline: ring(tread.outline),
      direction: turned(tread.direction),
    })),
    flights: plain.flights.map((flight) => ({
      ...flight,
      start: placed(flight.start),
      direction: turned(flight.direction),
    })),
    outline: ring(plain.outline),
    walkline: plain.walkline.map(placed),
    topAt: placed(plain.topAt),
  }
}

/** The stair at the origin, rising to the east and turning left, which is north. */
function inOwnFrame(stair: Stair, risers: number, riserHeight: number): StairTreads {
  switch (stair.shape) {
    case 'spiral':
      return spiral(stair, risers, riserHeight)
    case 'straight':
      return straight(stair, risers, riserHeight)
    case 'l_shaped':
    case 'u_shaped':
      return risers < 2
        ? straight(stair, risers, riserHeight)
        : turning(stair.shape, stair, risers, riserHeight)
  }
}

/** West, east, and the two sides as metres to the north. */
const box = (west: number, east: number, south: number, north: number): Polygon => [
  [west, -south],
  [east, -south],
  [east, -north],
  [west, -north],
]

function straight(
  { width, going }: Pick<Stair, 'width' | 'going'>,
  risers: number,
  riser: number,
): StairTreads {
  const count = risers - 1
  const half = width / 2
  const treads = Array.from({ length: count }, (_, i) => ({
    outline: box(i * going, (i + 1) * going, -half, half),
    top: (i + 1) * riser,
    isLanding: false,
    direction: EAST,
  }))
  // A single riser has no tread: its outline is the floor in front of it.
  const end = Math.max(count, 0.5) * going
  return {
    treads,
    flights: count > 0 ? [{ start: [0, 0], direction: EAST, base: 0, treads: count }] : [],
    outline: box(0, end, -half, half),
    walkline: [
      [0, 0],
      [count * going, 0],
    ],
    topAt: [count * going, 0],
  }
}

function turning(
  shape: 'l_shaped' | 'u_shaped',
  { width, going }: Stair,
  risers: number,
  riser: number,
): StairTreads {
  const isU = shape === 'u_shaped'
  // The landing is a tread too. Of an odd number the first flight of a U gets one more.
  const first = isU ? Math.ceil((risers - 2) / 2) : Math.floor((risers - 2) / 2)
  const second = risers - 2 - first
  const half = width / 2
  const corner = first * going
  const far = isU ? half + STAIR_GAP_M + width : half
  const landing = box(corner, corner + width, -half, far)
  const base = (first + 1) * riser
  const upper = (j: number): Polygon =>
    isU
      ? box(corner - (j + 1) * going, corner - j * going, far - width, far)
      : box(corner, corner + width, half + j * going, half + (j + 1) * going)
  const start: Point = isU ? [corner, half - far] : [corner + half, -half]
  const direction = isU ? WEST : NORTH
  const topAt = add(start, scale(direction, second * going))
  const lower = straight({ width, going }, first + 1, riser)
  return {
    treads: [
      ...lower.treads,
      { outline: landing, top: base, isLanding: true, direction: EAST },
      ...Array.from({ length: second }, (_, j) => ({
        outline: upper(j),
        top: base + (j + 1) * riser,
        isLanding: false,
        direction,
      })),
    ],
    flights: [
      ...lower.flights,
      ...(second > 0 ? [{ start, direction, base, treads: second }] : []),
    ],
    outline: isU ? outlineOfU(width, corner, corner - second * going, far) : outlineOfL(),
    walkline: isU
      ? [[0, 0], [corner + half, 0], [corner + half, start[1]], topAt]
      : [[0, 0], [corner + half, 0], topAt],
    topAt,
  }

  function outlineOfL(): Polygon {
    const end = -half - second * going
    const ring: Polygon = [
      [0, half],
      [corner + width, half],
      [corner + width, end],
      [corner, end],
      [corner, -half],
      [0, -half],
    ]
    return first > 0 && second > 0 ? ring : box(0, corner + width, -half, -end)
  }
}

/** Both flights and the gap between them, which nobody walks through. */
function outlineOfU(width: number, corner: number, end: number, far: number): Polygon {
  const south = -width / 2
  const east = corner + width
  if (Math.abs(end) < 1e-9) return box(0, east, south, far)
  // The second flight ends after the first began, or reaches farther back than it by less than a
  // tread.
  const step = end > 0 ? far - width - STAIR_GAP_M : far - width
  return [
    [0, -south],
    [east, -south],
    [east, -far],
    [end, -far],
    [end, -step],
    [0, -step],
  ]
}

function spiral({ width, going }: Stair, risers: number, riser: number): StairTreads {
  const outer = SPIRAL_POLE_M + width
  // The going is measured along the walkline, at two thirds of the width.
  const walk = SPIRAL_POLE_M + (width * 2) / 3
  const step = ((going / walk) * 180) / Math.PI
  // The walkline starts to the east with the pole on its left, so south of the pole.
  const at = (radius: number, degrees: number): Point => rotate([0, radius], degrees)
  const sector = (from: number, to: number): Polygon => {
    const chords = Math.ceil((to - from) / CHORD_DEGREES)
    const degrees = Array.from({ length: chords + 1 }, (_, i) => from + ((to - from) * i) / chords)
    const inner = SPIRAL_POLE_M * 0.9
    return [
      ...degrees.map((angle) => at(outer, angle)),
      ...degrees.map((angle) => at(inner, angle)).reverse(),
    ]
  }
  const treads: StairTread[] = Array.from({ length: risers }, (_, i) => {
    const isLanding = i === risers - 1
    const to = i * step + (isLanding ? SPIRAL_LANDING_DEGREES : step)
    return {
      outline: sector(i * step, to),
      top: (i + 1) * riser,
      isLanding,
      direction: rotate(EAST, i * step),
    }
  })
  const end = (risers - 1) * step + SPIRAL_LANDING_DEGREES / 2
  const rounds = Math.round(360 / CHORD_DEGREES)
  return {
    treads,
    flights: [],
    outline: Array.from({ length: rounds }, (_, i) => at(outer, (360 * i) / rounds)),
    walkline: Array.from({ length: risers }, (_, i) =>
      at(walk, (i * end) / Math.max(1, risers - 1)),
    ),
    topAt: at(outer, end),
  }
}
