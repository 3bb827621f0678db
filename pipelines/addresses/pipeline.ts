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
import { placedPoints } from './point-places.ts'
import { type Given, pointValues } from './point-rows.ts'
import { publishedText } from './published-value.ts'
import { rangeValues } from './range-rows.ts'
import { readJsonZips, ZIP_COLUMN, ZipReader } from './zip-rows.ts'

export const AddressesPartition = PartitionBase.extend({
  /** A file of `pipelines/addresses/mappings`: it says which table this makes. */
  mapping: MappingEdition,
  file: LayerFile,
  /**
   * The town of the rows that name none: of every one, where the file is one town's, or of those
   * inside its limits.
   */
  city: z
    .union([z.string().min(1), z.strictObject({ name: z.string().min(1), within: LayerOrArea })])
    .optional(),
  /** What declares what the file covers: a layer, or several; null where its source does not say. */
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

/** Coordinates in columns of degrees come without a word on their datum. */
const COLUMNS_FRAME = 'columns of degrees, taken as WGS 84'

async function run(
  definition: AddressesPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readAddressesMapping(definition.mapping)
  const coverage = await declareArea(definition.coverage, context)
  const given = await givenOf(definition, context)
  const job = { ...definition, given, covered: coverage.polygons, tally: new Tally() }
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
  given: Given
  /** What the partition declares to cover; null where nobody says. */
  covered: Polygons | null
  tally: Tally
}
type Written = Promise<{ written: WrittenTable; operation: string }>

/** The state of a county is that of its code. */
async function givenOf(
  { city, county }: AddressesPartition,
  context: PartitionContext,
): Promise<Given> {
  const state = county ? postalCodeOf(county.fips) : null
  if (city === undefined || typeof city === 'string') return { city: () => city ?? null, state }
  const { polygons } = await declareArea(city.within, context)
  return {
    city: (point) => (point && polygons && containsPoint(polygons, ...point) ? city.name : null),
    state,
  }
}

async function writePoints(mapping: PointsMapping, job: Job, context: PartitionContext): Written {
  const { covered, given, tally } = job
  const { slices, operation } = await openPoints(mapping.columns, job, context)
  const toValues = (feature: SourceFeature) => pointValues(feature, mapping, given, tally)
  const rows = convertPoints(placedPoints(slices, covered, tally), toValues, tally)
  return { written: await writeTable(addressPoints, rows, tally, context), operation }
}

interface Points {
  slices: AsyncIterable<SourceFeature[]>
  operation: string
}

/** The features of a CSV, or of anything that GDAL opens. */
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
  const { file, given, tally } = job
  const reader = await openLayerFile(file, columnsToRead(rangeColumns(mapping)), context)
  const toValues = (feature: SourceFeature) => rangeValues(feature, mapping, given, tally)
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
  const rows = convertPoints(placedPoints(slices, covered, tally), toValues, tally)
  return { written: await writeNamed(zipPoints, rows, tally, context), operation }
}

async function openJsonZips(path: string): Promise<Points> {
  const features = await readJsonZips(path)
  async function* slices() {
    yield features
  }
  return { slices: slices(), operation: COLUMNS_FRAME }
}
