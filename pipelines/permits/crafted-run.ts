import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { PermitMapping } from '../../layers/permits/mapping.ts'
import { permits as table } from '../../layers/permits/tables.ts'
import { parquetRows, runCrafted } from '../crafted-partition.ts'
import type { PartitionContext, PartitionTable } from '../pipeline.ts'
import {
  CITY_FEATURES,
  craftCity,
  craftCounty,
  craftedMapping,
  craftLimits,
  craftTown,
  PARTITIONS,
} from './crafted-feeds.ts'
import { makePermits, type PermitsPartition, permits } from './pipeline.ts'

/** What of the crafted feeds is to be otherwise. */
export interface CraftedFeeds {
  definition: PermitsPartition
  county: [lines?: string[], header?: string]
  town: [pages?: unknown[], works?: unknown]
  city: unknown
  /** What is thrown for these assets in place of their folder. */
  failing: Record<string, Error>
  /** URLs that assets came from, by their names. */
  urls: Record<string, string>
  /** Other assets by name. */
  assets: Record<string, string>
  mappingOf: (id: string) => Promise<PermitMapping>
}

/** Makes the table of a crafted partition, in a folder of the test's own. */
export async function makeCrafted(
  folder: string,
  partition: keyof typeof PARTITIONS,
  crafted: Partial<CraftedFeeds> = {},
): Promise<PartitionTable> {
  const { county = [], town = [], city = CITY_FEATURES, failing = {} } = crafted
  const own = (name: string) => mkdtemp(join(folder, `${name}-`))
  const assets = {
    'county.zip': craftCounty(await own('county'), ...county),
    'town.zip': craftTown(await own('town'), ...town),
    'city.geojson': craftCity(await own('city'), city),
    'limits.zip': craftLimits(await own('limits')),
    ...crafted.assets,
  }
  const run = (definition: PermitsPartition, context: PartitionContext) =>
    makePermits(definition, crafted.mappingOf ?? craftedMapping, {
      ...context,
      asset: async (name) => {
        if (failing[name]) throw failing[name]
        return context.asset(name)
      },
    })
  const definition = crafted.definition ?? PARTITIONS[partition]
  const made = await runCrafted({ ...permits, run }, definition, {
    ...{ folder, partition, assets },
    urls: crafted.urls,
  })
  return made.get(table.name)!
}

/** Its rows by key. */
export async function craftedRows({ file }: PartitionTable) {
  const rows = await parquetRows(table, file)
  return rows.sort((a, b) => (`${a.values.permit_key}` < `${b.values.permit_key}` ? -1 : 1))
}

/** The numbers of its permits, by key. */
export async function craftedNumbers(made: PartitionTable): Promise<unknown[]> {
  return (await craftedRows(made)).map(({ values }) => values.permit_number)
}
