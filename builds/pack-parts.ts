import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Manifest } from '../catalog/manifest.ts'
import { packedColumnsOf, type Table } from '../packs/table.ts'
import { type PackedFile, type WrittenPack, writePack } from '../pipelines/stages/pack.ts'
import type { Progress } from '../terminal/progress.ts'
import type { BuildSteps } from './build-steps.ts'
import type { MadePartition, MadeTable } from './made-table.ts'

/**
 * Files of one pack. A search looks at each of them, by a box or by a key, and each stays open:
 * partitions past this number share files.
 */
export const PACK_PARTS_MAX = 64

/** A file of a pack: its name, and the partitions whose rows it has. */
export interface PackPartPlan<Partition extends { id: string } = MadePartition> {
  name: string
  partitions: Partition[]
}

/** A file of a pack as the manifest names it, with what the other steps read of it. */
export type MadePack = Manifest['packs'][number] &
  Pick<WrittenPack, 'invalid'> & {
    /** Name of the part. */
    part: string
    /** The partitions that it has, in the order of its rows. */
    partitions: PackedPartition[]
  }

/** The rows of a partition in a file of a pack. */
export interface PackedPartition extends PackedFile {
  id: string
  /** Hash of the rows: of the file where it has no others, else of the Parquet file. */
  content: string
}

/**
 * Plans the files of a pack: one a partition, so that a partition that changed rewrites its own
 * rows alone. Past the bound a hash of the partition's id chooses one of 64 files: a partition that
 * comes or goes moves no other, and one that changed rewrites a 64th of the rows.
 */
export function planParts<Partition extends { id: string }>(
  partitions: readonly Partition[],
): PackPartPlan<Partition>[] {
  if (partitions.length <= PACK_PARTS_MAX)
    return partitions.map((each) => ({ name: each.id, partitions: [each] }))
  const shared = new Map<string, Partition[]>()
  for (const each of partitions) {
    const number = hash('sha256', each.id, 'buffer')[0] % PACK_PARTS_MAX
    const name = `part-${`${number}`.padStart(2, '0')}`
    shared.set(name, [...(shared.get(name) ?? []), each])
  }
  return [...shared]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({ name, partitions: own }))
}

/**
 * Makes the packs of tables, or finds the files of those parts that did not change; with `only`
 * those of one part.
 */
export async function makePacks(
  tables: readonly MadeTable[],
  steps: BuildSteps,
  progress: Progress,
  only?: string,
): Promise<MadePack[]> {
  const packs: MadePack[] = []
  for (const { table, partitions } of tables)
    for (const part of planParts(partitions))
      if (only === undefined || part.name === only)
        packs.push(await makePart(table, part, steps, progress))
  return packs
}

async function makePart(
  table: Table,
  { name, partitions }: PackPartPlan,
  steps: BuildSteps,
  progress: Progress,
): Promise<MadePack> {
  const { key, geometry, lookups = [] } = table
  const columns = packedColumnsOf(table).map((column) => [column.name, column.type])
  const file = `packs/${table.name}/${name}.pack`
  const inputs = [table.name, file, key, geometry, lookups, columns, ...hashesOf(partitions)]
  const { value, files } = await steps.run('pack', inputs, async (folder) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await steps.bring(partitions.map(({ hashed }) => hashed.file))
    const rows = partitions.reduce((sum, { rows }) => sum + rows, 0)
    const parquet = partitions.map((partition) => partition.file)
    return await writePack(table, parquet, join(folder, file), rows, progress)
  })
  const { given, ...written } = value
  // A Parquet file has columns that no pack has: a change in those alone changes no derived row.
  const contents = partitions.length === 1 ? [files[0].sha256] : hashesOf(partitions)
  const own = partitions.map(({ id }, i) => ({ id, content: contents[i], ...given[i] }))
  return { table: table.name, ...files[0], ...written, part: name, partitions: own }
}

/** Hashes of the Parquet files of partitions, in their order. */
export function hashesOf(partitions: readonly MadePartition[]): string[] {
  return partitions.map(({ hashed }) => hashed.sha256)
}
