import type { Reads } from '../layers/layer.ts'
import type {
  Coverage,
  Elsewhere,
  LocatedRow,
  NearbyRow,
  OverlappingRow,
  TableRows,
} from '../layers/location.ts'

/** Rows that share area with the parcel, and the total area of the slivers that were left out. */
export type RowsOnParcel = { found: OverlappingRow[]; slivers_m2: number }

export const NOTHING_ON_PARCEL: RowsOnParcel = { found: [], slivers_m2: 0 }

/** Searches for the rows of one table that concern a location. */
export interface RowLookup {
  rowsAtPoint(table: string): LocatedRow[]
  rowsOnParcel(table: string): RowsOnParcel
  rowsKeyed(table: string, keyed: NonNullable<Reads['keyed']>): LocatedRow[]
  rowsNear(table: string, radius_m: number): NearbyRow[]
  /** Finds the partitions of the table whose declared coverage holds the point. */
  coverageAt(table: string): Coverage[]
  /** Finds the partitions whose declared coverage shares area with the parcel, and how much. */
  coverageOnParcel(table: string): Coverage[]
  partitions(table: string): Coverage[]
  hasTable(table: string): boolean
  elsewhere(table: string): Elsewhere
}

/**
 * The rows of one table. Each kind is searched for at first use: most sections decide on a part of
 * what they may read.
 */
export class LazyTableRows implements TableRows {
  private readonly lookup: RowLookup
  private readonly reads: Reads
  // Declared fields: assigned in varying order, they would give objects of varying hidden classes.
  private knownAtPoint: LocatedRow[] | null = null
  private knownOnParcel: RowsOnParcel | null = null
  private knownKeyed: LocatedRow[] | null = null
  private knownNear: NearbyRow[] | null = null
  private knownCoverage: Coverage[] | null = null
  private knownCoverageOnParcel: Coverage[] | null = null
  private knownContributed: Coverage[] | null = null

  constructor(lookup: RowLookup, reads: Reads) {
    this.lookup = lookup
    this.reads = reads
  }

  get atPoint(): LocatedRow[] {
    this.knownAtPoint ??= this.lookup.rowsAtPoint(this.reads.table)
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
    this.knownOnParcel ??= onParcel ? this.lookup.rowsOnParcel(table) : NOTHING_ON_PARCEL
    return this.knownOnParcel
  }

  get keyed(): LocatedRow[] {
    const { table, keyed } = this.reads
    this.knownKeyed ??= keyed ? this.lookup.rowsKeyed(table, keyed) : []
    return this.knownKeyed
  }

  get near(): NearbyRow[] {
    const { table, near } = this.reads
    this.knownNear ??= near ? this.lookup.rowsNear(table, near.radius_m) : []
    return this.knownNear
  }

  get coverage(): Coverage[] {
    this.knownCoverage ??= this.lookup.coverageAt(this.reads.table)
    return this.knownCoverage
  }

  get coverageOnParcel(): Coverage[] {
    const { table, onParcel } = this.reads
    this.knownCoverageOnParcel ??= onParcel ? this.lookup.coverageOnParcel(table) : []
    return this.knownCoverageOnParcel
  }

  get contributed(): Coverage[] {
    this.knownContributed ??= this.allContributed()
    return this.knownContributed
  }

  get inBuild(): boolean {
    return this.lookup.hasTable(this.reads.table)
  }

  get elsewhere(): Elsewhere {
    return this.lookup.elsewhere(this.reads.table)
  }

  private allContributed(): Coverage[] {
    const { coverage } = this
    const partitions = this.lookup.partitions(this.reads.table)
    // No row is of another partition where all of them cover the point.
    if (coverage.length === partitions.length) return coverage
    let others: Set<unknown> | null = null
    for (const found of [this.atPoint, this.onParcel, this.keyed, this.near])
      for (const { row } of found) {
        const { partition } = row
        if (coverage.some((each) => each.partition === partition)) continue
        others ??= new Set()
        others.add(partition)
      }
    if (!others) return coverage
    const uncovering = partitions.filter((each) => others.has(each.partition))
    return [...coverage, ...uncovering]
  }
}
