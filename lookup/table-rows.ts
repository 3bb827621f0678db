import type { Reads } from '../layers/layer.ts'
import type {
  Coverage,
  Elsewhere,
  LocatedRow,
  NearbyRow,
  OverlappingRow,
  TableRows,
} from '../layers/location.ts'

/** Rows that share area with the parcel, and what the slivers that were left out add up to. */
export type RowsOnParcel = { found: OverlappingRow[]; slivers_m2: number }

export const NOTHING_ON_PARCEL: RowsOnParcel = { found: [], slivers_m2: 0 }

/** What a place can be asked about one table. */
export interface RowLookup {
  rowsAtPoint(table: string): LocatedRow[]
  rowsOnParcel(table: string): RowsOnParcel
  rowsKeyed(table: string, keyed: NonNullable<Reads['keyed']>): LocatedRow[]
  rowsNear(table: string, radius_m: number): NearbyRow[]
  /** Partitions of the table whose declared coverage holds the point. */
  coverageAt(table: string): Coverage[]
  /** Those whose declared coverage shares area with the parcel, and how much. */
  coverageOnParcel(table: string): Coverage[]
  partitions(table: string): Coverage[]
  hasTable(table: string): boolean
  elsewhere(table: string): Elsewhere
}

/**
 * The rows of one table, each kind found when a section first looks at it: most sections decide on
 * a part of what they may read.
 */
export class LazyTableRows implements TableRows {
  private readonly search: RowLookup
  private readonly reads: Reads
  // Fields of their own: an object that gets them in any order would have a shape for each order.
  private knownAtPoint: LocatedRow[] | null = null
  private knownOnParcel: RowsOnParcel | null = null
  private knownKeyed: LocatedRow[] | null = null
  private knownNear: NearbyRow[] | null = null
  private knownCoverage: Coverage[] | null = null
  private knownCoverageOnParcel: Coverage[] | null = null
  private knownSpoke: Coverage[] | null = null

  constructor(search: RowLookup, reads: Reads) {
    this.search = search
    this.reads = reads
  }

  get atPoint(): LocatedRow[] {
    this.knownAtPoint ??= this.search.rowsAtPoint(this.reads.table)
    return this.knownAtPoint
  }

  get onParcel(): OverlappingRow[] {
    return this.foundOnParcel.found
  }

  get slivers_m2(): number {
    return this.foundOnParcel.slivers_m2
  }

  private get foundOnParcel(): RowsOnParcel {
    const { table, onParcel } = this.reads
    this.knownOnParcel ??= onParcel ? this.search.rowsOnParcel(table) : NOTHING_ON_PARCEL
    return this.knownOnParcel
  }

  get keyed(): LocatedRow[] {
    const { table, keyed } = this.reads
    this.knownKeyed ??= keyed ? this.search.rowsKeyed(table, keyed) : []
    return this.knownKeyed
  }

  get near(): NearbyRow[] {
    const { table, near } = this.reads
    this.knownNear ??= near ? this.search.rowsNear(table, near.radius_m) : []
    return this.knownNear
  }

  get coverage(): Coverage[] {
    this.knownCoverage ??= this.search.coverageAt(this.reads.table)
    return this.knownCoverage
  }

  get coverageOnParcel(): Coverage[] {
    const { table, onParcel } = this.reads
    this.knownCoverageOnParcel ??= onParcel ? this.search.coverageOnParcel(table) : []
    return this.knownCoverageOnParcel
  }

  get contributed(): Coverage[] {
    this.knownSpoke ??= this.allThatSpoke()
    return this.knownSpoke
  }

  get inBuild(): boolean {
    return this.search.hasTable(this.reads.table)
  }

  get elsewhere(): Elsewhere {
    return this.search.elsewhere(this.reads.table)
  }

  private allThatSpoke(): Coverage[] {
    const { coverage } = this
    let others: Set<unknown> | null = null
    for (const found of [this.atPoint, this.onParcel, this.keyed, this.near])
      for (const { row } of found) {
        const { partition } = row
        if (coverage.some((each) => each.partition === partition)) continue
        others ??= new Set()
        others.add(partition)
      }
    if (!others) return coverage
    const silent = this.search
      .partitions(this.reads.table)
      .filter((each) => others.has(each.partition))
    return [...coverage, ...silent]
  }
}
