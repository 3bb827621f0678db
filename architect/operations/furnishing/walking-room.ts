import {
  distancesTo,
  type FloorGrid,
  fillConvex,
  floorGrid,
  middleOf,
} from '../../checks/walking/floor-grid.ts'
import { convexPieces } from '../../geometry/convex.ts'
import type { Point } from '../../geometry/point.ts'
import { boxOf, edges, type Polygon } from '../../geometry/polygon.ts'
import type { Room } from './room.ts'

/** The least width of a way, in metres: one person with a tray. */
export const WAY_M = 0.7
/**
 * Distances are measured up to this, in metres: a thing farther away narrows nothing, and a way
 * wider than twice this counts as twice this wide.
 */
export const FAR_M = 0.6
/** How far from a passage a person may stand after entering, in metres. */
const ENTER_M = 0.4

/**
 * The free floor of a room: a grid with the distance from each cell to the nearest thing. The
 * object does not change; adding things returns a new one and computes only the cells around them.
 */
export class WalkingRoom {
  private readonly grid: FloorGrid
  private readonly clear: Float64Array
  private readonly starts: Point[]
  private computedOpenest?: Point
  /** The last cells reached: the same ones are needed twice for each thing. */
  private lastReached?: { start: number; radius: number; cells: Uint8Array }

  private constructor(grid: FloorGrid, clear: Float64Array, starts: Point[]) {
    this.grid = grid
    this.clear = clear
    this.starts = starts
  }

  static of({ regions, passages }: Room): WalkingRoom {
    const grid = floorGrid(boxOf(regions.flatMap(({ outer }) => outer)))
    const floor = new Uint8Array(grid.columns * grid.rows)
    for (const { outer, holes } of regions) {
      for (const piece of convexPieces(outer)) fillConvex(grid, floor, piece, 1)
      for (const hole of holes)
        for (const piece of convexPieces(hole)) fillConvex(grid, floor, piece, 0)
    }
    const clear = new Float64Array(floor).map((isFloor) => isFloor * FAR_M)
    const empty = new WalkingRoom(
      grid,
      clear,
      passages.map(({ inside }) => inside),
    )
    const rings = regions.flatMap(({ outer, holes }) => [outer, ...holes])
    for (const ring of rings) for (const [a, b] of edges(ring)) empty.reduceClearance([a, b])
    return empty
  }

  /** The same room with things added, given by their convex outlines. */
  with(outlines: Polygon[]): WalkingRoom {
    const fuller = new WalkingRoom(this.grid, this.clear.slice(), this.starts)
    for (const outline of outlines) fuller.reduceClearance(outline)
    return fuller
  }

  /**
   * The width of the widest way that joins all passages, in metres and to half a cell of the grid;
   * at most 1.2. Null with less than two passages, 0 where a passage has no free floor at all.
   */
  widthOfWays(): number | null {
    if (this.starts.length < 2) return null
    let [low, high] = [0, FAR_M]
    if (!this.isJoined(0)) return 0
    // To 1 cm, which is finer than the grid.
    while (high - low > 0.005) {
      const middle = (low + high) / 2
      if (this.isJoined(middle)) low = middle
      else high = middle
    }
    return Math.max(0, 2 * low - this.grid.cell)
  }

  /** True when ways of this width join all passages. */
  hasWays(width: number): boolean {
    return this.isJoined((width + this.grid.cell) / 2)
  }

  /**
   * True when a way of this width leads from the first passage to within `reach` metres of each
   * outline.
   */
  reaches(outlines: Polygon[], width: number, reach: number): boolean {
    if (outlines.length === 0) return true
    const radius = (width + this.grid.cell) / 2
    const [start] = this.starts
    const from = start ? this.nearest(start, radius) : null
    // Nobody can enter this room; other checks report that.
    if (from === null) return true
    const reached = this.reachedFrom(from, radius)
    return outlines.every((outline) => {
      let isReached = false
      this.around(outline, reach, (cell, x, z) => {
        isReached ||= reached[cell] === 1 && gapTo(outline, x, z) <= reach
      })
      return isReached
    })
  }

  /** The point of the floor that is farthest from everything. */
  get openest(): Point {
    this.computedOpenest ??= this.findOpenest()
    return this.computedOpenest
  }

  private findOpenest(): Point {
    // Cells next to the border count as border, because nothing outside the grid is blocked.
    const blocked = Uint8Array.from(this.clear, (clear) => (clear < this.grid.cell ? 1 : 0))
    const away = distancesTo(this.grid, blocked)
    let best = 0
    for (let cell = 1; cell < away.length; cell++) if (away[cell] > away[best]) best = cell
    return middleOf(this.grid, best)
  }

