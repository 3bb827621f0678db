import type { Coverage } from './location.ts'
import type { Pack } from './packs/pack-reader.ts'

export type Partition = Coverage & { packRow: number }

/** Decoded once per pack: a build has as many partitions as counties, not as many as parcels. */
const partitionCache = new WeakMap<Pack, Map<string, Partition[]>>()

/** The partitions of a table, from the coverage pack. */
export function partitionsOf(pack: Pack, table: string): Partition[] {
  let byTable = partitionCache.get(pack)
  if (!byTable) {
    byTable = new Map()
    for (let packRow = 0; packRow < pack.rows; packRow++) {
      const values = pack.values(packRow) as unknown as Coverage & { table_name: string }
      const partition = { ...values, table: values.table_name, packRow, parcel_m2: 0 }
      byTable.set(partition.table, [...(byTable.get(partition.table) ?? []), partition])
    }
    partitionCache.set(pack, byTable)
  }
  return byTable.get(table) ?? []
}
