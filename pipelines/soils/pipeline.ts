import { join } from 'node:path'
import { z } from 'zod'
import { soilComponents, soilMapUnits } from '../../layers/soils/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { RowError } from '../../values/row-error.ts'
import { declareCoverage, openLayerFile } from '../coverage.ts'
import { AssetName, LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { writeSql, writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { componentRows, countComponents } from './component-rows.ts'
import { type MapUnitValues, readMapUnitValues } from './map-unit-values.ts'

export const SoilsPartition = PartitionBase.extend({
  /** `soilmu_a_<area>.shp`, or gSSURGO's MUPOLYGON: polygons with MUSYM and MUKEY. */
  map_units: LayerFile,
  /** The export's tabular files, at any depth of `folder`; null where only polygons are held. */
  tabular: z
    .strictObject({
      asset: AssetName,
      /** Folder of one survey area, where the asset holds several. */
      folder: z
        .string()
        .regex(/^[A-Za-z0-9_-]+$/)
        .optional(),
    })
    .nullable(),
  /** `soilsa_a_<area>.shp`, or what the polygons were clipped to. */
  coverage: LayerFile,
  note: z.string().min(1),
})
type SoilsPartition = z.infer<typeof SoilsPartition>

export const soils: Pipeline<SoilsPartition> = {
  id: 'soils',
  tables: [soilMapUnits.name, soilComponents.name],
  partitions: () => readPartitions('soils', SoilsPartition),
  run,
}

async function run(
  definition: SoilsPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const tally = new Tally()
  const values = await readTables(definition, tally, context)
  const declared = await declareCoverage(definition.coverage, context)
  const units = await makeMapUnits(definition, values, tally, context)
  const coverage = {
    ...declared,
    note: joinNotes(definition.note, `Coordinates: ${units.operation}.`),
  }
  const tables = [{ ...units.table, coverage }]
  if (values) tables.push({ ...(await makeComponents(context)), coverage })
  return tables
}

async function readTables(
  { tabular }: SoilsPartition,
  tally: Tally,
  context: PartitionContext,
): Promise<Map<string, MapUnitValues> | null> {
  if (!tabular) return null
  const folder = join(await context.asset(tabular.asset), tabular.folder ?? '')
  return await readMapUnitValues(context.staging, { folder, asset: tabular.asset }, tally)
}

async function makeMapUnits(
  definition: SoilsPartition,
  tabular: Map<string, MapUnitValues> | null,
  tally: Tally,
  context: PartitionContext,
) {
  const columns = { columns: ['MUSYM', 'MUKEY'], optionalColumns: ['AREASYMBOL', 'SPATIALVER'] }
  const reader = await openLayerFile(definition.map_units, columns, context)
  const found = new Set<string>()
  const toValues = (feature: SourceFeature) => {
    const values = polygonValues(feature)
    const known = tabular?.get(values.mukey)
    if (!known) {
      tally.add('soils.map_unit_without_rows')
      return { ...values, has_tabular: false }
    }
    found.add(values.mukey)
    if (known.symbol !== values.symbol) tally.add('soils.symbol_differs_from_table')
    return { ...values, ...known, symbol: known.symbol ?? values.symbol, has_tabular: true }
  }
  const rows = convertFeatures<Values>(reader.slices(), toValues, tally)
  const table = await writeTable(soilMapUnits, rows, tally, context)
  if (tabular) {
    tally.add('soils.table_row_without_polygon', tabular.size - found.size)
    if (found.size === 0) throw mismatchError(definition)
  }
  return { table, operation: reader.operation }
}

type Values = Record<string, PackValue>

function polygonValues({ attributes }: SourceFeature) {
  const text = (name: string) => `${attributes[name] ?? ''}`.trim() || null
  const mukey = text('MUKEY')
  if (mukey === null || !/^\d{1,30}$/.test(mukey))
    throw new RowError('soils.no_mukey', `MUKEY ${JSON.stringify(attributes.MUKEY ?? null)}`)
  const version = Number(text('SPATIALVER') ?? Number.NaN)
  return {
    soil_map_unit_key: null,
    mukey,
    area_symbol: text('AREASYMBOL'),
    spatial_version: Number.isInteger(version) ? version : null,
    symbol: text('MUSYM'),
  }
}

function mismatchError({ map_units, tabular }: SoilsPartition): StepError {
  return new StepError(
    'join the soil survey tables',
    `${map_units.asset} ${map_units.member}`,
    `none of its MUKEY is in mapunit.txt of ${tabular!.asset}`,
    'Polygons and tables are of different surveys or editions: take both from one export.',
  )
}

async function makeComponents(context: PartitionContext) {
  const tally = new Tally()
  await countComponents(context.staging, tally)
  return await writeSql(soilComponents, componentRows(context.partition), tally, context)
}
