import { z } from 'zod'
import { columnsToRead, MappingEdition } from '../../layers/column-mapping.ts'
import { type FloodMapping, readFloodMapping } from '../../layers/flood/mapping.ts'
import { floodPanels, floodZones } from '../../layers/flood/tables.ts'
import { panelValues, zoneId, zoneValues } from '../../layers/flood/zone-values.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage, openLayerFile } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { DeclaredCoverage, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { type ConvertedRow, convertFeatures } from '../stages/convert.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { union } from '../stages/repair.ts'
import { writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'

export const FloodPartition = PartitionBase.extend({
  /** A file of `layers/flood/mappings`. */
  mapping: MappingEdition,
  zones: LayerFile,
  panels: LayerFile.nullable(),
  /** The study's panels, or a layer that declares what was studied. */
  coverage: z.union([z.literal('panels'), LayerFile]),
  /** Meaning of a location inside the coverage and outside every polygon, with its evidence. */
  outside: z.discriminatedUnion('means', [
    z.strictObject({ means: z.literal('unmapped'), evidence: z.null() }),
    z.strictObject({ means: z.literal('minimal'), evidence: z.string().min(20) }),
  ]),
  /** Datum of the elevations where no column states it but the study's documents do. */
  vertical_datum: z
    .strictObject({ datum: z.enum(['NAVD88', 'NGVD29']), evidence: z.string().min(10) })
    .nullable(),
  note: z.string().min(1),
})
type FloodPartition = z.infer<typeof FloodPartition>

export const flood: Pipeline<FloodPartition> = {
  id: 'flood',
  tables: [floodZones.name, floodPanels.name],
  partitions: () => readPartitions('flood', FloodPartition),
  run,
}

async function run(
  definition: FloodPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readFloodMapping(definition.mapping)
  const panels = await makePanels(definition, mapping, context)
  const coverage = await makeCoverage(definition, panels, context)
  const zones = await makeZones(definition, mapping, context)
  coverage.note = joinNotes(definition.note, `Coordinates: ${zones.operation}.`)
  const tables = [{ ...zones.table, coverage }]
  if (panels) tables.push({ ...panels.table, coverage })
  return tables
}

type Values = Record<string, PackValue>

async function makeZones(
  definition: FloodPartition,
  mapping: FloodMapping,
  context: PartitionContext,
) {
  const { id, ...columns } = mapping.zones
  const wanted = columnsToRead([...id, ...Object.values(columns)])
  const reader = await openLayerFile(definition.zones, wanted, context)
  const tally = new Tally()
  const datum = definition.vertical_datum?.datum ?? null
  const toValues = (feature: SourceFeature): Values => ({
    ...zoneValues(feature, mapping, datum, tally),
    flood_zone_key: zoneId(feature, mapping),
  })
  const rows = convertFeatures(reader.slices(), toValues, tally)
  const table = await writeTable(floodZones, rows, tally, context)
  return { table, operation: reader.operation }
}

async function makePanels(
  definition: FloodPartition,
  mapping: FloodMapping,
  context: PartitionContext,
) {
  if (!definition.panels || !mapping.panels) return null
  const columns = mapping.panels
  const wanted = columnsToRead(Object.values(columns))
  const reader = await openLayerFile(definition.panels, wanted, context)
  const tally = new Tally()
  const toValues = (feature: SourceFeature): Values => {
    const values = panelValues(feature, columns)
    return { ...values, flood_panel_key: values.panel }
  }
  const panels: ConvertedRow<Values>[] = []
  const rows = convertFeatures(reader.slices(), toValues, tally)
  const table = await writeTable(floodPanels, collectInto(rows, panels), tally, context)
  return { table, rows: panels }
}

/** Panels are a few hundred per county: their polygons are collected for the coverage. */
async function* collectInto(
  rows: AsyncGenerator<ConvertedRow<Values>[]>,
  panels: ConvertedRow<Values>[],
) {
  for await (const batch of rows) {
    panels.push(...batch)
    yield batch
  }
}

async function makeCoverage(
  definition: FloodPartition,
  panels: Awaited<ReturnType<typeof makePanels>>,
  context: PartitionContext,
): Promise<DeclaredCoverage> {
  const { means, evidence } = definition.outside
  const declared = { outside: means, evidence, note: '' }
  if (definition.coverage !== 'panels')
    return { ...(await declareCoverage(definition.coverage, context)), ...declared }
  if (!panels || panels.rows.length === 0) {
    const refused = Object.keys(panels?.table.tally.rejects ?? {}).join(', ')
    throw new StepError(
      'read the coverage',
      `flood/${context.partition}`,
      `it is declared from the panels, and none of its panels is usable: ${refused || 'none is named'}`,
      'Name a layer that declares what was studied as "coverage" in the partition file.',
    )
  }
  const polygons = union(panels.rows.map((panel) => panel.polygons))
  return { polygons, from: `${panels.rows.length} map panels of the study`, ...declared }
}
