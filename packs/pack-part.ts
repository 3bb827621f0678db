import type Flatbush from 'flatbush'
import { containsPoint, INSIDE, locateInPiece, OUTSIDE } from '../geometry/contains.ts'
import { boxesAround, distanceM } from '../geometry/distance.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import { nearestOnLines, type PointOnLines } from '../geometry/nearest-on-lines.ts'
import { boxOf, type CellOverlap, cellOverlapM2, type Subject } from '../geometry/overlap.ts'
import { type Box, boundsOf, type Polygons } from '../geometry/polygons.ts'
import { FileBlocks, MemoryBlocks, type PackBlocks } from './pack-blocks.ts'
import { PackFile, type SharedPackFile } from './pack-file.ts'
import type { PackHeader, PackValue } from './pack-format.ts'
import { PackLookup } from './pack-lookup.ts'
import { PackRows } from './pack-rows.ts'
import { openIndex, PackShapes } from './pack-shapes.ts'

/** Cutting rounds vertices by at most one unit in x and in y: 2 units cover both. */
export const EDGE_MARGIN = 2

export interface PackOptions {
  /** Files up to this size are loaded into shared memory; larger ones are read by position. */
  memoryLimitBytes: number
}

/** An open part, for another thread of the process. */
export interface SharedPart extends PackOptions {
  file: SharedPackFile
}

/** A part by the path of its file, or as another thread opened it. */
export type PartSource = ({ file: string } & PackOptions) | SharedPart

/** Overlap of a row with a subject, in square metres: in total, and by cell and piece. */
export interface RowOverlap {
  row: number
  area_m2: number
  parts: CellOverlap[]
}

/** A row of points and its distance from the requested point. */
export interface RowNear {
  row: number
  distance_m: number
}

/** A row of lines and its nearest point to the requested one. */
export type RowAlong = PointOnLines & { row: number }

/**
 * Reads one file of a lookup pack. Rows are numbers from 0. The index and the offsets of the pieces
 * stay in memory; shapes, values, texts and hash tables come from shared memory or, for a file over
 * the limit, from the disk (`tests/bench/lookup.ts` measures the cost).
 */
export class PackPart {
  readonly header: PackHeader
  readonly isInMemory: boolean
  private readonly file: PackFile
  private readonly memoryLimitBytes: number
  private readonly blocks: PackBlocks
  private readonly records: PackRows
  /** Shapes of a table of polygons. */
  private readonly shapes: PackShapes | null = null
  /** Shapes of a table of lines. */
  private readonly lineShapes: PackShapes | null = null
  /** Index of a table of points, if it has rows. */
  private readonly points: Flatbush | null = null
  private readonly key: PackLookup | null = null
  private readonly lookups = new Map<string, PackLookup>()

  constructor({ file, memoryLimitBytes }: PartSource) {
    this.file = new PackFile(file)
    this.memoryLimitBytes = memoryLimitBytes
    const { header } = this.file
    this.header = header
    this.isInMemory = header.bytes <= memoryLimitBytes
    const whole = { offset: 0, length: header.bytes }
    const memory = this.isInMemory ? this.file.readShared(whole) : null
    this.blocks = memory ? new MemoryBlocks(memory) : new FileBlocks(this.file)
    this.records = new PackRows(header, this.blocks)
    const { geometry, key, lookups, sections } = header
    switch (geometry) {
      case 'polygons':
        this.shapes = new PackShapes(this.file, this.blocks, memory)
        break
      case 'lines':
        this.lineShapes = new PackShapes(this.file, this.blocks, memory)
        break
      case 'points':
        this.points = openIndex(this.file, memory)
        break
      case 'none':
        break
      default:
        geometry satisfies never
    }
    const valueIn = (column: string) => (row: number) => this.value(row, column)
    if (key !== null) this.key = new PackLookup(this.blocks, sections.key_slot!, null, valueIn(key))
    for (const { column, slot, next } of lookups)
      this.lookups.set(column, new PackLookup(this.blocks, slot, next, valueIn(column)))
  }

  get rows(): number {
    return this.header.rows
  }

  /** Call only in the thread that opened the part. */
  close(): void {
    this.file.close()
  }

  /** Shares the part with another thread of this process; this one must stay open. */
  share(): SharedPart {
    return { file: this.file.shared, memoryLimitBytes: this.memoryLimitBytes }
  }

  /**
   * Rows whose polygons contain the point (grid units), ascending; only of `among` if it is set.
   */
  rowsAt(x: number, y: number, among?: readonly number[]): number[] {
    const { shapes } = this
    if (!shapes?.index) return []
    const m = EDGE_MARGIN
    const found: number[] = []
    const undecided: number[] = []
    for (const piece of shapes.index.search(x - m, y - m, x + m, y + m)) {
      const row = shapes.pieceRow[piece]
      if (among && !among.includes(row)) continue
      const position = locateInPiece(shapes.piece(piece), x, y, m)
      if (position === INSIDE) found.push(row)
      else if (position !== OUTSIDE) undecided.push(row)
    }
    for (const row of undecided)
      if (!found.includes(row) && containsPoint(this.polygons(row), x, y)) found.push(row)
    return found.length > 1 ? found.sort((a, b) => a - b) : found
  }

  /** Rows that share area with the subject, ascending, slivers included. */
  overlaps(subject: Subject): RowOverlap[] {
    const { shapes } = this
    if (!shapes?.index) return []
    const found: (CellOverlap & { row: number })[] = []
    // By cells: the box of a town's streets covers the whole town, their cells little of it.
    for (const cell of subject.cells)
      shapes.index.search(...boxOf(subject, cell), (piece, ...box) => {
        const rings = shapes.piece(piece)
        const area_m2 = cellOverlapM2(subject, cell, rings, box)
        if (area_m2 !== 0) found.push({ row: shapes.pieceRow[piece], area_m2, cell, piece: rings })
        return false
      })
    return summedByRow(found)
  }

