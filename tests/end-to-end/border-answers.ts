import { expect } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { ParcelData } from '../../layers/parcel/data.ts'
import type { County } from '../../sample/county.ts'
import type { Lot } from '../../sample/land/lots.ts'
import { middleOf } from '../../sample/plan/box.ts'
import type { PlanPoint } from '../../sample/plan/plan.ts'
import type { AnsweringBuild } from './build-home.ts'

/** Shortest shared side that is tested: the plan bends its lines a little. */
const UNSETTLED_M = 0.3
const LEAST_SHARED_M = 1
/** Tolerance of a lot's side, which is one straight edge off the plan's bent line. */
const SIDE_M = 4

/** Lots that stand alone on their ground by row: stacks, pieces and holes are tested by name. */
function lotsByRow(county: County, build: AnsweringBuild): Map<number, Lot> {
  const pack = build.packs.get('parcels')!
  const lots = new Map<number, Lot>()
  for (const { lot, oddity } of county.parcels) {
    if (oddity !== 'plain' || lot.bank !== null) continue
    const [x, y] = gridPointOf(county, middleOf(lot.box))
    const rows = pack.rowsAt(x, y)
    if (rows.length === 1) lots.set(rows[0], lot)
  }
  return lots
}

function gridPointOf({ terrain }: County, at: PlanPoint): GridPoint {
  const [lng, lat] = terrain.place(at)
  return [Math.round(lng * GRID), Math.round(lat * GRID)]
}

/** Length of the side that two boxes share in metres of the plan; below 0 where they share none. */
function sharedSide(a: Lot, b: Lot): number {
  const [u0, v0, u1, v1] = a.box
  const along = Math.min(u1, b.box[2]) - Math.max(u0, b.box[0])
  const across = Math.min(v1, b.box[3]) - Math.max(v0, b.box[1])
  if (Math.abs(along) < 1e-6) return across
  return Math.abs(across) < 1e-6 ? along : -1
}

/**
 * A lot's neighbours are those of the plan, for one in `every` of the lots that stand alone.
 * Returns their number.
 */
export function expectNeighbours(county: County, build: AnsweringBuild, every: number): number {
  const pack = build.packs.get('parcels')!
  const lots = lotsByRow(county, build)
  let pairs = 0
  for (const [row, lot] of lots) {
    if (row % every !== 0) continue
    const { adjacent_parcels } = build.bordersOf(row)
    const found = new Set(adjacent_parcels!.map((each) => pack.rowOfKey(each.parcel_key)!))
    for (const [other, otherLot] of lots) {
      const shared = other === row ? -1 : sharedSide(lot, otherLot)
      if (Math.abs(shared - LEAST_SHARED_M) < UNSETTLED_M) continue
      const isNeighbour = shared > LEAST_SHARED_M
      if (found.has(other) !== isNeighbour) expect.fail(`${row} and ${other} share ${shared} m`)
      if (isNeighbour) pairs++
    }
  }
  return pairs
}

/**
 * A lot of a block has frontage where the plan has its street, for one in `every` of the lots.
 * Returns their number.
 */
export function expectStreetSides(county: County, build: AnsweringBuild, every: number): number {
  let lots = 0
  for (const [row, { box, faces, character }] of lotsByRow(county, build)) {
    if (character === 'rural' || row % every !== 0) continue
    const side: PlanPoint = [(box[0] + box[2]) / 2, faces === 'south' ? box[1] : box[3]]
    const { frontage } = build.bordersOf(row)
    const off = offLines(frontage!, gridPointOf(county, side))
    if (!(off < SIDE_M)) expect.fail(`the street of ${row} is ${off} m off its frontage`)
    lots++
  }
  return lots
}

/** Metres from a point to the lines of a frontage, measured in steps of about half a metre. */
function offLines(frontage: NonNullable<ParcelData['frontage']>, place: GridPoint): number {
  const { coordinates } = frontage.geometry as { coordinates: [number, number][][] }
  let least = Infinity
  for (const line of coordinates)
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1], line[i]].map(([lng, lat]): GridPoint => [lng * GRID, lat * GRID])
      const steps = Math.ceil(distanceM(a, b) * 2)
      for (let step = 0; step <= steps; step++) {
        const at = (axis: 0 | 1) => a[axis] + ((b[axis] - a[axis]) * step) / steps
        least = Math.min(least, distanceM([at(0), at(1)], place))
      }
    }
  return least
}
