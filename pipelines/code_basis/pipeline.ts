import { readFile } from 'node:fs/promises'
import { parsePfdsEstimate } from '../../layers/code_basis/pfds-estimate.ts'
import {
  climateZones,
  designValues,
  rainfallFrequencies,
  tables,
  title24Zones,
} from '../../layers/code_basis/tables.ts'
import type { Row } from '../../layers/location.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { memberFile, readCoverage } from '../coverage.ts'
import { readPartitions } from '../partition.ts'
import type { DeclaredCoverage, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import type { WrittenTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { CLIMATE_COLUMNS, climateZoneRow } from './climate-zones.ts'
import { readCsvRows } from './csv-rows.ts'
import { DESIGN_COLUMNS, designValueRow, MAPPED_COLUMNS } from './design-values.ts'
import { writeFireZones } from './fire-zones.ts'
import { rowsOf, writeKeyed } from './keyed-rows.ts'
import { CodeBasisPartition, type Input, type InputOf } from './partition-file.ts'
import { checkedTitle24Row, title24Rows, ZipsByZone } from './title24-zones.ts'

export const codeBasis: Pipeline<CodeBasisPartition> = {
  id: 'code_basis',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('code_basis', CodeBasisPartition),
  run,
}

/** A table of the partition, and the operations on its coordinates. */
type Made = { written: WrittenTable; operations: string[] }

/** Makes a table from its inputs. */
const MAKERS: {
  [Name in Input['table']]: (
    inputs: InputOf<Name>[],
    tally: Tally,
    context: PartitionContext,
  ) => Promise<Made>
} = {
  climate_zones: makeClimateZones,
  design_values: makeDesignValues,
  rainfall_frequencies: makeRainfall,
  title24_zones: makeTitle24,
  fire_hazard_zones: writeFireZones,
}

async function run(
  definition: CodeBasisPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const covered = definition.coverage && (await readCoverage(definition.coverage, context))
  const made: PartitionTable[] = []
  for (const { name } of tables) {
    const table = name as Input['table']
    const inputs = definition.inputs.filter((input) => input.table === table)
    if (inputs.length === 0) continue
    const tally = new Tally()
    // biome-ignore lint/suspicious/noExplicitAny: the inputs of one table are what its maker takes
    const { written, operations } = await MAKERS[table](inputs as any, tally, context)
    const frames = operations.map((operation) => `Coordinates: ${operation}.`)
    const coverage: DeclaredCoverage = {
      polygons: covered?.polygons ?? null,
      from: definition.declared_by,
      outside: 'nothing',
      evidence: null,
      note: joinNotes(definition.note, ...frames),
    }
    made.push({ ...written, coverage })
  }
  return made
}

async function makeClimateZones(
  inputs: InputOf<'climate_zones'>[],
  tally: Tally,
  context: PartitionContext,
): Promise<Made> {
  const rows: Row[] = []
  for (const input of inputs) {
    const lines = await readCsvRows(input, { columns: CLIMATE_COLUMNS }, tally, context)
    rows.push(...rowsOf(lines, (line) => climateZoneRow(line, input.edition, tally), tally))
  }
  const keyOf = (row: Row) => `${row.county_fips}`
  return plain(await writeKeyed(climateZones, rows, keyOf, tally, context))
}

async function makeDesignValues(
  inputs: InputOf<'design_values'>[],
  tally: Tally,
  context: PartitionContext,
): Promise<Made> {
  const rows: Row[] = []
  for (const input of inputs) {
    const columns = { columns: DESIGN_COLUMNS, optional: MAPPED_COLUMNS }
    const lines = await readCsvRows(input, columns, tally, context)
    rows.push(...rowsOf(lines, (line) => designValueRow(line, tally), tally))
  }
  const keyOf = (row: Row) => `${row.county_fips}:${row.edition}`
  return plain(await writeKeyed(designValues, rows, keyOf, tally, context))
}

async function makeRainfall(
  inputs: InputOf<'rainfall_frequencies'>[],
  tally: Tally,
  context: PartitionContext,
): Promise<Made> {
  const rows: Row[] = []
  for (const input of inputs) {
    const read = parsePfdsEstimate(await readText(input, context))
    if ('problem' in read)
      throw new StepError(
        'read the rainfall estimate',
        `${input.asset} ${input.member}`,
        read.problem,
        'Fetch a point of NOAA Atlas 14 as depths in English units, partial duration series.',
      )
    rows.push({ county_fips: input.county_fips, ...read.estimate })
  }
  const keyOf = (row: Row) => `${row.lat},${row.lng}`
  return plain(await writeKeyed(rainfallFrequencies, rows, keyOf, tally, context))
}

async function makeTitle24(
  inputs: InputOf<'title24_zones'>[],
  tally: Tally,
  context: PartitionContext,
): Promise<Made> {
  const rows: Row[] = []
  for (const input of inputs) {
    const zips = parseZips(await readText(input, context), `${input.asset} ${input.member}`)
    rows.push(...rowsOf(title24Rows(zips, input.edition, tally), checkedTitle24Row, tally))
  }
  const keyOf = (row: Row) => `${row.zip}`
  return plain(await writeKeyed(title24Zones, rows, keyOf, tally, context))
}

function parseZips(text: string, target: string) {
  const remedy = 'Fetch the file again: JSON of ZIP codes by zone, { "CA_03": ["94110"] }.'
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw new StepError('read the list', target, 'is not JSON', remedy, { cause })
  }
  const parsed = ZipsByZone.safeParse(read)
  if (parsed.success) return parsed.data
  throw new StepError('read the list', target, 'is not a list of ZIP codes by zone', remedy)
}

async function readText(
  file: { asset: string; member: string },
  context: PartitionContext,
): Promise<string> {
  return await readFile(await memberFile(file, context), 'utf8')
}

function plain(written: WrittenTable): Made {
  return { written, operations: [] }
}