  /**
   * Rows with a piece whose box meets one of the boxes (grid units), ascending; null for more than
   * `most`. The caller must compare the shapes.
   */
  rowsMeeting(boxes: Iterable<Box>, most: number): number[] | null {
    const shapes = this.shapes ?? this.lineShapes
    if (!shapes?.index) return []
    const rows = new Set<number>()
    for (const box of boxes) {
      for (const piece of shapes.index.search(...box)) rows.add(shapes.pieceRow[piece])
      if (rows.size > most) return null
    }
    return [...rows].sort((a, b) => a - b)
  }

  /** Rows of a table of points whose point lies in the polygons, ascending. */
  rowsWithin(area: Polygons): number[] {
    if (!this.points) return []
    return this.points
      .search(...boundsOf(area))
      .filter((row) => containsPoint(area, ...this.point(row)))
      .sort((a, b) => a - b)
  }

  /** Rows of a table of points at most `radius_m` from the point, the nearest first. */
  rowsNear(x: number, y: number, radius_m: number): RowNear[] {
    const { points } = this
    if (!points) return []
    return boxesAround([x, y], radius_m)
      .flatMap((box) => points.search(...box))
      .map((row) => ({ row, distance_m: distanceM([x, y], this.point(row)) }))
      .filter(({ distance_m }) => distance_m <= radius_m)
      .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
  }

  /**
   * Rows of a table of lines within `radius_m` of the point, the nearest first. Every line in the
   * radius is measured whole: use it for streets around a point, not across a county.
   */
  linesNear(x: number, y: number, radius_m: number): RowAlong[] {
    const { lineShapes } = this
    if (!lineShapes?.index) return []
    const rows = new Set<number>()
    for (const box of boxesAround([x, y], radius_m))
      for (const stretch of lineShapes.index.search(...box)) rows.add(lineShapes.pieceRow[stretch])
    return [...rows]
      .map((row) => ({ row, ...nearestOnLines(lineShapes.lines(row), [x, y]) }))
      .filter(({ distance_m }) => distance_m <= radius_m)
      .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
  }

  /**
   * Rows whose point, or the box of a piece of whose polygons or lines, meets the box (grid units,
   * edges included), ascending. The search ends after `most` rows, and `isWhole` is false then.
   */
  rowsInBox(box: Box, most: number): { rows: number[]; isWhole: boolean } {
    const { points } = this
    const shapes = this.shapes ?? this.lineShapes
    const index = points ?? shapes?.index
    const rows = new Set<number>()
    if (!index) return { rows: [], isWhole: true }
    const isWhole = endsWithin(() =>
      index.search(...box, (found) => {
        const row = shapes ? shapes.pieceRow[found] : found
        if (rows.size === most && !rows.has(row)) throw ENOUGH
        rows.add(row)
        return false
      }),
    )
    return { rows: [...rows].sort((a, b) => a - b), isWhole }
  }

  /** The point of a row in a table of points. */
  point(row: number): GridPoint {
    const at = this.header.sections.points!.offset + row * 8
    const [x, y] = this.blocks.block(at, 8).int32s(at, 2)
    return [x, y]
  }

  /** Rows with this value in a column that the table declares as a lookup, ascending. */
  rowsOf(column: string, value: string): number[] {
    const lookup = this.lookups.get(column)
    if (!lookup) throw new Error(`table ${this.header.table} has no lookup ${column}`)
    return lookup.rowsOf(value)
  }

  /** The row with this value in the key column, or null. */
  rowOfKey(key: string): number | null {
    return this.key?.rowsOf(key)[0] ?? null
  }

  /** The whole polygons of a row. */
  polygons(row: number): Polygons {
    return this.shapes!.polygons(row)
  }

  /** The whole lines of a row in a table of lines. */
  lines(row: number): Lines {
    return this.lineShapes!.lines(row)
  }

  /** All values of a row by column name. */
  values(row: number): Record<string, PackValue> {
    return this.records.values(row)
  }

  /** The row; its values are decoded when they are read, so `...` does not copy it. */
  row(row: number): Record<string, PackValue> {
    return this.records.row(row)
  }

  value(row: number, name: string): PackValue {
    const value = this.records.value(row, name)
    if (value === undefined) throw new Error(`table ${this.header.table} has no column ${name}`)
    return value
  }

  /** Compares the SHA-256 of the body with the header: reads the whole file. */
  verifyBody(): boolean {
    return this.file.verifyBody()
  }
}

/** Thrown to end a search of the index early: flatbush has no other way. */
const ENOUGH = new Error('enough rows were found')

/** True if the search was not ended early. */
function endsWithin(search: () => unknown): boolean {
  try {
    search()
    return true
  } catch (error) {
    if (error !== ENOUGH) throw error
    return false
  }
}

/** Adds up the overlaps of pieces and cells to one per row, ascending. */
function summedByRow(found: (CellOverlap & { row: number })[]): RowOverlap[] {
  if (found.length > 1) found.sort((a, b) => a.row - b.row)
  const summed: RowOverlap[] = []
  for (const part of found) {
    const { row, area_m2 } = part
    const last = summed.at(-1)
    if (last?.row === row) {
      last.area_m2 += area_m2
      last.parts.push(part)
    } else summed.push({ row, area_m2, parts: [part] })
  }
  return summed
}
