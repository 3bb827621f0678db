import { z } from 'zod'
import { containsPoint } from '../../geometry/contains.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { addressPoints, streetRanges, tables, zipPoints } from '../../layers/addresses/tables.ts'
import { columnsToRead, MappingEdition } from '../../layers/column-mapping.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import { memberFile, openLayerFile } from '../coverage.ts'
import { declareArea, LayerOrArea } from '../declared-area.ts'
import { LayerFile, PartitionBase, readPartitions, refuseWhere } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertLines, convertPoints } from '../stages/convert.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { type WrittenTable, writeNamed, writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { csvPoints } from './csv-points.ts'
import {
  type PointColumns,
  type PointsMapping,
  type RangesMapping,
  rangeColumns,
  readAddressesMapping,
  type ZipsMapping,
} from './mapping.ts'
import { validPoints } from './point-places.ts'
import { type PlaceDefaults, pointValues } from './point-rows.ts'
import { publishedText } from './published-value.ts'
import { rangeValues } from './range-rows.ts'
import { readJsonZips, ZIP_COLUMN, ZipReader } from './zip-rows.ts'

export const AddressesPartition = PartitionBase.extend({
  /** A file of `pipelines/addresses/mappings`, which also names the table to make. */
  mapping: MappingEdition,
  file: LayerFile,
  /**
   * The town of the rows without one: of every row, where the file is one town's, or of those
   * inside the town's limits.
   */
  city: z
    .union([z.string().min(1), z.strictObject({ name: z.string().min(1), within: LayerOrArea })])
    .optional(),
  /** One or several layers that declare the coverage; null where the source does not state it. */
  coverage: LayerOrArea.nullable(),
  note: z.string().min(1),
})
export type AddressesPartition = z.infer<typeof AddressesPartition>

/** Address points, ranges of house numbers along streets and points of ZIP codes. */
export const addresses: Pipeline<AddressesPartition> = {
  id: 'addresses',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('addresses', AddressesPartition),
  run,
}

/** Columns of degrees do not state their datum. */
const COLUMNS_FRAME = 'columns of degrees, taken as WGS 84'

async function run(
  definition: AddressesPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readAddressesMapping(definition.mapping)
  const coverage = await declareArea(definition.coverage, context)
  const defaults = await placeDefaults(definition, context)
  const job = { ...definition, defaults, covered: coverage.polygons, tally: new Tally() }
  const { written, operation } =
    mapping.table === 'address_points'
      ? await writePoints(mapping, job, context)
      : mapping.table === 'street_ranges'
        ? await writeRanges(mapping, job, context)
        : await writeZips(mapping, job, context)
  const note = joinNotes(definition.note, `Coordinates: ${operation}.`)
  return [{ ...written, coverage: { ...coverage, note } }]
}

type Job = AddressesPartition & {
  defaults: PlaceDefaults
  /** The declared coverage; null where the source does not state it. */
  covered: Polygons | null
  tally: Tally
}
type Written = Promise<{ written: WrittenTable; operation: string }>

/** Defaults of a partition: its city, and the state of its county. */
async function placeDefaults(
  { city, county }: AddressesPartition,
  context: PartitionContext,
): Promise<PlaceDefaults> {
  const state = county ? postalCodeOf(county.fips) : null
  if (city === undefined || typeof city === 'string') return { city: () => city ?? null, state }
  const { polygons } = await declareArea(city.within, context)
  return {
    city: (point) => (point && polygons && containsPoint(polygons, ...point) ? city.name : null),
    state,
  }
}

async function writePoints(mapping: PointsMapping, job: Job, context: PartitionContext): Written {
  const { covered, defaults, tally } = job
  const { slices, operation } = await openPoints(mapping.columns, job, context)
  const toValues = (feature: SourceFeature) => pointValues(feature, mapping, defaults, tally)
  const rows = convertPoints(validPoints(slices, covered, tally), toValues, tally)
  return { written: await writeTable(addressPoints, rows, tally, context), operation }
}

interface Points {
  slices: AsyncIterable<SourceFeature[]>
  operation: string
}

/** Opens the features of a CSV, or of any file that GDAL reads. */
async function openPoints(
  columns: PointColumns,
  { file, tally }: Pick<Job, 'file' | 'tally'>,
  context: PartitionContext,
): Promise<Points> {
  const path = await memberFile(file, context)
  if (/\.csv$/i.test(path))
    return {
      slices: csvPoints({ file: path, where: file.where }, columns, context, tally),
      operation: COLUMNS_FRAME,
    }
  const wanted = columnsToRead(Object.values(columns))
  const reader = await openLayerFile(file, wanted, context)
  return { slices: reader.slices(), operation: reader.operation }
}

async function writeRanges(mapping: RangesMapping, job: Job, context: PartitionContext): Written {
  const { file, defaults, tally } = job
  const reader = await openLayerFile(file, columnsToRead(rangeColumns(mapping)), context)
  const toValues = (feature: SourceFeature) => rangeValues(feature, mapping, defaults, tally)
  async function* rows() {
    for await (const stretches of convertLines(reader.slices(), toValues, tally))
      yield stretches.flatMap(({ values: sides, ...shape }) =>
        sides.map((values) => ({ ...shape, values })),
      )
  }
  const written = await writeTable(streetRanges, rows(), tally, context)
  return { written, operation: reader.operation }
}

async function writeZips({ columns }: ZipsMapping, job: Job, context: PartitionContext): Written {
  const { file, covered, tally } = job
  if (!columns) refuseWhere(file)
  const { slices, operation } = columns
    ? await openPoints(columns, job, context)
    : await openJsonZips(await memberFile(file, context))
  const reader = new ZipReader()
  const toValues = ({ attributes }: SourceFeature) =>
    reader.values(publishedText(attributes, columns?.zip ?? ZIP_COLUMN, tally))
  const rows = convertPoints(validPoints(slices, covered, tally), toValues, tally)
  return { written: await writeNamed(zipPoints, rows, tally, context), operation }
}

async function openJsonZips(path: string): Promise<Points> {
  const features = await readJsonZips(path)
  async function* slices() {
    yield features
  }
  return { slices: slices(), operation: COLUMNS_FRAME }
}
