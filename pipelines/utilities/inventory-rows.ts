import type { DuckDBConnection } from '@duckdb/node-api'
import { wastewaterParcels } from '../../layers/utilities/tables.ts'
import { literal } from '../../values/sql-text.ts'
import { writeParcelKeys } from '../parcel-key.ts'
import type { PartitionContext } from '../pipeline.ts'
import type { FeatureReader } from '../stages/read.ts'
import { type WrittenTable, writeSql } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { loadInventory } from './inventory-lines.ts'
import { GRADES, type InventoryMapping } from './mapping.ts'

/** An unknown code ranks after all known ones, and an empty cell after that. */
const UNKNOWN_RANK = GRADES.length + 1
const EMPTY_RANK = UNKNOWN_RANK + 1

/**
 * Makes `wastewater_parcels` of an inventory whose features are a county's parcels. Rows without a
 * parcel id and rows of another county are refused; a code that no list has stays verbatim and is
 * counted. Of several records of one parcel the surest is used; when the surest contradict each
 * other, sewer or septic is null. County ids end here: only their keys are written.
 */
export async function writeInventory(
  reader: FeatureReader,
  mapping: InventoryMapping,
  county: { fips: string; local_code?: number },
  context: PartitionContext,
): Promise<WrittenTable> {
  const { staging, secret, partition } = context
  const tally = new Tally()
  await loadInventory(reader, mapping, staging, tally)
  await gradeLines(mapping, county.local_code, staging)
  await countLines(staging, tally)
  await chooseRecords(staging, tally)
  const ids = { table: 'inventory_parcels', number: 'number', text: 'parcel_id' }
  await writeParcelKeys(context, ids, county.fips, secret)
  const select = `
    SELECT ${literal(`${partition}:`)} || parcel_key AS wastewater_parcel_key,
      ${literal(partition)} AS partition, parcel_key, ${literal(county.fips)} AS county_fips,
      * EXCLUDE (number, parcel_id, parcel_key, systems, lines, different)
    FROM inventory_parcels JOIN parcel_keys USING (number)`
  return await writeSql(wastewaterParcels, select, tally, context)
}

/**
 * Makes `inventory_graded`: every line with the meaning of its codes, and whether it is refused.
 */
async function gradeLines(
  { wastewater_codes, drinking_water_codes }: InventoryMapping,
  countyCode: number | undefined,
  staging: DuckDBConnection,
): Promise<void> {
  const rank = (grade: (typeof GRADES)[number]) => GRADES.indexOf(grade) + 1
  const text = (value: string | null) => (value === null ? 'NULL' : literal(value))
  const wastewater = Object.entries(wastewater_codes).map(
    ([code, { system, grade, words }]) =>
      `(${literal(code.toUpperCase())}, ${text(system)}, ${rank(grade)}, ${literal(words)})`,
  )
  const drinking = Object.entries(drinking_water_codes).map(
    ([code, { grade, words }]) =>
      `(${literal(code.toUpperCase())}, ${rank(grade)}, ${literal(words)})`,
  )
  const isOther =
    countyCode === undefined
      ? 'false'
      : `county_code IS NOT NULL AND try_cast(county_code AS INTEGER) IS DISTINCT FROM ${countyCode}`
  const ranked = (code: string, its: string) =>
    `CASE WHEN ${code} IS NULL THEN ${EMPTY_RANK} ELSE coalesce(${its}, ${UNKNOWN_RANK}) END`
  await staging.run(`
    CREATE OR REPLACE TABLE inventory_graded AS
    SELECT lines.*, w.system, w.words AS wastewater_words, d.words AS drinking_water_words,
      ${ranked('wastewater', 'w.rank')} AS wastewater_rank,
      ${ranked('drinking_water', 'd.rank')} AS drinking_water_rank,
      CASE WHEN parcel_id IS NULL THEN 'utilities.blank_parcel_id'
           WHEN ${isOther} THEN 'utilities.other_county' END AS refused
    FROM inventory_lines AS lines
    LEFT JOIN (VALUES ${wastewater.join(', ')}) AS w(code, system, rank, words)
      ON upper(wastewater) = w.code
    LEFT JOIN (VALUES ${drinking.join(', ')}) AS d(code, rank, words)
      ON upper(drinking_water) = d.code`)
}

/** Refused lines, and codes that no list has, each with the first as the example. */
async function countLines(staging: DuckDBConnection, tally: Tally): Promise<void> {
  const counted = await staging.runAndReadAll(`
    SELECT stat, count(*)::INTEGER, min(line)::INTEGER, min_by(example, line) FROM (
      SELECT line, refused AS stat, county_code AS example FROM inventory_graded
      UNION ALL
      SELECT line, 'utilities.unknown_wastewater', wastewater FROM inventory_graded
      WHERE refused IS NULL AND wastewater_rank = ${UNKNOWN_RANK}
      UNION ALL
      SELECT line, 'utilities.unknown_drinking_water', drinking_water FROM inventory_graded
      WHERE refused IS NULL AND drinking_water_rank = ${UNKNOWN_RANK})
    WHERE stat IS NOT NULL GROUP BY stat ORDER BY stat`)
  for (const [stat, count, line, example] of counted.getRows())
    tally.reject(`${stat}`, `feature ${line}: ${JSON.stringify(example)}`, Number(count))
}

