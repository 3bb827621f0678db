import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import { MappingEdition } from '../../layers/column-mapping.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { columnsOf } from '../../packs/table.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { identifier, literal } from '../../values/sql-text.ts'
import { memberFile, openLayerFile } from '../coverage.ts'
import { declareArea, LayerOrArea } from '../declared-area.ts'
import {
  CountyOfPartition,
  LayerFile,
  PartitionBase,
  ReportedLand,
  readPartitions,
  TableFile,
} from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { stagedTotals } from '../stages/load.ts'
import { loadTexts } from '../stages/load-texts.ts'
import { writeOrdered } from '../stages/order.ts'
import { columnNames } from '../stages/read.ts'
import { Tally } from '../stages/tally.ts'
import { identifyParcels } from './identify.ts'
import { carriesRoll, mappedNames, ownName, type RollMapping, readRollMapping } from './mapping.ts'
import { compileMapping, type MappedColumn, type RawTable, RawTexts } from './roll-sql.ts'
import { loadRoll } from './roll-table.ts'

export const ParcelPartition = PartitionBase.extend({
  county: CountyOfPartition,
  /** A file of `pipelines/parcel/mappings`. */
  mapping: MappingEdition,
  fabric: LayerFile,
  /** Null when the fabric carries the roll's columns itself. */
  roll: z
    .strictObject({
      ...TableFile.shape,
      /** Column of the roll, and of the fabric, that join them. */
      key: z.string().min(1),
      fabric_key: z.string().min(1),
    })
    .nullable(),
  /**
   * Coverage of the parcels; null when no source states it: then no location is `empty` by them.
   */
  coverage: LayerOrArea.nullable(),
  /**
   * Share of the coverage that the parcels fill: the audit expects 0.6 or more where none is
   * stated.
   */
  reported_land: ReportedLand.optional(),
  note: z.string().min(1),
})
type ParcelPartition = z.infer<typeof ParcelPartition>

export const parcel: Pipeline<ParcelPartition> = {
  id: 'parcel',
  tables: [parcels.name],
  partitions: () => readPartitions('parcel', ParcelPartition),
  run,
}

async function run(
  definition: ParcelPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const { staging } = context
  const tally = new Tally()
  const coverage = await declareArea(definition.coverage, context)
  const mapping = await readRollMapping(definition.mapping)
  const roll = definition.roll ? await rollTable(definition.roll, mapping, context, tally) : null
  const fabric = await loadFabric(definition, mapping, context, tally)
  const tables = roll ? [roll, fabric.raw] : [fabric.raw]

  const step = context.progress.step('join the roll and key the parcels')
  const columns = await mapRows(definition, mapping, tables, staging)
  await countUnreadableValues(columns, staging, tally)
  if (roll) await countUnmatched(staging, tally)
  const { fips } = definition.county
  await identifyParcels(context, fips, context.secret, valuesText(columns), tally)
  step.done()

  const file = join(context.folder, `${parcels.name}.parquet`)
  await writeParcels(definition, context, file)
  return [
    {
      table: parcels,
      file,
      ...(await stagedTotals(staging, 'parcels_to_write', 'shape_hash')),
      tally,
      coverage: {
        ...coverage,
        reported_land: definition.reported_land,
        has_roll: await hasRollValues(staging),
        note: joinNotes(definition.note, mapping.note, `Coordinates: ${fabric.operation}.`),
      },
    },
  ]
}

async function rollTable(
  roll: NonNullable<ParcelPartition['roll']>,
  mapping: RollMapping,
  context: PartitionContext,
  tally: Tally,
): Promise<RawTable> {
  const file = await memberFile(roll, context)
  const step = context.progress.step(`read ${roll.member}`)
  const wanted = mappedNames(mapping)
  const names = await loadRoll(context.staging, { ...roll, file, wanted }, tally)
  step.done()
  return { title: roll.member, alias: 'roll', names }
}

/** Loads the fabric's features with the columns that the mapping may want, as texts. */
async function loadFabric(
  definition: ParcelPartition,
  mapping: RollMapping,
  context: PartitionContext,
  tally: Tally,
): Promise<{ raw: RawTable; operation: string }> {
  const { fabric, roll } = definition
  const file = await memberFile(fabric, context)
  const names = columnNames(file, fabric.layer)
  const wanted = [...mappedNames(mapping), ...(roll ? [roll.fabric_key] : [])]
  const own = new Set(wanted.map((name) => ownName(name, names)).filter((name) => name !== null))
  const reader = await openLayerFile(fabric, { columns: [...own] }, context)
  const clean = await loadTexts(context.staging, 'fabric', reader, tally)
  const raw = { title: basename(file), alias: 'fabric', names: [...own], clean }
  return { raw, operation: reader.operation }
}

/**
 * Makes `mapped` in place of `fabric`: joined to the roll, the tables' columns, ids and hashes.
 * Shapes are included, so that no later join has to carry them.
 */
