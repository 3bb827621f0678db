import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'

/** Points that are all sampled; of later ones the sample takes fewer and fewer. */
const SAMPLE_POINTS = 64

/** The extent of many points: one of them near their middle, and how far they reach from it. */
export class Spread {
  count = 0
  private x = 0
  private y = 0
  private readonly sample: GridPoint[] = []
  private west = Number.POSITIVE_INFINITY
  private south = Number.POSITIVE_INFINITY
  private east = Number.NEGATIVE_INFINITY
  private north = Number.NEGATIVE_INFINITY

  add(point: GridPoint): void {
    const [x, y] = point
    this.count++
    this.x += x
    this.y += y
    this.west = Math.min(this.west, x)
    this.east = Math.max(this.east, x)
    this.south = Math.min(this.south, y)
    this.north = Math.max(this.north, y)
    // The first points, then every second, fourth, eighth: repeatable, and never many.
    const stride = 2 ** Math.max(0, Math.ceil(Math.log2(this.count / SAMPLE_POINTS)))
    if (this.count % stride === 0) this.sample.push(point)
  }

  /** The sampled point that is nearest to the middle of all points. */
  get point(): GridPoint {
    const middle: GridPoint = [Math.round(this.x / this.count), Math.round(this.y / this.count)]
    let best = this.sample[0]
    for (const point of this.sample)
      if (distanceM(point, middle) < distanceM(best, middle)) best = point
    return best
  }

  /** Distance from `point` to the farthest corner of the box of all points, metres. */
  get radius_m(): number {
    const from = this.point
    const { west, south, east, north } = this
    const corners: GridPoint[] = [
      [west, south],
      [east, south],
      [west, north],
      [east, north],
    ]
    return Math.max(...corners.map((corner) => distanceM(from, corner)))
  }
}
