import type { HashedFile, Manifest } from '../catalog/manifest.ts'
import { addresses, localities, streets } from '../geocoder/tables/lookup-tables.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { Table } from '../packs/table.ts'
import type { Progress } from '../terminal/progress.ts'
import { ADDRESS_SOURCES, makeAddressTables } from './address-tables.ts'
import type { BuildSteps } from './build-steps.ts'
import { contentsOf } from './column-content.ts'
import { writeCoverage } from './coverage-rows.ts'
import { type MadeTable, type PlatformTable, platformTable } from './made-table.ts'
import type { FinishedPartition } from './partition-job.ts'
import { NAMED_TABLES, writeSearchIndex } from './search-index.ts'

type Packs = Manifest['packs']

/** Places and bounds of the steps that read packs. */
export interface PlatformOptions {
  /** Folder of the build. */
  folder: string
  /** Folder to spill into. */
  work: string
  memoryBytes: number
  workers: number
  progress: Progress
}

/** A table of the platform in a form that is JSON. */
type Written = Omit<PlatformTable, 'table'> & { table: string }

/** Makes the table of what the partitions declare to cover. */
export async function makeCoverage(
  finished: readonly FinishedPartition[],
  steps: BuildSteps,
  folder: string,
): Promise<MadeTable> {
  const inputs = finished.map(({ partition, county, area_name, tables }) => [
    partition,
    county,
    area_name,
    tables.map(({ table, coverage, source }) => [table, coverage, source]),
  ])
  const { value, files } = await steps.run('coverage', inputs, async (into) => ({
    table: coverageTable.name,
    rows: await writeCoverage(finished, into),
    madeFrom: 'the coverages that the partitions declare',
  }))
  return madeOf([value], files, folder)[0]
}

/**
 * Makes the tables that addresses are looked up in. `tables` are those of the packs: where one
 * states which columns addresses are gathered from, other columns may change.
 */
export async function makeAddresses(
  packs: Packs,
  tables: readonly MadeTable[],
  steps: BuildSteps,
  { folder, ...options }: PlatformOptions,
): Promise<MadeTable[]> {
  const sources = packsOf(packs, ADDRESS_SOURCES)
  const inputs: string[][] = []
  for (const made of tables) {
    const { name, addressColumns } = made.table
    if (!ADDRESS_SOURCES.includes(name)) continue
    if (addressColumns) inputs.push([name, ...(await contentsOf(made, addressColumns, steps))])
    else inputs.push(...hashesOf(packsOf(packs, [name])))
  }
  const { value, files } = await steps.run('addresses', inputs, async (into) => {
    await steps.bring(sources.map(({ file }) => file))
    return (await makeAddressTables(packs, folder, { ...options, into })).map(written)
  })
  return madeOf(value, files, folder)
}

/** Makes the index of streets and places; null where the build has neither. */
export async function makeSearch(
  packs: Packs,
  steps: BuildSteps,
  { folder, progress }: PlatformOptions,
): Promise<Manifest['search']> {
  const sources = packsOf(packs, NAMED_TABLES)
  const { value, files } = await steps.run('search', hashesOf(sources), async (into) => {
    await steps.bring(sources.map(({ file }) => file))
    return await writeSearchIndex(packs, folder, { into, progress })
  })
  return value === null ? null : { ...files[0], items: value }
}

const PLATFORM_TABLES = [coverageTable, addresses, streets, localities]

function written({ table, ...rest }: PlatformTable): Written {
  return { table: table.name, ...rest }
}

function madeOf(
  tables: readonly Written[],
  files: readonly HashedFile[],
  folder: string,
): MadeTable[] {
  return tables.map(({ table: name, ...rest }) => {
    const table = PLATFORM_TABLES.find((each) => each.name === name) as Table
    return platformTable({ table, ...rest }, files, folder)
  })
}

function packsOf(packs: Packs, tables: readonly string[]): Packs {
  return packs.filter(({ table }) => tables.includes(table))
}

/** Names and hashes of packs, in their order. */
function hashesOf(packs: Packs): string[][] {
  return packs.map(({ table, file, sha256 }) => [table, file, sha256])
}
