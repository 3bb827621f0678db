import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import type { Subject } from '../geometry/overlap.ts'
import type { Box, Polygons } from '../geometry/polygons.ts'
import type { PackValue } from './pack-format.ts'
import {
  PackPart,
  type PartSource,
  type RowAlong,
  type RowNear,
  type RowOverlap,
  type SharedPart,
} from './pack-part.ts'
import type { Table } from './table.ts'

/**
 * Reads the lookup pack of a table: one file, or several of which each has some of the rows. Rows
 * are numbers from 0 through all parts in their order.
 */
export class Pack {
  readonly table: string
  readonly geometry: Table['geometry']
  readonly rows: number
  protected readonly parts: readonly PackPart[]
  /** Number of the first row of each part. */
  private readonly firsts: readonly number[]

  /**
   * Throws `StepError` for a file that is not a pack, is damaged, cut off or of another version.
   */
  constructor(source: PartSource | readonly (PartSource | PackPart)[]) {
    this.parts = openAll(Array.isArray(source) ? source : [source])
    const [{ header }] = this.parts
    this.table = header.table
    this.geometry = header.geometry
    const firsts: number[] = []
    let rows = 0
    for (const part of this.parts) {
      firsts.push(rows)
      rows += part.rows
    }
    this.firsts = firsts
    this.rows = rows
  }

  /** Number of indexed boxes: of pieces, of stretches of lines, or of points. */
  get pieces(): number {
    return this.parts.reduce((sum, { header }) => sum + header.pieces, 0)
  }

  /** Number of points of all shapes. */
  get points(): number {
    return this.parts.reduce((sum, { header }) => sum + header.points, 0)
  }

  get isInMemory(): boolean {
    return this.parts.every(({ isInMemory }) => isInMemory)
  }

  /** Call only in the thread that opened the pack. */
  close(): void {
    for (const part of this.parts) part.close()
  }

  /** Shares the pack with another thread of this process; this one must stay open. */
  share(): SharedPart[] {
    return this.parts.map((part) => part.share())
  }

  /**
   * Rows whose polygons contain the point (grid units), ascending; only of `among` if it is set.
   */
  rowsAt(x: number, y: number, among?: readonly number[]): number[] {
    return this.rowsOfParts((part, first) =>
      part.rowsAt(x, y, first === 0 ? among : among?.map((row) => row - first)),
    )
  }

  /** Rows that share area with the subject, ascending, slivers included. */
  overlaps(subject: Subject): RowOverlap[] {
    return this.foundInParts((part) => part.overlaps(subject))
  }

  /**
   * Rows with a piece whose box meets one of the boxes (grid units), ascending; null for more than
   * `most`. The caller must compare the shapes.
   */
  rowsMeeting(boxes: Iterable<Box>, most: number): number[] | null {
    const all = [...boxes]
    const rows: number[] = []
    for (const [i, part] of this.parts.entries()) {
      const found = part.rowsMeeting(all, most - rows.length)
      if (!found) return null
      for (const row of found) rows.push(row + this.firsts[i])
    }
    return rows
  }

  /** Rows of a table of points whose point lies in the polygons, ascending. */
  rowsWithin(area: Polygons): number[] {
    return this.rowsOfParts((part) => part.rowsWithin(area))
  }

  /** Rows of a table of points at most `radius_m` from the point, the nearest first. */
  rowsNear(x: number, y: number, radius_m: number): RowNear[] {
    return this.nearestFirst(this.foundInParts((part) => part.rowsNear(x, y, radius_m)))
  }

  /**
   * Rows of a table of lines within `radius_m` of the point, the nearest first. Every line in the
   * radius is measured whole: use it for streets around a point, not across a county.
   */
  linesNear(x: number, y: number, radius_m: number): RowAlong[] {
    return this.nearestFirst(this.foundInParts((part) => part.linesNear(x, y, radius_m)))
  }