async function mapRows(
  { roll }: ParcelPartition,
  mapping: RollMapping,
  tables: RawTable[],
  staging: DuckDBConnection,
): Promise<MappedColumn[]> {
  const texts = new RawTexts(tables, mapping.title)
  const columns = compileMapping(mapping, texts)
  const fabricKey = roll && new RawTexts([tables.at(-1)!], roll.member).definition(roll.fabric_key)
  const ids = [texts.first(mapping.id)]
  // Without a roll row the fabric's own key still names the parcel.
  if (roll) ids.push('fabric_key')
  const unit = mapping.unit.length > 0 ? texts.joined(mapping.unit) : 'NULL'
  const values = columns.map(({ name, sql }) => `${sql} AS ${identifier(name)}`)
  const unread = columns
    .filter(({ rawSql }) => rawSql !== null)
    .map(({ name, sql, rawSql }) => {
      const left = `CASE WHEN ${sql} IS NULL THEN ${rawSql} END`
      return `${left} AS ${identifier(`unread ${name}`)}`
    })
  const names = columns.map(({ name }) => identifier(name)).join(', ')
  await staging.run(`
    CREATE OR REPLACE TABLE mapped AS
    SELECT *, hash(${names}) AS values_hash FROM (
      SELECT feature_number, ${SHAPE.join(', ')}, shape_hash,
        coalesce(${ids.join(', ')}) AS county_id, ${unit} AS unit,
        ${roll ? 'roll_key IS NOT NULL' : `${carriesRoll(mapping)} AND ${ids[0]} IS NOT NULL`} AS has_roll,
        ${[...values, ...unread].join(',\n        ')}
      FROM (
        SELECT fabric.feature_number, ${SHAPE.map((name) => `fabric.${name}`).join(', ')},
          md5(fabric.wkb) AS shape_hash,
          ${[...texts.definitions(), ...(roll ? ['roll.roll_key', `${fabricKey} AS fabric_key`] : [])].join(',\n          ')}
        FROM fabric ${roll ? `LEFT JOIN roll ON roll.roll_key = ${fabricKey}` : ''}))`)
  await staging.run('DROP TABLE fabric')
  return columns
}

/** The values of a row as one text, the same in every release. */
function valuesText(columns: MappedColumn[]): string {
  const texts = columns.map(({ name }) => `coalesce(mapped.${identifier(name)}::VARCHAR, chr(30))`)
  return `concat_ws(chr(31), ${texts.join(', ')})`
}

/** Counts texts where a number should be. Their values are null; the rows stay. */
async function countUnreadableValues(
  columns: MappedColumn[],
  staging: DuckDBConnection,
  tally: Tally,
) {
  for (const { name, rawSql } of columns) {
    if (rawSql === null) continue
    const raw = identifier(`unread ${name}`)
    const { bad, example } = await one<{ bad: number; example: string | null }>(
      staging,
      `SELECT count(*)::INTEGER AS bad, min_by(${raw}, feature_number) AS example
       FROM mapped WHERE ${raw} IS NOT NULL`,
    )
    if (bad > 0)
      tally.reject(
        `roll.unreadable_${name}`,
        `${JSON.stringify(example)}: the value is left out, the row kept`,
        bad,
      )
  }
}

/** Columns of an assessment: without a value in any of these the partition has no assessments. */
const ROLL_VALUES = [
  'just_value',
  'assessed_value',
  'taxable_value',
  'land_value',
  'building_value',
  'annual_tax',
  'last_sale_price',
]

/**
 * True when a row has a value of a roll. The mapping does not decide it: an optional column may be
 * absent, and a roll may match no parcel.
 */
async function hasRollValues(staging: DuckDBConnection): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(
    staging,
    `SELECT coalesce(bool_or(has_roll AND coalesce(${ROLL_VALUES.join(', ')}) IS NOT NULL), false) AS found
     FROM mapped`,
  )
  return found
}

async function countUnmatched(staging: DuckDBConnection, tally: Tally): Promise<void> {
  const { parcels: without, rows } = await one<{ parcels: number; rows: number }>(
    staging,
    `SELECT (SELECT count(*) FROM mapped WHERE NOT has_roll)::INTEGER AS parcels,
       (SELECT count(*) FROM roll WHERE roll_key NOT IN
         (SELECT county_id FROM mapped WHERE county_id IS NOT NULL))::INTEGER AS rows`,
  )
  tally.add('roll.parcel_without_row', without)
  tally.add('roll.row_without_parcel', rows)
}

async function writeParcels(
  { county }: ParcelPartition,
  context: PartitionContext,
  file: string,
): Promise<void> {
  const given: Record<string, string> = {
    parcel_key: 'k.parcel_key',
    partition: literal(context.partition),
    county_fips: literal(county.fips),
    county_name: literal(county.name),
    county_local_code: `coalesce(m.county_local_code, ${county.local_code ?? 'NULL'})`,
    area_m2: derived('geometry_area_m2'),
  }
  const columns = columnsOf(parcels).map(
    ({ name }) => `${given[name] ?? `m.${identifier(name)}`} AS ${identifier(name)}`,
  )
  const shapes = SHAPE.map((name) => `${derived(name)} AS ${name}`)
  await context.staging.run(`
    CREATE OR REPLACE VIEW parcels_to_write AS
    SELECT ${[...columns, ...shapes].join(', ')}, coalesce(md5(p.wkb), m.shape_hash) AS shape_hash
    FROM mapped m JOIN parcel_keys k USING (feature_number)
      LEFT JOIN merged_pieces p USING (feature_number)`)
  await writeOrdered(context, parcels, 'parcels_to_write', file)
}

/** Column of a row's shape: the united shape's when pieces were merged. */
const SHAPE = ['wkb', 'geometry_area_m2', 'hilbert', 'xmin', 'ymin', 'xmax', 'ymax']

function derived(name: string): string {
  return `coalesce(p.${name}, m.${name})`
}

async function one<T>(staging: DuckDBConnection, sql: string): Promise<T> {
  return (await staging.runAndReadAll(sql)).getRowObjectsJS()[0] as T
}
