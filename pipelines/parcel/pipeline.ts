import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import { parcels } from '../../layers/parcel/table.ts'
import { columnsOf } from '../../layers/table.ts'
import { openLayerFile, readCoverage } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import { StagingTable, stagedTotals } from '../stages/load.ts'
import { writeOrdered } from '../stages/order.ts'
import { columnNames } from '../stages/read.ts'
import { Tally } from '../stages/tally.ts'
import { findMember } from '../stages/unpack-member.ts'
import { identifyParcels } from './identify.ts'
import { ownName, type RollMapping, readMapping } from './mapping.ts'
import {
  compileMapping,
  firstValue,
  identifier,
  joinedText,
  literal,
  type MappedColumn,
  type RawTable,
} from './roll-sql.ts'
import { loadRoll } from './roll-table.ts'

export const ParcelPartition = PartitionBase.extend({
  /** A file of `pipelines/parcel/mappings`. */
  mapping: z.string().regex(/^[a-z0-9-]+$/),
  fabric: LayerFile,
  /** Null when the fabric carries the roll's columns itself. */
  roll: z
    .strictObject({
      asset: z.string().min(1),
      member: z.string().min(1),
      /** Column of the roll, and of the fabric, that join them. */
      key: z.string().min(1),
      fabric_key: z.string().min(1),
    })
    .nullable(),
  coverage: LayerFile,
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
  const coverage = await readCoverage(definition.coverage, context)
  const mapping = await readMapping(definition.mapping)
  const roll = definition.roll ? await rollTable(definition.roll, context, tally) : null
  const fabric = await loadFabric(definition, mapping, context, tally)
  const tables = roll ? [roll, fabric.raw] : [fabric.raw]

  const step = context.progress.step('join the roll and key the parcels')
  const columns = await mapRows(definition, mapping, tables, staging)
  await countUnreadableValues(columns, staging, tally)
  if (roll) await countUnmatched(staging, tally)
  await identifyParcels(staging, definition.county.fips, context.secret, tally)
  step.done()

  const file = join(context.folder, `${parcels.name}.parquet`)
  await writeParcels(definition, context, file)
  return [
    {
      table: parcels,
      file,
      ...(await stagedTotals(staging, 'identified')),
      tally,
      coverage: {
        polygons: coverage.polygons,
        from: `${definition.coverage.asset}, ${definition.coverage.member}`,
        outside: 'nothing',
        evidence: null,
        note: `${definition.note} Coordinates: ${fabric.operation}.`,
      },
    },
  ]
}

async function rollTable(
  roll: NonNullable<ParcelPartition['roll']>,
  context: PartitionContext,
  tally: Tally,
): Promise<RawTable> {
  const file = await findMember(await context.asset(roll.asset), roll.member, roll.asset)
  const step = context.progress.step(`read ${roll.member}`)
  const names = await loadRoll(context.staging, file, roll.key, tally)
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
  const file = await findMember(await context.asset(fabric.asset), fabric.member, fabric.asset)
  const names = columnNames(file, fabric.layer)
  const ruled = Object.values(mapping.columns).flatMap((rule) =>
    'columns' in rule ? rule.columns : [],
  )
  const wanted = [...mapping.id, ...mapping.unit, ...ruled, ...(roll ? [roll.fabric_key] : [])]
  const own = new Set(wanted.map((name) => ownName(name, names)).filter((name) => name !== null))
  const reader = await openLayerFile(fabric, { columns: [...own] }, context)
  const columns = [...own].map((name) => ({
    name,
    type: 'text' as const,
    nullable: true,
    comment: '',
  }))
  const staged = await StagingTable.create(context.staging, 'fabric', [
    { name: 'feature_number', type: 'integer', nullable: false, comment: '' },
    ...columns,
  ])
  const rows = convertFeatures(
    reader.slices(),
    (feature) => ({ ...feature.attributes, feature_number: feature.number }),
    tally,
  )
  for await (const batch of rows) staged.add(batch)
  staged.finish()
  const raw = { title: basename(file), alias: 'fabric', names: [...own] }
  return { raw, operation: reader.operation }
}

/** Makes `mapped`: fabric and roll joined, every column in our words, ids and hashes beside. */
async function mapRows(
  { roll }: ParcelPartition,
  mapping: RollMapping,
  tables: RawTable[],
  staging: DuckDBConnection,
): Promise<MappedColumn[]> {
  const columns = compileMapping(mapping, tables)
  const fabric = tables.at(-1)!
  const join = roll
    ? `LEFT JOIN roll ON roll.roll_key = ${firstValue([roll.fabric_key], [fabric], roll.member)}`
    : ''
  // Without a roll row the fabric's own key still names the parcel.
  const ids = [firstValue(mapping.id, tables, mapping.title)]
  if (roll) ids.push(firstValue([roll.fabric_key], [fabric], roll.member))
  const values = columns.map(({ name, sql }) => `${sql} AS ${identifier(name)}`)
  const raws = columns
    .filter(({ rawSql }) => rawSql !== null)
    .map(({ name, rawSql }) => `${rawSql} AS ${identifier(`raw ${name}`)}`)
  const names = columns.map(({ name }) => identifier(name))
  const facts = names.map((name) => `coalesce(${name}::VARCHAR, chr(30))`).join(', ')
  await staging.run(`
    CREATE OR REPLACE TABLE mapped AS
    SELECT *, md5(concat_ws(chr(31), ${facts})) AS facts_hash FROM (
      SELECT feature_number, coalesce(${ids.join(', ')}) AS county_id,
        ${mapping.unit.length > 0 ? joinedText(mapping.unit, tables, mapping.title) : 'NULL'} AS unit,
        ${roll ? 'roll.roll_key IS NOT NULL' : `${ids[0]} IS NOT NULL`} AS has_roll,
        ${[...values, ...raws].join(',\n        ')},
        wkb, geometry_area_m2, hilbert, xmin, ymin, xmax, ymax
      FROM fabric ${join})`)
  return columns
}

/** A text where a number should be is told, and the value is null: the row itself is kept. */
async function countUnreadableValues(
  columns: MappedColumn[],
  staging: DuckDBConnection,
  tally: Tally,
) {
  for (const { name, rawSql } of columns) {
    if (rawSql === null) continue
    const raw = identifier(`raw ${name}`)
    const { bad, example } = await one<{ bad: number; example: string | null }>(
      staging,
      `SELECT count(*)::INTEGER AS bad, min_by(${raw}, feature_number) AS example
       FROM mapped WHERE ${raw} IS NOT NULL AND ${identifier(name)} IS NULL`,
    )
    if (bad > 0)
      tally.reject(
        `roll.unreadable_${name}`,
        `${JSON.stringify(example)}: the value is left out, the row kept`,
        bad,
      )
  }
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
  { staging, partition }: PartitionContext,
  file: string,
): Promise<void> {
  const given: Record<string, string> = {
    parcel_key: 'i.parcel_key',
    partition: literal(partition),
    county_fips: literal(county.fips),
    county_name: literal(county.name),
    county_local_code: `coalesce(m.county_local_code, ${county.local_code ?? 'NULL'})`,
    area_m2: 'i.geometry_area_m2',
  }
  const columns = columnsOf(parcels).map(
    ({ name }) => `${given[name] ?? `m.${identifier(name)}`} AS ${identifier(name)}`,
  )
  await staging.run(`
    CREATE OR REPLACE VIEW parcels_to_write AS
    SELECT ${columns.join(', ')}, i.wkb, i.hilbert, i.xmin, i.ymin, i.xmax, i.ymax
    FROM identified i JOIN mapped m USING (feature_number)`)
  await writeOrdered(staging, parcels, 'parcels_to_write', file)
}

async function one<T>(staging: DuckDBConnection, sql: string): Promise<T> {
  return (await staging.runAndReadAll(sql)).getRowObjectsJS()[0] as T
}
