import { PORCH_WIDTH, STAIR_WIDTH } from './placed-plan.ts'
import type { ProgramTables } from './program-tables.ts'
import { EMPTY, PASSAGE, PORCH, type Scheme, STAIR, TIP } from './scheme.ts'

/** Least depth of a band, so that a search can pass through bad plans. */
export const THIN_M = 0.5
/** A way to the front door changes a little, so that a run of nothing else is filled. */
const PORCH_FLEX = 0.001

/** How wide the cells of a scheme want to be, by the areas of their rooms. */
export class CellSizes {
  private readonly tables: ProgramTables
  private readonly outer: number
  private readonly inner: number

  constructor(tables: ProgramTables) {
    this.tables = tables
    this.outer = tables.program.outerWall
    this.inner = tables.program.innerWall
  }

  /** Area that the rooms of a list want, over all storeys. */
  needOf(scheme: Scheme, kind: number, wing: number): number {
    let need = 0
    for (let level = 0; level < scheme.storeys; level++) {
      const list = scheme.list(level, kind, wing)
      for (let at = 0; at < scheme.count(list); at++) need += this.needOfCell(scheme, list, at)
    }
    return need
  }

  needOfCell(scheme: Scheme, list: number, at: number): number {
    const { area } = this.tables
    const room = scheme.room(list, at)
    if (room < 0) return 0
    const corner = scheme.corner(list, at)
    return area[room] + (corner === EMPTY ? 0 : area[corner])
  }

  /** From the middle of one wall to the next, as its area wants it in a band of this net depth. */
  wantOfCell(scheme: Scheme, list: number, at: number, netDepth: number): number {
    const room = scheme.room(list, at)
    if (room === STAIR) return STAIR_WIDTH + this.inner
    if (room === PORCH) return PORCH_WIDTH + this.inner
    if (room === PASSAGE) return this.tables.program.hallWidth + this.inner
    return this.needOfCell(scheme, list, at) / netDepth + this.inner
  }

  runOf(scheme: Scheme, list: number, netDepth: number): number {
    let sum = 0
    for (let at = 0; at < scheme.count(list); at++)
      sum += this.wantOfCell(scheme, list, at, netDepth)
    return sum
  }

  netBand(depth: number): number {
    return Math.max(THIN_M, depth - (this.outer + this.inner) / 2)
  }

  /** Width of the rooms that close an end of the hall. */
  endWidth(scheme: Scheme, list: number): number {
    const count = scheme.count(list)
    if (count === 0) return 0
    const net = scheme.depth - this.outer - (count - 1) * this.inner
    let need = 0
    for (let at = 0; at < count; at++) need += this.needOfCell(scheme, list, at)
    return need / Math.max(THIN_M, net) + (this.outer + this.inner) / 2
  }

  tipDepth(scheme: Scheme, index: number, level: number): number {
    const list = scheme.list(level, TIP, index)
    const count = scheme.count(list)
    if (count === 0) return 0
    let need = 0
    for (let at = 0; at < count; at++) need += this.needOfCell(scheme, list, at)
    const net = Math.max(THIN_M, scheme.wings[index].width - this.outer - (count - 1) * this.inner)
    return need / net + (this.outer + this.inner) / 2
  }

  /** Spare length of a run by the flexibility of its cells: positive in metres for each of them. */
  spareOf(
    scheme: Scheme,
    list: number,
    first: number,
    end: number,
    net: number,
    length: number,
  ): number {
    let wanted = 0
    let flexible = 0
    for (let at = first; at < end; at++) {
      const want = this.wantOfCell(scheme, list, at, net)
      wanted += want
      const room = scheme.room(list, at)
      flexible += want * (room < 0 ? PORCH_FLEX : this.tables.flex[room])
    }
    return (length - wanted) / flexible
  }

  widthOf(scheme: Scheme, list: number, at: number, net: number, spare: number): number {
    const want = this.wantOfCell(scheme, list, at, net)
    const room = scheme.room(list, at)
    return want + spare * want * (room < 0 ? PORCH_FLEX : this.tables.flex[room])
  }
}
