import { boxesAround } from '../geometry/distance.ts'
import type { Subject } from '../geometry/overlap.ts'
import { type Box, boundsOf, boxAround, type Polygons } from '../geometry/polygons.ts'
import type { SharedPacks } from '../lookup/open-packs.ts'
import { EDGE_MARGIN, type RowAlong, type RowNear, type RowOverlap } from '../packs/pack-part.ts'
import { Pack, rangeOf } from '../packs/pack-reader.ts'

/** Where a table was searched for answers, in a form that is JSON. */
export interface TableTrace {
  /** Box of all searches by place, in grid units. */
  box: Box | null
  /** FIPS codes that rows were searched by; `OWN_COUNTY` stands for those of the subject. */
  counties: string[]
  /** Searched by something that any row may have. */
  isWhole: boolean
  /** Numbers of the partitions whose rows were read. */
  partitions: number[]
}

/** Keys of parcels are hashes of their county and their id: no other county has them. */
export const OWN_COUNTY = 'own'

/** A pack that records where it is searched. */
export class TracedPack extends Pack {
  private box: Box | null = null
  private counties = new Set<string>()
  private isWhole = false
  private readonly starts: readonly number[]
  private read = new Set<number>()

  /** `starts` are the numbers of the first rows of the partitions, ascending. */
  constructor(parts: ConstructorParameters<typeof Pack>[0], starts: readonly number[]) {
    super(parts)
    this.starts = starts
  }

  /** The trace since the last call. */
  takeTrace(): TableTrace {
    const { box, isWhole } = this
    const trace = { box, isWhole, counties: [...this.counties], partitions: [...this.read] }
    this.box = null
    this.isWhole = false
    this.counties = new Set()
    this.read = new Set()
    return trace
  }

  override rowsAt(x: number, y: number, among?: readonly number[]): number[] {
    const m = EDGE_MARGIN
    this.searched([x - m, y - m, x + m, y + m])
    return super.rowsAt(x, y, among)
  }

  override overlaps(subject: Subject): RowOverlap[] {
    this.searched(subject.bounds)
    return super.overlaps(subject)
  }

  override rowsMeeting(boxes: Iterable<Box>, most: number): number[] | null {
    const all = [...boxes]
    for (const box of all) this.searched(box)
    return super.rowsMeeting(all, most)
  }

  override rowsWithin(area: Polygons): number[] {
    this.searched(boundsOf(area))
    return super.rowsWithin(area)
  }

  override rowsNear(x: number, y: number, radius_m: number): RowNear[] {
    for (const box of boxesAround([x, y], radius_m)) this.searched(box)
    return super.rowsNear(x, y, radius_m)
  }

  override linesNear(x: number, y: number, radius_m: number): RowAlong[] {
    for (const box of boxesAround([x, y], radius_m)) this.searched(box)
    return super.linesNear(x, y, radius_m)
  }

  override rowsInBox(box: Box, most: number): { rows: number[]; isWhole: boolean } {
    this.searched(box)
    return super.rowsInBox(box, most)
  }

  override rowsOf(column: string, value: string): number[] {
    if (column === 'parcel_key') this.counties.add(OWN_COUNTY)
    else if (column === 'county_fips') this.counties.add(value)
    else this.isWhole = true
    return super.rowsOf(column, value)
  }

  override rowOfKey(key: string): number | null {
    this.isWhole = true
    return super.rowOfKey(key)
  }

  protected override partOf(row: number): number {
    this.read.add(rangeOf(row, this.starts))
    return super.partOf(row)
  }

  private searched(box: Box): void {
    this.box = boxAround(this.box ? [this.box, box] : [box])
  }
}

/** Numbers of the first rows of the partitions of each table. */
export type PartitionStarts = Record<string, number[]>

/** Opens shared packs in the thread that received them, to record where they are searched. */
export function tracedPacks(shared: SharedPacks, starts: PartitionStarts): Map<string, TracedPack> {
  return new Map(shared.map(([table, parts]) => [table, new TracedPack(parts, starts[table])]))
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
    counties: [...new Set([...a.counties, ...b.counties])].sort(),
    isWhole: a.isWhole || b.isWhole,
    partitions: [...new Set([...a.partitions, ...b.partitions])].sort((x, y) => x - y),
  }
}