  /** Floor area on which nothing stands, in square metres. */
  get freeArea(): number {
    return this.clear.filter((clear) => clear > 0).length * this.grid.cell ** 2
  }

  private isJoined(radius: number): boolean {
    const cells = this.starts.map((start) => this.nearest(start, radius))
    if (cells.some((cell) => cell === null)) return false
    if (cells.length < 2) return true
    const reached = this.reachedFrom(cells[0]!, radius)
    return cells.every((cell) => reached[cell!] === 1)
  }

  private reachedFrom(start: number, radius: number): Uint8Array {
    const last = this.lastReached
    if (last?.start === start && last.radius === radius) return last.cells
    const { columns } = this.grid
    const { length } = this.clear
    const cells = new Uint8Array(length)
    const queue = new Int32Array(length)
    let found = 0
    const reach = (cell: number): void => {
      if (cells[cell] === 1 || this.clear[cell] < radius) return
      cells[cell] = 1
      queue[found++] = cell
    }
    cells[start] = 1
    queue[found++] = start
    for (let i = 0; i < found; i++) {
      const cell = queue[i]
      const column = cell % columns
      if (column > 0) reach(cell - 1)
      if (column < columns - 1) reach(cell + 1)
      if (cell >= columns) reach(cell - columns)
      if (cell + columns < length) reach(cell + columns)
    }
    this.lastReached = { start, radius, cells }
    return cells
  }

  private nearest(point: Point, radius: number): number | null {
    let best: number | undefined
    let least = ENTER_M
    this.around([point], ENTER_M, (cell, x, z) => {
      if (this.clear[cell] <= 0 || this.clear[cell] < radius) return
      const away = gapTo([point], x, z)
      if (away >= least) return
      best = cell
      least = away
    })
    return best ?? null
  }

  private reduceClearance(outline: Polygon): void {
    const { clear } = this
    const { minX, minZ, maxX, maxZ } = boxOf(outline)
    this.around(outline, FAR_M, (cell, x, z) => {
      // Most cells are nearer to something else than even to the box.
      const dx = Math.max(minX - x, x - maxX, 0)
      const dz = Math.max(minZ - z, z - maxZ, 0)
      if (dx * dx + dz * dz >= clear[cell] ** 2) return
      const gap = gapTo(outline, x, z)
      if (gap < clear[cell]) clear[cell] = gap
    })
  }

  /**
   * Visits the cells of the points' bounding box, widened by `reach` on all sides, with the middle
   * of each.
   */
  private around(
    points: Polygon,
    reach: number,
    visit: (index: number, x: number, z: number) => void,
  ): void {
    const { minX, minZ, cell, columns, rows } = this.grid
    const box = boxOf(points)
    const at = (from: number, coordinate: number, most: number) =>
      Math.min(most, Math.max(0, Math.floor((coordinate - from) / cell)))
    const [north, south] = [
      at(minZ, box.minZ - reach, rows - 1),
      at(minZ, box.maxZ + reach, rows - 1),
    ]
    const [west, east] = [
      at(minX, box.minX - reach, columns - 1),
      at(minX, box.maxX + reach, columns - 1),
    ]
    for (let row = north; row <= south; row++)
      for (let column = west; column <= east; column++)
        visit(row * columns + column, minX + (column + 0.5) * cell, minZ + (row + 0.5) * cell)
  }
}

/**
 * Distance from a point to a convex outline, or to the line between two points; 0 inside. Called
 * for about ten thousand points per thing, so it allocates no points.
 */
function gapTo(outline: Polygon, x: number, z: number): number {
  let square = Infinity
  let isInside = outline.length > 2
  let [ax, az] = outline[outline.length - 1]
  for (let i = 0; i < outline.length; i++) {
    const [bx, bz] = outline[i]
    const [ux, uz, px, pz] = [bx - ax, bz - az, x - ax, z - az]
    // Counter-clockwise: the inside is to the left of every edge.
    if (uz * px - ux * pz < 0) isInside = false
    const whole = ux * ux + uz * uz
    const share = whole === 0 ? 0 : Math.min(1, Math.max(0, (px * ux + pz * uz) / whole))
    const [dx, dz] = [px - share * ux, pz - share * uz]
    square = Math.min(square, dx * dx + dz * dz)
    ax = bx
    az = bz
  }
  return isInside ? 0 : Math.sqrt(square)
}