  /**
   * Rows whose point, or the box of a piece of whose polygons, meets the box (grid units, edges
   * included), ascending. The search ends after `most` rows, and `isWhole` is false then.
   */
  rowsInBox(box: Box, most: number): { rows: number[]; isWhole: boolean } {
    const rows: number[] = []
    for (const [i, part] of this.parts.entries()) {
      const found = part.rowsInBox(box, most - rows.length)
      for (const row of found.rows) rows.push(row + this.firsts[i])
      if (!found.isWhole) return { rows, isWhole: false }
    }
    return { rows, isWhole: true }
  }

  /** The point of a row in a table of points. */
  point(row: number): GridPoint {
    const i = this.partOf(row)
    return this.parts[i].point(row - this.firsts[i])
  }

  /** Rows with this value in a column that the table declares as a lookup, ascending. */
  rowsOf(column: string, value: string): number[] {
    return this.rowsOfParts((part) => part.rowsOf(column, value))
  }

  /** The row with this value in the key column, or null. */
  rowOfKey(key: string): number | null {
    for (const [i, part] of this.parts.entries()) {
      const row = part.rowOfKey(key)
      if (row !== null) return row + this.firsts[i]
    }
    return null
  }

  /** The whole polygons of a row. */
  polygons(row: number): Polygons {
    const i = this.partOf(row)
    return this.parts[i].polygons(row - this.firsts[i])
  }

  /** The whole lines of a row in a table of lines. */
  lines(row: number): Lines {
    const i = this.partOf(row)
    return this.parts[i].lines(row - this.firsts[i])
  }

  /** All values of a row by column name. */
  values(row: number): Record<string, PackValue> {
    const i = this.partOf(row)
    return this.parts[i].values(row - this.firsts[i])
  }

  /** The row; its values are decoded when they are read, so `...` does not copy it. */
  row(row: number): Record<string, PackValue> {
    const i = this.partOf(row)
    return this.parts[i].row(row - this.firsts[i])
  }

  value(row: number, name: string): PackValue {
    const i = this.partOf(row)
    return this.parts[i].value(row - this.firsts[i], name)
  }

  /** Compares the SHA-256 of each body with its header: reads all files. */
  verifyBody(): boolean {
    return this.parts.every((part) => part.verifyBody())
  }

  /** Number of the part that has a row. */
  protected partOf(row: number): number {
    return rangeOf(row, this.firsts)
  }

  private rowsOfParts(search: (part: PackPart, first: number) => number[]): number[] {
    const { parts, firsts } = this
    if (parts.length === 1) return search(parts[0], 0)
    const rows: number[] = []
    for (let i = 0; i < parts.length; i++)
      for (const row of search(parts[i], firsts[i])) rows.push(row + firsts[i])
    return rows
  }

  private foundInParts<T extends { row: number }>(search: (part: PackPart) => T[]): T[] {
    const { parts, firsts } = this
    if (parts.length === 1) return search(parts[0])
    const found: T[] = []
    for (let i = 0; i < parts.length; i++)
      for (const each of search(parts[i])) found.push({ ...each, row: each.row + firsts[i] })
    return found
  }

  private nearestFirst<T extends { row: number; distance_m: number }>(found: T[]): T[] {
    if (this.parts.length === 1) return found
    return found.sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
  }
}

/** Number of the range that has a row: the last whose first row is not after it. */
function rangeOf(row: number, firsts: readonly number[]): number {
  let low = 0
  let high = firsts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (firsts[middle] <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Opens all parts, or closes those that it opened and throws. */
function openAll(sources: readonly (PartSource | PackPart)[]): PackPart[] {
  if (sources.length === 0) throw new Error('a pack has at least one part')
  const parts: PackPart[] = []
  try {
    for (const source of sources)
      parts.push(source instanceof PackPart ? source : new PackPart(source))
    return parts
  } catch (error) {
    for (const part of parts) part.close()
    throw error
  }
}
