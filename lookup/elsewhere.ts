import type { GridPoint } from '../geometry/grid-point.ts'
import type { Box } from '../geometry/polygons.ts'
import type { Coverage, Elsewhere } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { isDeclared } from './covered-areas.ts'
import { LazyPackRow } from './lazy-pack-row.ts'
import { listPartitions, partitionsOf } from './partitions.ts'

/** The rows and coverages of one table around a location, read from the packs of a build. */
export class PackElsewhere implements Elsewhere {
  private readonly table: string
  private readonly pack: Pack | undefined
  private readonly coverage: Pack | undefined

  /** Either pack may be missing in the build; nothing is found then. */
  constructor(table: string, pack: Pack | undefined, coverage: Pack | undefined) {
    this.table = table
    this.pack = pack
    this.coverage = coverage
  }

  meeting(boxes: Iterable<Box>, most: number): LazyPackRow[] | null {
    const { pack } = this
    if (!pack) return []
    return pack.rowsMeeting(boxes, most)?.map((row) => new LazyPackRow(pack, row)) ?? null
  }

  holding([x, y]: GridPoint): LazyPackRow[] {
    const { pack } = this
    return pack ? pack.rowsAt(x, y).map((row) => new LazyPackRow(pack, row)) : []
  }

  covering([x, y]: GridPoint): Coverage[] {
    const { coverage, table } = this
    if (!coverage) return []
    const { byRow, rowsOf } = partitionsOf(coverage)
    return coverage.rowsAt(x, y, rowsOf.get(table) ?? []).map((row) => byRow[row])
  }

  partitions(names: ReadonlySet<unknown>): Coverage[] {
    return listPartitions(this.coverage, this.table).filter(({ partition }) => names.has(partition))
  }

  declares(partition: unknown): boolean {
    const { coverage, table } = this
    if (!coverage) return false
    const { byRow, rowsOf } = partitionsOf(coverage)
    const row = rowsOf.get(table)?.find((each) => byRow[each].partition === partition)
    return row !== undefined && isDeclared(coverage, row)
  }
}
