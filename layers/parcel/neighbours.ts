import { BorderLine } from '../../geometry/border-line.ts'
import { edgeRuns, gridMargin, widened } from '../../geometry/edge-runs.ts'
import { localScaleM2 } from '../../geometry/geodesic-area.ts'
import { type Ground, LEAST_RUN_M, openBorder } from '../../geometry/open-border.ts'
import { makeSubject, overlapM2 } from '../../geometry/overlap.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import {
  metresOf,
  SAME_BORDER_M,
  type Stretches,
  sharedStretches,
} from '../../geometry/shared-border.ts'
import { type Span, unionOf } from '../../geometry/spans.ts'
import { compareText } from '../../values/text-order.ts'
import type { LocatedParcel, LocatedRow, TableRows } from '../location.ts'

/** Parcels with less border in common only touch, at a corner as a rule. */
export const LEAST_SHARED_M = LEAST_RUN_M

/**
 * Corners of a parcel, parcels around it and their corners: beyond any of them nothing is computed.
 */
const BORDER_POINTS_MAX = 20_000
const NEIGHBOURS_READ_MAX = 5_000
const NEIGHBOUR_POINTS_MAX = 1_000_000

/** Two parcels that share this much of each are the same ground: a stack, drawn twice or so. */
const SAME_GROUND_SHARE = 0.9

export interface Neighbour {
  found: LocatedRow
  key: string
  /** Metres of the parcel's border that it shares. */
  shared_m: number
  /** The stretches of the parcel's border that it shares. */
  stretches: Stretches
}

/** A parcel between its neighbours. */
export interface Neighbourhood {
  border: BorderLine
  /** The longest shared border first, then by key. */
  neighbours: Neighbour[]
  /** Border that no other parcel borders on. */
  open: Stretches
  /** Metres of border inside other parcels that lap over this one or hold it. */
  lapped_m: number
}

/**
 * Finds the parcels that share a border with one, and the remaining border. Parcels of the same
 * ground, a stack of units, are neither neighbours nor obstacles. Returns a text with the reason
 * where the limits are exceeded.
 */
export function neighbourhoodOf(parcel: LocatedParcel, parcels: TableRows): Neighbourhood | string {
  const polygons = parcel.polygons()
  if (polygons.coords.length / 2 > BORDER_POINTS_MAX)
    return `the parcel has more than ${BORDER_POINTS_MAX} corners`
  const border = new BorderLine(polygons)
  const around = parcels.elsewhere.meeting(boxesAlong(polygons), NEIGHBOURS_READ_MAX)
  if (around === null) return `more than ${NEIGHBOURS_READ_MAX} parcels lie around it`
  const ownKeys = new Set([parcel.parcel_key])
  const neighbours: Neighbour[] = []
  const shared = border.rings.map((): Span[] => [])
  let points = 0
  for (const found of around) {
    const other = found.polygons()
    const key = found.row.parcel_key as string
    if (key === parcel.parcel_key) continue
    points += other.coords.length / 2
    if (points > NEIGHBOUR_POINTS_MAX)
      return `the parcels around it have more than ${NEIGHBOUR_POINTS_MAX} corners`
    if (isSameGround(polygons, parcel.area_m2, other, found.row.area_m2 as number)) {
      ownKeys.add(key)
      continue
    }
    const stretches = sharedStretches(border, other)
    const shared_m = metresOf(stretches)
    if (shared_m === 0 || !isAdjacent(shared_m, polygons, other)) continue
    stretches.forEach((spans, ring) => {
      shared[ring].push(...spans)
    })
    neighbours.push({ found, key, shared_m, stretches })
  }
  const groundAt = (point: readonly [number, number]): Ground => {
    const here = parcels.elsewhere.holding(point)
    if (here.length === 0) return 'none'
    if (here.some(({ row }) => !ownKeys.has(row.parcel_key as string))) return 'other'
    return here.some(({ row }) => row.parcel_key === parcel.parcel_key) ? 'own' : 'none'
  }
  neighbours.sort((a, b) => b.shared_m - a.shared_m || compareText(a.key, b.key))
  return { border, neighbours, ...openBorder(border, shared.map(unionOf), groundAt) }
}

/** Boxes that hold everything that may border on the polygons. */
function* boxesAlong(polygons: Polygons): Generator<Box> {
  const margin = gridMargin(boundsOf(polygons), SAME_BORDER_M)
  for (const { box } of edgeRuns(polygons)) yield widened(box, ...margin)
}

/**
 * Lines that converge are near each other for a little longer along the one than along the other:
 * the longer of the two decides, so that neighbours agree on it.
 */
function isAdjacent(shared_m: number, polygons: Polygons, other: Polygons): boolean {
  if (shared_m >= LEAST_SHARED_M) return true
  return metresOf(sharedStretches(new BorderLine(other), polygons)) >= LEAST_SHARED_M
}

function isSameGround(a: Polygons, a_m2: number, b: Polygons, b_m2: number): boolean {
  const least = SAME_GROUND_SHARE * Math.max(a_m2, b_m2)
  if (Math.min(a_m2, b_m2) < least) return false
  if (a.coords.length === b.coords.length && a.coords.every((at, i) => at === b.coords[i]))
    return true
  const [west, south, east, north] = boundsOf(a)
  const [left, low, right, high] = boundsOf(b)
  const width = Math.min(east, right) - Math.max(west, left)
  const height = Math.min(north, high) - Math.max(south, low)
  // They cannot share more than their boxes do: only a stack comes past here.
  if (width <= 0 || height <= 0) return false
  if (width * height * localScaleM2(Math.min(Math.abs(south), Math.abs(north)) / GRID) < least)
    return false
  return overlapM2(makeSubject(a), b) >= least
}
