import { LAYERS } from '../layers/index.ts'
import type { PartitionJob } from './plan.ts'

/** The most that the partitions that run can change in a build, besides its tables. */
export interface PlanEffects {
  /** Partitions of each table whose pack is written anew, and all partitions of the table. */
  packs: { table: string; partitions: number; of: number }[]
  /** Layers whose archives are written anew: regions without a change are copied. */
  archives: string[]
}

/**
 * Lists the packs and archives that depend on the partitions that run. The tables of coverages,
 * addresses and facts, and the DuckDB file follow from them too; results with equal inputs are
 * taken from the store.
 */
export function effectsOf(jobs: readonly PartitionJob[]): PlanEffects {
  const packs = new Map<string, { partitions: number; of: number }>()
  for (const { pipeline, isStored } of jobs)
    for (const table of pipeline.tables) {
      const known = packs.get(table) ?? { partitions: 0, of: 0 }
      packs.set(table, { partitions: known.partitions + (isStored ? 0 : 1), of: known.of + 1 })
    }
  const changed = [...packs].filter(([, { partitions }]) => partitions > 0)
  const tables = new Set(changed.map(([table]) => table))
  return {
    packs: changed.map(([table, counts]) => ({ table, ...counts })),
    archives: LAYERS.filter(({ archive }) => archive && tables.has(archive.table)).map(
      ({ id }) => id,
    ),
  }
}
