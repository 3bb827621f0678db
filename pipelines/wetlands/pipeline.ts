import { z } from 'zod'
import type { Polygons } from '../../geometry/polygons.ts'
import { columnsToRead, MappingEdition } from '../../layers/column-mapping.ts'
import { readWetlandMapping, type WetlandMapping } from '../../layers/wetlands/mapping.ts'
import { wetlandProjects, wetlands as wetlandsTable } from '../../layers/wetlands/tables.ts'
import { wetlandValues } from '../../layers/wetlands/wetland-values.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage, openLayerFile } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { DeclaredCoverage, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { type ConvertedRow, convertFeatures } from '../stages/convert.ts'
import { union } from '../stages/repair.ts'
import { writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { projectValues } from './project-values.ts'

export const WetlandPartition = PartitionBase.extend({
  /** A file of `layers/wetlands/mappings`. */
  mapping: MappingEdition,
  wetlands: LayerFile,
  /** Project metadata: the mapped areas and their imagery. Null when the download lacks it. */
  projects: LayerFile.nullable(),
  /** The mapped projects, a layer that declares the mapped area, or null: not stated. */
  coverage: z.union([z.literal('projects'), LayerFile]).nullable(),
  note: z.string().min(1),
})
type WetlandPartition = z.infer<typeof WetlandPartition>

export const wetlands: Pipeline<WetlandPartition> = {
  id: 'wetlands',
  tables: [wetlandsTable.name, wetlandProjects.name],
  partitions: () => readPartitions('wetlands', WetlandPartition),
  run,
}

type Values = Record<string, PackValue>

async function run(
  definition: WetlandPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readWetlandMapping(definition.mapping)
  const projects = await makeProjects(definition, mapping, context)
  const coverage = await makeCoverage(definition, projects?.areas ?? [], context)
  const made = await makeWetlands(definition, mapping, context)
  coverage.note = joinNotes(definition.note, `Coordinates: ${made.operation}.`)
  const tables = [{ ...made.table, coverage }]
  if (projects) tables.push({ ...projects.table, coverage })
  return tables
}

async function makeWetlands(
  { wetlands: file }: WetlandPartition,
  mapping: WetlandMapping,
  context: PartitionContext,
) {
  const columns = columnsToRead(Object.values(mapping.wetlands))
  const reader = await openLayerFile(file, columns, context)
  const tally = new Tally()
  const rows = convertFeatures(
    reader.slices(),
    (feature) => wetlandValues(feature, mapping, tally),
    tally,
  )
  const table = await writeTable(wetlandsTable, rows, tally, context)
  return { table, operation: reader.operation }
}

async function makeProjects(
  { projects: file }: WetlandPartition,
  mapping: WetlandMapping,
  context: PartitionContext,
) {
  if (!file) return null
  const reader = await openLayerFile(file, columnsToRead(Object.values(mapping.projects)), context)
  const tally = new Tally()
  const areas: Polygons[] = []
  const rows = convertFeatures(
    reader.slices(),
    (feature) => projectValues(feature, mapping, tally),
    tally,
  )
  const table = await writeTable(wetlandProjects, collectMapped(rows, areas), tally, context)
  return { table, areas }
}

/** Projects are some hundreds a state: their mapped land is collected for the coverage. */
async function* collectMapped(batches: AsyncIterable<ConvertedRow<Values>[]>, areas: Polygons[]) {
  for await (const rows of batches) {
    for (const { values, polygons } of rows) if (values.is_mapped !== false) areas.push(polygons)
    yield rows
  }
}

async function makeCoverage(
  { coverage, projects }: WetlandPartition,
  areas: Polygons[],
  context: PartitionContext,
): Promise<DeclaredCoverage> {
  if (coverage !== 'projects') return { ...(await declareCoverage(coverage, context)), note: '' }
  if (areas.length === 0)
    throw new StepError(
      'read the coverage',
      `wetlands/${context.partition}`,
      projects
        ? 'it is declared from the mapping projects, and none of them is mapped and usable'
        : 'it is declared from the mapping projects, and no projects are named',
      'Name a layer that declares what was mapped as "coverage" in the partition file, or null.',
    )
  return {
    polygons: union(areas),
    from: `${areas.length} mapping projects`,
    outside: 'nothing',
    evidence: null,
    note: '',
  }
}