/**
 * Makes `inventory_parcels`: one row a parcel, of its surest records. Nearly all parcels have one:
 * only the others are aggregated, or eight ordered aggregates would be in memory for each parcel.
 */
async function chooseRecords(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await staging.run(`
    CREATE OR REPLACE TABLE inventory_repeated AS
    SELECT parcel_id FROM inventory_graded WHERE refused IS NULL
    GROUP BY parcel_id HAVING count(*) > 1`)
  const isRepeated = 'parcel_id IN (SELECT parcel_id FROM inventory_repeated)'
  const best = (rank: string, words: string, code: string) => `
    CASE WHEN ${rank} < ${GRADES.length} THEN ${words} WHEN ${rank} = ${UNKNOWN_RANK} THEN ${code} END`
  await staging.run(`
    CREATE OR REPLACE TABLE inventory_parcels AS
    SELECT row_number() OVER (ORDER BY parcel_id) AS number, parcel_id,
      CASE WHEN systems = 1 THEN system END AS wastewater,
      CASE WHEN systems = 1 THEN ['known', 'likely'][wastewater_rank] END AS wastewater_confidence,
      ${best('drinking_water_rank', 'drinking_water_words', 'drinking_water_as_recorded')}
        AS drinking_water,
      * EXCLUDE (parcel_id, system, wastewater_rank, drinking_water_rank, drinking_water_words)
    FROM (
      SELECT parcel_id, system, (system IS NOT NULL)::INTEGER AS systems, wastewater_rank,
        wastewater AS wastewater_as_recorded, wastewater_words, wastewater_updated,
        wastewater_source_type, wastewater_source_name, drinking_water_rank,
        drinking_water AS drinking_water_as_recorded, drinking_water_words,
        drinking_water_updated, drinking_water_source_type, 1 AS lines, 1 AS different
      FROM inventory_graded WHERE refused IS NULL AND NOT ${isRepeated}
      UNION ALL BY NAME ${repeatedRecords(isRepeated)})`)
  const counted = await staging.runAndReadAll(`
    SELECT coalesce(sum(lines - different), 0)::INTEGER, coalesce(sum(different - 1), 0)::INTEGER,
      count(*) FILTER (systems > 1)::INTEGER FROM inventory_parcels`)
  const [identical, different, contradicting] = counted.getRows()[0].map(Number)
  tally.add('utilities.merged_identical', identical)
  tally.add('utilities.merged_different', different)
  tally.add('utilities.contradicting_wastewater', contradicting)
}

/** SQL for the parcels of several records: of either water the surest codes, in order. */
function repeatedRecords(isRepeated: string): string {
  const isBest = (what: string) => `FILTER (${what}_rank = ${what}_best)`
  const joined = (column: string, what: string) =>
    `string_agg(DISTINCT ${column}, '; ' ORDER BY ${column}) ${isBest(what)}`
  return `
    SELECT parcel_id, min(system) ${isBest('wastewater')} AS system,
      count(DISTINCT system) ${isBest('wastewater')} AS systems,
      any_value(wastewater_best) AS wastewater_rank,
      ${joined('wastewater', 'wastewater')} AS wastewater_as_recorded,
      ${joined('wastewater_words', 'wastewater')} AS wastewater_words,
      max(wastewater_updated) ${isBest('wastewater')} AS wastewater_updated,
      ${joined('wastewater_source_type', 'wastewater')} AS wastewater_source_type,
      ${joined('wastewater_source_name', 'wastewater')} AS wastewater_source_name,
      any_value(drinking_water_best) AS drinking_water_rank,
      ${joined('drinking_water', 'drinking_water')} AS drinking_water_as_recorded,
      ${joined('drinking_water_words', 'drinking_water')} AS drinking_water_words,
      max(drinking_water_updated) ${isBest('drinking_water')} AS drinking_water_updated,
      ${joined('drinking_water_source_type', 'drinking_water')} AS drinking_water_source_type,
      count(*) AS lines,
      count(DISTINCT concat_ws('|', coalesce(wastewater, ''), coalesce(drinking_water, '')))
        AS different
    FROM (
      SELECT *, min(wastewater_rank) OVER parcel AS wastewater_best,
        min(drinking_water_rank) OVER parcel AS drinking_water_best
      FROM inventory_graded WHERE refused IS NULL AND ${isRepeated}
      WINDOW parcel AS (PARTITION BY parcel_id))
    GROUP BY parcel_id`
}
