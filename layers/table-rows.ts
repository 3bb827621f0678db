import type { Reads } from './layer.ts'
import type { Coverage, Found, FoundNear, FoundOverlap, TableRows } from './location.ts'

/** What a place can be asked about one table. */
export interface Search {
  rowsAtPoint(table: string): Found[]
  rowsOnParcel(table: string): FoundOverlap[]
  rowsKeyed(table: string, keyed: NonNullable<Reads['keyed']>): Found[]
  rowsNear(table: string, radius_m: number): FoundNear[]
  /** Partitions of the table whose declared coverage holds the point. */
  coverageAt(table: string): Coverage[]
  /** Those whose declared coverage shares area with the parcel, and how much. */
  coverageOnParcel(table: string): Coverage[]
  partitions(table: string): Coverage[]
  hasTable(table: string): boolean
}

/**
 * The rows of one table, each kind found when a section first looks at it: most sections decide on
 * a part of what they may read.
 */
export class LazyTableRows implements TableRows {
  private readonly search: Search
  private readonly reads: Reads
  private readonly known: Partial<TableRows> = {}

  constructor(search: Search, reads: Reads) {
    this.search = search
    this.reads = reads
  }

  get atPoint(): Found[] {
    this.known.atPoint ??= this.search.rowsAtPoint(this.reads.table)
    return this.known.atPoint
  }

  get onParcel(): FoundOverlap[] {
    const { table, onParcel } = this.reads
    this.known.onParcel ??= onParcel ? this.search.rowsOnParcel(table) : []
    return this.known.onParcel
  }

  get keyed(): Found[] {
    const { table, keyed } = this.reads
    this.known.keyed ??= keyed ? this.search.rowsKeyed(table, keyed) : []
    return this.known.keyed
  }

  get near(): FoundNear[] {
    const { table, near } = this.reads
    this.known.near ??= near ? this.search.rowsNear(table, near.radius_m) : []
    return this.known.near
  }

  get coverage(): Coverage[] {
    this.known.coverage ??= this.search.coverageAt(this.reads.table)
    return this.known.coverage
  }

  get coverageOnParcel(): Coverage[] {
    const { table, onParcel } = this.reads
    this.known.coverageOnParcel ??= onParcel ? this.search.coverageOnParcel(table) : []
    return this.known.coverageOnParcel
  }

  get spoke(): Coverage[] {
    this.known.spoke ??= this.allThatSpoke()
    return this.known.spoke
  }

  get inBuild(): boolean {
    return this.search.hasTable(this.reads.table)
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
