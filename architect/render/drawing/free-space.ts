import type { Place, SheetBox } from './sheet.ts'

/** Size of the cells of paper that are free or not, in millimetres. */
const CELL_MM = 0.5

/**
 * The free paper in a box of a sheet. A cell that a shape touches is not free, so that what is put
 * on free cells touches no shape.
 */
export class FreeSpace {
  readonly box: SheetBox
  private readonly columns: number
  private readonly rows: number
  private readonly cells: Uint8Array
  /** Cells that are not free, above and to the left of each corner. */
  private sums: Uint32Array | undefined

  constructor(box: SheetBox) {
    this.box = box
    this.columns = Math.max(1, Math.ceil(box.width / CELL_MM))
    this.rows = Math.max(1, Math.ceil(box.height / CELL_MM))
    this.cells = new Uint8Array(this.columns * this.rows)
  }

  /** A copy of the part in `box`. */
  part(box: SheetBox): FreeSpace {
    const [left, top] = [this.columnOf(box.x), this.rowOf(box.y)]
    const [right, bottom] = [this.columnOf(box.x + box.width), this.rowOf(box.y + box.height)]
    const part = new FreeSpace({
      x: this.box.x + left * CELL_MM,
      y: this.box.y + top * CELL_MM,
      width: (right - left + 1) * CELL_MM,
      height: (bottom - top + 1) * CELL_MM,
    })
    for (let row = 0; row < part.rows; row++) {
      const from = (top + row) * this.columns + left
      part.cells.set(this.cells.subarray(from, from + part.columns), row * part.columns)
    }
    return part
  }

  /** Takes the area within rings, of which rings within rings are holes. */
  take(rings: readonly (readonly Place[])[]): void {
    this.eachInside(rings, (from, to) => this.cells.fill(1, from, to))
    this.takeBorders(rings)
  }

  takeBox({ x, y, width, height }: SheetBox): void {
    const [left, right] = [this.columnOf(x), this.columnOf(x + width)]
    const [top, bottom] = [this.rowOf(y), this.rowOf(y + height)]
    for (let row = top; row <= bottom; row++)
      this.cells.fill(1, row * this.columns + left, row * this.columns + right + 1)
    this.sums = undefined
  }

  /** Takes all that is not within the rings. */
  takeOutside(rings: readonly (readonly Place[])[]): void {
    const inside = new Uint8Array(this.cells.length)
    this.eachInside(rings, (from, to) => inside.fill(1, from, to))
    for (let i = 0; i < this.cells.length; i++) if (inside[i] === 0) this.cells[i] = 1
    this.takeBorders(rings)
  }

  /** Takes the cells along a line. */
  takeLine(line: readonly Place[]): void {
    for (let i = 1; i < line.length; i++) this.takeEdge(line[i - 1], line[i])
    this.sums = undefined
  }

  /** Whether all of a box is free; what lies outside of the space is not. */
  isFree({ x, y, width, height }: SheetBox): boolean {
    const { box } = this
    if (x < box.x || y < box.y || x + width > box.x + box.width || y + height > box.y + box.height)
      return false
    return (
      this.taken(
        this.columnOf(x),
        this.rowOf(y),
        this.columnOf(x + width),
        this.rowOf(y + height),
      ) === 0
    )
  }

  /** The free box of a size whose middle is nearest to a place; null where there is none. */
  nearest(width: number, height: number, [x, y]: Place): SheetBox | null {
    const [wide, tall] = [Math.ceil(width / CELL_MM) + 1, Math.ceil(height / CELL_MM) + 1]
    let best: SheetBox | null = null
    let least = Infinity
    for (let row = 0; row + tall <= this.rows; row++) {
      const top = this.box.y + row * CELL_MM + (tall * CELL_MM - height) / 2
      const down = top + height / 2 - y
      if (Math.abs(down) >= least) continue
      for (let column = 0; column + wide <= this.columns; column++) {
        const left = this.box.x + column * CELL_MM + (wide * CELL_MM - width) / 2
        const away = Math.hypot(left + width / 2 - x, down)
        if (away >= least) continue
        if (this.taken(column, row, column + wide - 1, row + tall - 1) > 0) continue
        best = { x: left, y: top, width, height }
        least = away
      }
    }
    return best
  }

  private taken(left: number, top: number, right: number, bottom: number): number {
    this.sums ??= this.summed()
    const wide = this.columns + 1
    const [a, b] = [top * wide, (bottom + 1) * wide]
    const { sums } = this
    return sums[b + right + 1] - sums[b + left] - sums[a + right + 1] + sums[a + left]
  }

  private summed(): Uint32Array {
    const wide = this.columns + 1
    const sums = new Uint32Array(wide * (this.rows + 1))
    for (let row = 0; row < this.rows; row++) {
      let sum = 0
      for (let column = 0; column < this.columns; column++) {
        sum += this.cells[row * this.columns + column]
        sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + sum
      }
    }
    return sums
  }

  /** Calls with the cells of each row whose middle line is within the rings. */
  private eachInside(
    rings: readonly (readonly Place[])[],
    call: (from: number, to: number) => void,
  ): void {
    for (let row = 0; row < this.rows; row++) {
      const y = this.box.y + (row + 0.5) * CELL_MM
      const crossings: number[] = []
      for (const ring of rings) {
        for (const [index, [x, from]] of ring.entries()) {
          const [toX, to] = ring[(index + 1) % ring.length]
          if (from > y === to > y) continue
          crossings.push(x + ((y - from) / (to - from)) * (toX - x))
        }
      }
      crossings.sort((a, b) => a - b)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [left, right] = [this.columnOf(crossings[i]), this.columnOf(crossings[i + 1])]
        if (crossings[i + 1] < this.box.x || crossings[i] > this.box.x + this.box.width) continue
        call(row * this.columns + left, row * this.columns + right + 1)
      }
    }
    this.sums = undefined
  }

  private takeBorders(rings: readonly (readonly Place[])[]): void {
    for (const ring of rings)
      for (const [index, corner] of ring.entries())
        this.takeEdge(corner, ring[(index + 1) % ring.length])
    this.sums = undefined
  }

  /** Takes the cells that an edge touches, row by row. */
  private takeEdge([x1, y1]: Place, [x2, y2]: Place): void {
    const { box } = this
    const [low, high] = [Math.min(y1, y2), Math.max(y1, y2)]
    if (high < box.y || low > box.y + box.height) return
    if (Math.max(x1, x2) < box.x || Math.min(x1, x2) > box.x + box.width) return
    const [top, bottom] = [this.rowOf(low), this.rowOf(high)]
    for (let row = top; row <= bottom; row++) {
      const from = Math.max(low, box.y + row * CELL_MM)
      const to = Math.min(high, box.y + (row + 1) * CELL_MM)
      const across = (y: number): number =>
        y1 === y2 ? x1 : x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)
      const [a, b] = y1 === y2 ? [x1, x2] : [across(from), across(to)]
      const [left, right] = [this.columnOf(Math.min(a, b)), this.columnOf(Math.max(a, b))]
      this.cells.fill(1, row * this.columns + left, row * this.columns + right + 1)
    }
  }

  private columnOf(x: number): number {
    return Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.box.x) / CELL_MM)))
  }

  private rowOf(y: number): number {
    return Math.min(this.rows - 1, Math.max(0, Math.floor((y - this.box.y) / CELL_MM)))
  }
}
