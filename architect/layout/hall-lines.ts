import type { CellSizes } from './cell-sizes.ts'
import { type PlacedPlan, type PlacedWing, STAIR_WIDTH } from './placed-plan.ts'
import type { ProgramTables } from './program-tables.ts'
import { ABOVE, BELOW, EAST_SIDE, type Scheme, WEST_END, WEST_SIDE } from './scheme.ts'

/** A stair that is this near to an end of the hall is at it, in metres. */
const STAIR_SNAP_M = 0.6

/** The walls on both sides of the hall of a wing. */
interface WingLines {
  hall0: number
  hall1: number
}

/** Where the halls, the stair and the wings of a scheme lie, before its rooms. */
export class HallLines {
  /** Middles of the walls below and above the hall; at the outer wall where there is no band. */
  low = 0
  high = 0
  stair0 = 0
  stair1 = 0
  readonly wings: WingLines[] = []
  /** Widths of the rooms at both ends of the hall, by storey. */
  readonly ends: Float64Array
  private readonly tables: ProgramTables
  private readonly sizes: CellSizes
  private readonly outer: number
  private readonly inner: number

  constructor(tables: ProgramTables, sizes: CellSizes) {
    const { outerWall, innerWall, storeys } = tables.program
    this.tables = tables
    this.sizes = sizes
    this.outer = outerWall
    this.inner = innerWall
    this.ends = new Float64Array(2 * storeys)
  }

  /** Sets the lines of a scheme, and the extents of its plan. */
  set(scheme: Scheme, plan: PlacedPlan): void {
    const { outer, inner, tables } = this
    const { hallWidth, storeys } = tables.program
    const below = this.sizes.needOf(scheme, BELOW, -1)
    const above = this.sizes.needOf(scheme, ABOVE, -1)
    const { depth } = scheme
    const hall = hallWidth + (below > 0 ? inner : outer) / 2 + (above > 0 ? inner : outer) / 2
    const share = tiltedShare(below, above, scheme.tilt)
    this.low = below + above === 0 ? 0 : Math.max(0.1, depth - hall) * share
    this.high = below + above === 0 ? depth : this.low + hall
    plan.depth = depth
    for (let level = 0; level < storeys; level++)
      for (let side = 0; side < 2; side++)
        this.ends[2 * level + side] = this.sizes.endWidth(
          scheme,
          scheme.list(level, WEST_END + side),
        )
    plan.length = scheme.length || this.lengthOf(scheme, below > 0, above > 0)
    this.placeStair(scheme, plan.length)
    this.placeWings(scheme, plan)
  }

  private lengthOf(scheme: Scheme, hasBelow: boolean, hasAbove: boolean): number {
    let most = 0
    for (let level = 0; level < scheme.storeys; level++) {
      let sum = 0
      if (hasBelow)
        sum += this.sizes.runOf(scheme, scheme.list(level, BELOW), this.sizes.netBand(this.low))
      if (hasAbove)
        sum += this.sizes.runOf(
          scheme,
          scheme.list(level, ABOVE),
          this.sizes.netBand(scheme.depth - this.high),
        )
      const bands = Number(hasBelow) + Number(hasAbove)
      const mean = bands === 0 ? 3 : sum / bands
      most = Math.max(most, this.ends[2 * level] + this.ends[2 * level + 1] + mean)
    }
    return most
  }

  private placeStair(scheme: Scheme, length: number): void {
    let from = 0
    let to = length
    for (let level = 0; level < scheme.storeys; level++) {
      from = Math.max(from, this.ends[2 * level])
      to = Math.min(to, length - this.ends[2 * level + 1])
    }
    const width = STAIR_WIDTH + this.inner
    const spare = Math.max(0, to - from - width)
    const at = scheme.stairAt * spare
    // Next to the rooms at an end rather than a little apart.
    const near = at < STAIR_SNAP_M ? 0 : at > spare - STAIR_SNAP_M ? spare : at
    // At an end without rooms, an outer wall takes more of it.
    const thicker = (this.outer - this.inner) / 2
    const west = from === 0 && near === 0 ? thicker : 0
    const east = to === length && near === spare ? thicker : 0
    this.stair0 = from + near - (west > 0 ? 0 : east)
    this.stair1 = this.stair0 + width + west + east
  }

  private placeWings(scheme: Scheme, plan: PlacedPlan): void {
    const { outer, inner } = this
    for (let i = 0; i < scheme.wings.length; i++) {
      const wing = scheme.wings[i]
      plan.wings[i] ??= { u0: 0.5, u1: 0.5, length: 0.5 }
      this.wings[i] ??= { hall0: 0.5, hall1: 0.5 }
      const west = this.sizes.needOf(scheme, WEST_SIDE, i)
      const east = this.sizes.needOf(scheme, EAST_SIDE, i)
      const width = Math.min(wing.width, plan.length)
      const u0 = wing.at * (plan.length - width)
      const hallWidth = this.tables.program.hallWidth
      const hall = hallWidth + (west > 0 ? inner : outer) / 2 + (east > 0 ? inner : outer) / 2
      const share = west + east === 0 ? 0.5 : tiltedShare(west, east, wing.tilt)
      plan.wings[i].u0 = u0
      plan.wings[i].u1 = u0 + width
      this.wings[i].hall0 = u0 + Math.max(0.1, width - hall) * share
      this.wings[i].hall1 = this.wings[i].hall0 + hall
      plan.wings[i].length = wing.length || this.wingLength(scheme, plan.wings[i], i)
    }
  }

  private wingLength(scheme: Scheme, { u0, u1 }: PlacedWing, index: number): number {
    const { hall0, hall1 } = this.wings[index]
    let most = 1
    for (let level = 0; level < scheme.storeys; level++) {
      const west = this.sizes.runOf(
        scheme,
        scheme.list(level, WEST_SIDE, index),
        this.sizes.netBand(hall0 - u0),
      )
      const east = this.sizes.runOf(
        scheme,
        scheme.list(level, EAST_SIDE, index),
        this.sizes.netBand(u1 - hall1),
      )
      const sides = west > 0 && east > 0 ? (west + east) / 2 : west + east
      most = Math.max(most, sides + this.sizes.tipDepth(scheme, index, level))
    }
    return most
  }
}

/** The share of the first of two bands in their depth. */
function tiltedShare(first: number, second: number, tilt: number): number {
  if (first + second === 0) return 0.5
  const share = first / (first + second)
  return share === 0 || share === 1 ? share : Math.min(0.9, share * tilt)
}
