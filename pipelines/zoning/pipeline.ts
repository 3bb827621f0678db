import { z } from 'zod'
import { MappingEdition } from '../../layers/column-mapping.ts'
import { futureLandUse, zoningDistricts, zoningDocuments } from '../../layers/zoning/tables.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { openLayerFile } from '../coverage.ts'
import { DeclaredArea, readDeclaredArea } from '../declared-area.ts'
import { LayerFile, PartitionBase, readPartitions, TableFile } from '../partition.ts'
import type { DeclaredCoverage, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { type ConvertedRow, convertFeatures } from '../stages/convert.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { codedValues, columnsOfLayer, districtValues, type Values } from './district-values.ts'
import { writeDocuments } from './documents-table.ts'
import { type CodedLayer, readZoningMapping, type ZoningMapping } from './mapping.ts'
import { DimensionalTable } from './standards.ts'

export const ZoningPartition = PartitionBase.extend({
  /** A file of `pipelines/zoning/mappings`. */
  mapping: MappingEdition,
  base: LayerFile,
  /** Files of the mapping's overlays, by its names for them. */
  overlays: z.record(z.string(), LayerFile).default({}),
  future_land_use: LayerFile.nullable(),
  /** The CSV of the dimensional table, where the mapping reads one. */
  standards: TableFile.nullable(),
  /** The land that the authority zones; null when no source states it. */
  coverage: DeclaredArea.nullable(),
  note: z.string().min(1),
})
export type ZoningPartition = z.infer<typeof ZoningPartition>

export const zoning: Pipeline<ZoningPartition> = {
  id: 'zoning',
  tables: [zoningDistricts.name, futureLandUse.name, zoningDocuments.name],
  partitions: () => readPartitions('zoning', ZoningPartition),
  async run(definition, context) {
    return await makeZoning(definition, await readZoningMapping(definition.mapping), context)
  },
}

/** Makes the tables of one authority. A table that would have no row is not made. */
export async function makeZoning(
  definition: ZoningPartition,
  mapping: ZoningMapping,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const districts = await makeDistricts(definition, mapping, context)
  const plan = await makePlan(definition, mapping, context)
  const documents = await writeDocuments(mapping, context)
  const coverage = await makeCoverage(definition, districts.operation, context)
  const tables = [districts.table, plan, documents].filter((table) => table !== null)
  return tables.map((table) => ({ ...table, coverage }))
}

async function makeDistricts(
  definition: ZoningPartition,
  mapping: ZoningMapping,
  context: PartitionContext,
) {
  const tally = new Tally()
  const standards = await DimensionalTable.open(
    mapping.standards,
    definition.standards,
    context,
    tally,
  )
  const layers = layersOf(definition, mapping, context)
  const operations = new Set<string>()
  async function* rows(): AsyncGenerator<ConvertedRow<Values>[]> {
    for (const { file, layer, isOverlay } of layers) {
      const reader = await openCounting(file, layer, tally, context)
      operations.add(reader.operation)
      const toValues = (feature: SourceFeature) =>
        districtValues(feature, { layer, isOverlay }, mapping, standards, tally)
      yield* convertFeatures(reader.slices(), toValues, tally)
    }
  }
  const table = await writeTable(zoningDistricts, rows(), tally, context)
  standards.countUnused(tally)
  return { table, operation: [...operations].join('; ') }
}

/** Opens a layer, and counts the features that the partition's filter leaves out. */
async function openCounting(
  file: LayerFile,
  layer: CodedLayer,
  tally: Tally,
  context: PartitionContext,
) {
  const reader = await openLayerFile(file, columnsOfLayer(layer), context)
  if (file.where === undefined) return reader
  const whole = await openLayerFile({ ...file, where: undefined }, { columns: [] }, context)
  tally.add('zoning.left_out_by_where', whole.count - reader.count)
  return reader
}

interface DistrictLayer {
  file: LayerFile
  layer: CodedLayer
  isOverlay: boolean
}

/** The base layer, then the overlays. Throws `StepError` where mapping and partition differ. */
function layersOf(
  { base, overlays }: ZoningPartition,
  mapping: ZoningMapping,
  { partition }: PartitionContext,
): DistrictLayer[] {
  const [files, known] = [Object.keys(overlays), Object.keys(mapping.overlays)].map((names) =>
    names.sort().join(', '),
  )
  if (files !== known)
    throw new StepError(
      'read the partition',
      `zoning/${partition}`,
      `it has overlays ${files || 'none'}, but its mapping has ${known || 'none'}`,
      'Name every overlay in both, under one name.',
    )
  return [
    { file: base, layer: mapping.base, isOverlay: false },
    ...Object.entries(overlays).map(([name, file]) => ({
      file,
      layer: mapping.overlays[name],
      isOverlay: true,
    })),
  ]
}

async function makePlan(
  definition: ZoningPartition,
  mapping: ZoningMapping,
  context: PartitionContext,
) {
  const [file, layer] = [definition.future_land_use, mapping.future_land_use]
  if (!file || !layer) return null
  const tally = new Tally()
  const reader = await openCounting(file, layer, tally, context)
  const { jurisdiction, authority_level } = mapping
  const toValues = (feature: SourceFeature): Values => ({
    jurisdiction,
    authority_level,
    ...codedValues(feature, layer, null, tally),
  })
  const rows = convertFeatures(reader.slices(), toValues, tally)
  return await writeTable(futureLandUse, rows, tally, context)
}

async function makeCoverage(
  { coverage, note }: ZoningPartition,
  operation: string,
  context: PartitionContext,
): Promise<DeclaredCoverage> {
  const area = coverage && (await readDeclaredArea(coverage, context))
  return {
    polygons: area?.polygons ?? null,
    from: area?.from ?? 'the source does not say what it covers',
    outside: 'nothing',
    evidence: null,
    note: joinNotes(note, `Coordinates: ${operation}.`),
  }
}
