import type { Coverage } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'

/** The partitions of a build, by their row in the coverage pack and by their table. */
export interface Partitions {
  byRow: Coverage[]
  /** Row numbers of each table's partitions, ascending. */
  rowsOf: Map<string, number[]>
}

/** Decoded once per pack; a build has as many partitions as counties. */
const partitionCache = new WeakMap<Pack, Partitions>()

/** Lists the partitions of a table, in the order of the coverage table; none without its pack. */
export function listPartitions(coverage: Pack | undefined, table: string): Coverage[] {
  if (!coverage) return []
  const { byRow, rowsOf } = partitionsOf(coverage)
  return (rowsOf.get(table) ?? []).map((row) => byRow[row])
}

/** Reads the partitions in a coverage pack. */
export function partitionsOf(pack: Pack): Partitions {
  const known = partitionCache.get(pack)
  if (known) return known
  const rowsOf = new Map<string, number[]>()
  const byRow = Array.from({ length: pack.rows }, (_, row) => {
    const values = pack.values(row) as unknown as Coverage & { table_name: string }
    const table = values.table_name
    const rows = rowsOf.get(table)
    if (rows) rows.push(row)
    else rowsOf.set(table, [row])
    return { ...values, table, parcel_m2: 0 }
  })
  const partitions = { byRow, rowsOf }
  partitionCache.set(pack, partitions)
  return partitions
}
