import { z } from 'zod'
import { oldestCopy } from '../../catalog/clocks.ts'
import { findLock } from '../../catalog/lock.ts'
import { MappingEdition } from '../../layers/column-mapping.ts'
import { tables } from '../../layers/market/tables.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage, memberFile } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions, refuseWhere, TableFile } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { Tally } from '../stages/tally.ts'
import { readCsvRecords } from './csv-records.ts'
import { readJsonRecords } from './json-records.ts'
import { readMarketMapping } from './mapping.ts'
import { writeObservations } from './observation-tables.ts'
import { ObservationReader } from './observation-values.ts'

export const MarketPartition = PartitionBase.extend({
  /** A file of `pipelines/market/mappings`: the provider's columns, and how its file is written. */
  mapping: MappingEdition,
  file: TableFile,
  /** The area that the provider's licence or product covers; null when not stated. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
})
export type MarketPartition = z.infer<typeof MarketPartition>

/** One partition is one provider's file: of one county, or of an area whose rows name theirs. */
export const market: Pipeline<MarketPartition> = {
  id: 'market',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('market', MarketPartition),
  run,
}

/** Providers give latitude and longitude and do not state their datum. */
const POINT_FRAME = 'Coordinates: latitude and longitude, taken as WGS 84.'

async function run(
  { lock, mapping: id, file, county, coverage, note }: MarketPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readMarketMapping(id)
  if (mapping.format !== 'csv') refuseWhere(file)
  const path = await memberFile(file, context)
  const tally = new Tally()
  const records =
    mapping.format === 'csv'
      ? readCsvRecords({ file: path, where: file.where }, mapping, context, tally)
      : readJsonRecords(path, mapping, tally)
  const reader = new ObservationReader(mapping)
  const of = { reader, fips: county?.fips ?? null, copiedOn: await copyDay(lock) }
  const written = await writeObservations(records, of, tally, context)
  const declared = await declareCoverage(coverage, context)
  return written.map((made) => {
    const frame = made.table.geometry === 'points' ? POINT_FRAME : null
    return { ...made, coverage: { ...declared, note: joinNotes(note, frame) } }
  })
}

/**
 * The day from which answers count ages; null for a lock that is not in the catalog, as in tests.
 */
async function copyDay(lock: string): Promise<string | null> {
  const found = await findLock(lock)
  return found && oldestCopy(found).slice(0, 10)
}
