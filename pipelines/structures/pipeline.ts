import { z } from 'zod'
import { MappingEdition } from '../../layers/column-mapping.ts'
import { buildingFootprints, structureInventory } from '../../layers/structures/tables.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage, memberFile, openLayerFile } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertFeatures, convertPoints } from '../stages/convert.ts'
import { columnNames } from '../stages/read.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { type WrittenTable, writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { footprintColumns, footprintValues, measured } from './footprint-values.ts'
import { inventoryColumns, inventoryValues } from './inventory-values.ts'
import { type FootprintMapping, type InventoryMapping, readStructureMapping } from './mapping.ts'

export const StructuresPartition = PartitionBase.extend({
  /** A file of `pipelines/structures/mappings`: outlines or points, and their columns. */
  mapping: MappingEdition,
  /** The outlines of buildings, or the points of the inventory. */
  file: LayerFile,
  /** A layer that declares the source's coverage; null when it declares none. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
})
export type StructuresPartition = z.infer<typeof StructuresPartition>

export const structures: Pipeline<StructuresPartition> = {
  id: 'structures',
  tables: [buildingFootprints.name, structureInventory.name],
  partitions: () => readPartitions('structures', StructuresPartition),
  run,
}

/** One partition is one product of one source: outlines, or points of the inventory. */
async function run(
  definition: StructuresPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readStructureMapping(definition.mapping)
  const { table, operation } =
    mapping.product === 'footprints'
      ? await makeFootprints(definition, mapping, context)
      : await makeInventory(definition, mapping, context)
  const coverage = await declareCoverage(definition.coverage, context)
  return [
    {
      ...table,
      coverage: { ...coverage, note: joinNotes(definition.note, `Coordinates: ${operation}.`) },
    },
  ]
}

async function makeFootprints(
  definition: StructuresPartition,
  mapping: FootprintMapping,
  context: PartitionContext,
): Promise<{ table: WrittenTable; operation: string }> {
  const reader = await openLayerFile(definition.file, footprintColumns(mapping), context)
  const tally = new Tally()
  const toValues = (feature: SourceFeature) => footprintValues(feature, mapping, tally)
  const rows = measured(convertFeatures(reader.slices(), toValues, tally), tally)
  const table = await writeTable(buildingFootprints, rows, tally, context)
  return { table, operation: reader.operation }
}

async function makeInventory(
  definition: StructuresPartition,
  mapping: InventoryMapping,
  context: PartitionContext,
): Promise<{ table: WrittenTable; operation: string }> {
  const { asset, member, layer } = definition.file
  const path = await memberFile(definition.file, context)
  const columns = inventoryColumns(mapping, columnNames(path, layer), `${asset} ${member}`)
  const reader = await openLayerFile(definition.file, columns, context)
  const tally = new Tally()
  const toValues = (feature: SourceFeature) => inventoryValues(feature, mapping, tally)
  const rows = convertPoints(reader.slices(), toValues, tally)
  const table = await writeTable(structureInventory, rows, tally, context)
  return { table, operation: reader.operation }
}
