import { z } from 'zod'
import { columnsToRead, MappingEdition } from '../../layers/column-mapping.ts'
import { electricTerritories, tables, waterServiceAreas } from '../../layers/utilities/tables.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage, openLayerFile } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import { writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { writeInventory } from './inventory-rows.ts'
import { readUtilityMapping, type UtilityMapping } from './mapping.ts'
import { electricValues, waterValues } from './territory-values.ts'

export const UtilitiesPartition = PartitionBase.extend({
  /** A file of `pipelines/utilities/mappings`, which also names the table to make. */
  mapping: MappingEdition,
  file: LayerFile,
  /** A layer that declares the file's coverage; null when its source does not state it. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
})
export type UtilitiesPartition = z.infer<typeof UtilitiesPartition>

/** Wastewater by parcel, electric territories and water service areas, each from its publisher. */
export const utilities: Pipeline<UtilitiesPartition> = {
  id: 'utilities',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('utilities', UtilitiesPartition),
  run,
}

async function run(
  definition: UtilitiesPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readUtilityMapping(definition.mapping)
  const reader = await openLayerFile(
    definition.file,
    columnsToRead(Object.values(mapping.columns)),
    context,
  )
  const coverage = await declareCoverage(definition.coverage, context)
  const note = joinNotes(definition.note, `Coordinates: ${reader.operation}.`)
  if (mapping.table === 'wastewater_parcels') {
    const written = await writeInventory(reader, mapping, countyOf(definition, context), context)
    // The shapes of the inventory are dropped: the county's parcels have them.
    return [{ ...written, coverage: { ...coverage, note: definition.note } }]
  }
  const tally = new Tally()
  const rows = convertFeatures(
    reader.slices(),
    (feature) => valuesOf(feature, mapping, tally),
    tally,
  )
  const table = mapping.table === 'electric_territories' ? electricTerritories : waterServiceAreas
  return [{ ...(await writeTable(table, rows, tally, context)), coverage: { ...coverage, note } }]
}

function valuesOf(
  feature: Parameters<typeof electricValues>[0],
  mapping: Exclude<UtilityMapping, { table: 'wastewater_parcels' }>,
  tally: Tally,
) {
  return mapping.table === 'electric_territories'
    ? electricValues(feature, mapping, tally)
    : waterValues(feature, mapping, tally)
}

/** Parcel keys are made of a county's code: an inventory is read county by county. */
function countyOf({ county }: UtilitiesPartition, { partition }: PartitionContext) {
  if (county) return county
  throw new StepError(
    'read the partition',
    `utilities/${partition}`,
    'it is of an inventory by parcel, and names no county',
    'Give "county" in its file, and "where" if the file is of a whole state.',
  )
}
