import type { Point } from '../../geometry/point.ts'
import {
  area,
  type Box,
  boxOf,
  counterClockwise,
  edges,
  type Polygon,
} from '../../geometry/polygon.ts'
import { difference, regionArea } from '../../geometry/regions.ts'
import { largestRectangle } from '../../layout/outline-frames.ts'
import type { Side } from '../../layout/room-program.ts'
import { OPPOSITE } from '../house/way-to.ts'
import type { Lot } from './lot.ts'

/** Where a building may stand on a lot. Lengths in metres, areas in square metres. */
export interface BuildableBox {
  /** The largest rectangle, west to east, within the setbacks; null where nothing is left. */
  box: Box | null
  /** Area of the parcel. */
  parcelArea: number
  /** Greatest area that buildings may cover; null where no rule states one. */
  coverMax: number | null
  /** Greatest floor area of all storeys; null where no rule states one. */
  floorMax: number | null
}

/** Strips of setbacks reach this far past the ends of a border, so that corners are covered. */
const PAST_M = 100

/** The part of a lot on which a building may stand, as its zoning states it. */
export function buildableBox({ parcel, front, zoning }: Lot): BuildableBox {
  const ring = counterClockwise(parcel)
  const strips = edges(ring).flatMap((edge): Polygon[] => {
    const setback = setbackOf(edge, front, zoning?.setbacks ?? null)
    return setback > 0 ? [strip(edge, setback)] : []
  })
  const [largest] = difference([ring], strips).sort((a, b) => regionArea([b]) - regionArea([a]))
  const parcelArea = area(ring)
  const { coverageMax = null, floorAreaRatioMax = null } = zoning ?? {}
  return {
    box: largest ? boxOf(largestRectangle(largest.outer)) : null,
    parcelArea,
    coverMax: coverageMax === null ? null : coverageMax * parcelArea,
    floorMax: floorAreaRatioMax === null ? null : floorAreaRatioMax * parcelArea,
  }
}

/** The side that a border lies on, of a ring that is counter-clockwise from above. */
function sideOf([[x0, z0], [x1, z1]]: [Point, Point]): Side {
  const [x, z] = [z0 - z1, x1 - x0]
  if (Math.abs(x) > Math.abs(z)) return x > 0 ? 'east' : 'west'
  return z > 0 ? 'south' : 'north'
}

type Setbacks = NonNullable<Lot['zoning']>['setbacks']

/** Where the street is unknown, every border may be at it: the greatest setback holds. */
function setbackOf(edge: [Point, Point], front: Side | null, setbacks: Setbacks): number {
  if (!setbacks) return 0
  const known = [setbacks.front, setbacks.side, setbacks.rear].map((each) => each ?? 0)
  if (front === null) return Math.max(...known)
  const side = sideOf(edge)
  if (side === front) return known[0]
  return side === OPPOSITE[front] ? known[2] : known[1]
}

/** The part of a lot that is nearer to a border than its setback. */
function strip([[x0, z0], [x1, z1]]: [Point, Point], setback: number): Polygon {
  const length = Math.hypot(x1 - x0, z1 - z0)
  const [ux, uz] = [(x1 - x0) / length, (z1 - z0) / length]
  const at = (along: number, across: number): Point => [
    x0 + ux * along + uz * across,
    z0 + uz * along - ux * across,
  ]
  return [
    at(-PAST_M, -setback),
    at(length + PAST_M, -setback),
    at(length + PAST_M, setback),
    at(-PAST_M, setback),
  ]
}
