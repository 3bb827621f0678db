import { z } from 'zod'
import { tables } from '../../layers/tax/tables.ts'
import { declareCoverage, memberFile } from '../coverage.ts'
import {
  AssetName,
  CountyOfPartition,
  LayerFile,
  PartitionBase,
  readPartitions,
} from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { writeEstimates } from './estimate-rows.ts'
import { readSalesMapping } from './mapping.ts'
import { writeSales } from './sale-rows.ts'

const CsvFile = z.strictObject({ asset: AssetName, member: z.string().min(1) })

export const TaxPartition = PartitionBase.extend({
  county: CountyOfPartition,
  /** A state's file of recorded sales, and the mapping that reads it; null when it has none. */
  sales: CsvFile.extend({ mapping: z.string().regex(/^[a-z0-9-]+$/) }).nullable(),
  /** A third party's estimates; null when it has none. */
  estimates: CsvFile.nullable(),
  /** The county whose sales or estimates these are; null where the source does not say. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
}).refine(({ sales, estimates }) => (sales === null) !== (estimates === null), {
  message: 'is of sales or of estimates: each has a publisher of its own',
})
type TaxPartition = z.infer<typeof TaxPartition>

/** Sales and estimates. The roll itself is in the `parcels` table, which the parcel pipeline makes. */
export const tax: Pipeline<TaxPartition> = {
  id: 'tax',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('tax', TaxPartition),
  run,
}

async function run(
  { county, sales, estimates, coverage, note }: TaxPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const declared = { ...(await declareCoverage(coverage, context)), note }
  const written = sales
    ? await writeSales(
        await memberFile(sales, context),
        await readSalesMapping(sales.mapping),
        county.fips,
        context,
      )
    : await writeEstimates(await memberFile(estimates!, context), county.fips, context)
  return [{ ...written, coverage: declared }]
}
