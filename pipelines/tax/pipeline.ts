import { z } from 'zod'
import { MappingEdition } from '../../layers/column-mapping.ts'
import { tables } from '../../layers/tax/tables.ts'
import { declareCoverage, memberFile } from '../coverage.ts'
import {
  CountyOfPartition,
  LayerFile,
  PartitionBase,
  readPartitions,
  TableFile,
} from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { writeEstimates } from './estimate-rows.ts'
import { readSalesMapping } from './mapping.ts'
import { writeSales } from './sale-rows.ts'

export const TaxPartition = PartitionBase.extend({
  county: CountyOfPartition,
  /** A state's file of recorded sales, and the mapping that reads it; null when it has none. */
  sales: TableFile.extend({ mapping: MappingEdition }).nullable(),
  /** A third party's estimates; null when it has none. */
  estimates: TableFile.nullable(),
  /** The layer of the county whose sales or estimates these are; null when not stated. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
}).refine(({ sales, estimates }) => (sales === null) !== (estimates === null), {
  message: 'is of sales or of estimates: each has a publisher of its own',
})
type TaxPartition = z.infer<typeof TaxPartition>

/**
 * Sales and estimates. The roll itself is in the `parcels` table, which the parcel pipeline makes.
 */
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
        { file: await memberFile(sales, context), where: sales.where },
        await readSalesMapping(sales.mapping),
        county.fips,
        context,
      )
    : await writeEstimates(
        { file: await memberFile(estimates!, context), where: estimates!.where },
        county.fips,
        context,
      )
  return [{ ...written, coverage: declared }]
}
