import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'

/** Points kept of one street or place to choose its own point from. */
const KEPT_POINTS = 64

/** Where many points lie: their middle, one of them that is near it, and how far they reach. */
export class Spread {
  count = 0
  private x = 0
  private y = 0
  private readonly kept: GridPoint[] = []
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
    // The first ones, then every second, fourth, eighth: even over all, and the same every time.
    const stride = 2 ** Math.max(0, Math.ceil(Math.log2(this.count / KEPT_POINTS)))
    if (this.count % stride === 0) this.kept.push(point)
  }

  /** That of the kept points which is nearest to the middle of all. */
  get point(): GridPoint {
    const middle: GridPoint = [Math.round(this.x / this.count), Math.round(this.y / this.count)]
    let best = this.kept[0]
    for (const point of this.kept)
      if (distanceM(point, middle) < distanceM(best, middle)) best = point
    return best
  }

  /** From that point to the farthest corner of the box of all, metres. */
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
