import { boxesAround } from '../geometry/distance.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Subject } from '../geometry/overlap.ts'
import { type Box, boundsOf, boxAround, type Polygons } from '../geometry/polygons.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { SharedPacks } from '../lookup/open-packs.ts'
import { EDGE_MARGIN, type RowAlong, type RowNear, type RowOverlap } from '../packs/pack-part.ts'
import { Pack } from '../packs/pack-reader.ts'

/** Where a table was searched for answers, in a form that is JSON. */
export interface TableTrace {
  /** Box of all searches by place, in grid units. */
  box: Box | null
  /** How far they went beyond the box of the row that they were for, in grid units. */
  beyond_box: number
  /** How far they went beyond its point. */
  beyond_point: number
  /** FIPS codes that rows were searched by; `OWN_COUNTY` stands for those of the subject. */
  counties: string[]
  /** Searched by something that any row may have, or read without a search. */
  isWhole: boolean
}

/** A row that others are searched for. */
export interface TracedSubject {
  table: string
  row: number
  /** Box of its shape, and a point of it, in grid units. */
  bounds: Box
  point: GridPoint
}

/** Keys of parcels are hashes of their county and their id: no other county has them. */
export const OWN_COUNTY = 'own'

/** A pack that records where it is searched for each row of a table. */
export class TracedPack extends Pack {
  private traced: TraceParts = nothingTraced()
  /** Of the searches since the last call of `settle`. */
  private box: Box | null = null
  private found = new Set<number>()
  private read = new Set<number>()

  /** The trace of all rows that were settled since the last call. */
  takeTrace(): TableTrace {
    const { counties, ...trace } = this.traced
    this.traced = nothingTraced()
    return { ...trace, counties: [...counties] }
  }

  /** Ends the searches for one row, and adds them to the trace. */
  settle({ table, row, bounds, point: [x, y] }: TracedSubject): void {
    const { traced, box, found, read } = this
    if (box) {
      traced.box = boxAround(traced.box ? [traced.box, box] : [box])
      traced.beyond_box = Math.max(traced.beyond_box, beyond(box, bounds))
      traced.beyond_point = Math.max(traced.beyond_point, beyond(box, [x, y, x, y]))
    }
    // The row itself is read, not searched for. Coverages are compared one by one.
    if (this.table === table) found.add(row)
    if (this.table !== coverageTable.name)
      for (const each of read) traced.isWhole ||= !found.has(each)
    this.box = null
    found.clear()
    read.clear()
  }

  override rowsAt(x: number, y: number, among?: readonly number[]): number[] {
    const m = EDGE_MARGIN
    this.searched([x - m, y - m, x + m, y + m])
    return this.finds(super.rowsAt(x, y, among))
  }

  override overlaps(subject: Subject): RowOverlap[] {
    this.searched(subject.bounds)
    return this.findsAll(super.overlaps(subject))
  }

  override rowsMeeting(boxes: Iterable<Box>, most: number): number[] | null {
    const all = [...boxes]
    for (const box of all) this.searched(box)
    const rows = super.rowsMeeting(all, most)
    return rows && this.finds(rows)
  }

  override rowsWithin(area: Polygons): number[] {
    this.searched(boundsOf(area))
    return this.finds(super.rowsWithin(area))
  }

  override rowsNear(x: number, y: number, radius_m: number): RowNear[] {
    for (const box of boxesAround([x, y], radius_m)) this.searched(box)
    return this.findsAll(super.rowsNear(x, y, radius_m))
  }

  override linesNear(x: number, y: number, radius_m: number): RowAlong[] {
    for (const box of boxesAround([x, y], radius_m)) this.searched(box)
    return this.findsAll(super.linesNear(x, y, radius_m))
  }

  override rowsInBox(box: Box, most: number): { rows: number[]; isWhole: boolean } {
    this.searched(box)
    const found = super.rowsInBox(box, most)
    this.finds(found.rows)
    return found
  }

  override rowsOf(column: string, value: string): number[] {
    if (column === 'parcel_key') this.traced.counties.add(OWN_COUNTY)
    else if (column === 'county_fips') this.traced.counties.add(value)
    else this.traced.isWhole = true
    return this.finds(super.rowsOf(column, value))
  }

  override rowOfKey(key: string): number | null {
    this.traced.isWhole = true
    const row = super.rowOfKey(key)
    if (row !== null) this.found.add(row)
    return row
  }

  protected override partOf(row: number): number {
    this.read.add(row)
    return super.partOf(row)
  }

  private searched(box: Box): void {
    this.box = boxAround(this.box ? [this.box, box] : [box])
  }

  private finds(rows: number[]): number[] {
    for (const row of rows) this.found.add(row)
    return rows
  }

  private findsAll<T extends { row: number }>(found: T[]): T[] {
    for (const { row } of found) this.found.add(row)
    return found
  }
}

type TraceParts = Omit<TableTrace, 'counties'> & { counties: Set<string> }

function nothingTraced(): TraceParts {
  return { box: null, beyond_box: 0, beyond_point: 0, counties: new Set(), isWhole: false }
}

/** Opens shared packs in the thread that received them, to record where they are searched. */
export function tracedPacks(shared: SharedPacks): Map<string, TracedPack> {
  return new Map(shared.map(([table, parts]) => [table, new TracedPack(parts)]))
}

/** Ends the searches for one row in all tables. */
export function settleTraces(packs: ReadonlyMap<string, TracedPack>, subject: TracedSubject): void {
  for (const pack of packs.values()) pack.settle(subject)
}

/** The trace of each table since the last call. */
export function takeTraces(packs: ReadonlyMap<string, TracedPack>): Record<string, TableTrace> {
  return Object.fromEntries([...packs].map(([table, pack]) => [table, pack.takeTrace()]))
}

/** Joins the traces of two ranges of rows. */
export function joinTraces(a: TableTrace | undefined, b: TableTrace): TableTrace {
  if (!a) return b
  return {
    box: boxAround([a.box, b.box].filter((box) => box !== null)),
    beyond_box: Math.max(a.beyond_box, b.beyond_box),
    beyond_point: Math.max(a.beyond_point, b.beyond_point),
    counties: [...new Set([...a.counties, ...b.counties])].sort(),
    isWhole: a.isWhole || b.isWhole,
  }
}

/** How far the first box reaches beyond the second, in grid units. */
function beyond(box: Box, [west, south, east, north]: Box): number {
  return Math.max(0, west - box[0], south - box[1], box[2] - east, box[3] - north)
}
