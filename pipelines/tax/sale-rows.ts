import { columnsToRead } from '../../layers/column-mapping.ts'
import { NOMINAL_USD } from '../../layers/tax/last-sale.ts'
import { sales } from '../../layers/tax/tables.ts'
import { cleanText, identifier, literal } from '../../values/sql-text.ts'
import { writeParcelKeys } from '../parcel-key.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import { type WrittenTable, writeSql } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { countLeftOut } from './left-out.ts'
import type { SalesMapping } from './mapping.ts'

/** Hex digits of a transfer's hash in a key: it only distinguishes the transfers of one parcel. */
const SALE_HASH_DIGITS = 12
/** Columns in which two lines of one transfer may contradict each other. */
const COMPARED = 'sale_price, qualification_code, vacant_code, multi_parcel_code, assessment_year'
/**
 * Order of the lines of one transfer, the one to load first: the dearer, whatever the file's order.
 */
const BEST_LINE =
  'sale_price DESC NULLS LAST, qualification_code, vacant_code, multi_parcel_code, assessment_year DESC'

/**
 * Makes `sales` of a state's file. A line without a parcel id or a year is refused; a number that
 * cannot be read and a code that no list has are counted and left out, the sale stays; lines equal
 * in parcel and transfer are one sale, and counted apart where they contradict each other. County
 * ids end here: only their keys are written.
 */
export async function writeSales(
  source: { file: string; where?: string },
  mapping: SalesMapping,
  fips: string,
  context: PartitionContext,
): Promise<WrittenTable> {
  const { staging } = context
  const tally = new Tally()
  const { columns } = columnsToRead(Object.values(mapping.columns))
  const request = { ...source, table: 'sale_lines', stat: 'sales', columns }
  const names = await loadCsv(staging, request, tally)
  const texts = Object.entries(mapping.columns).map(([ours, theirs]) => {
    const own = theirs.names.flatMap((name) => columnNamed(names, name) ?? []).at(0)
    return `${own === undefined ? 'NULL::VARCHAR' : cleanText(identifier(own))} AS ${ours}`
  })
  await staging.run(`
    CREATE OR REPLACE TABLE sale_texts AS SELECT line, ${texts.join(', ')} FROM sale_lines`)
  await staging.run(`
    CREATE OR REPLACE TABLE sale_values AS
    SELECT * EXCLUDE (assessment_year, sale_year, sale_month, sale_price),
      assessment_year AS assessment_year_text, sale_year AS sale_year_text,
      sale_month AS sale_month_text, sale_price AS sale_price_text,
      ${whole('assessment_year')} AS assessment_year, ${whole('sale_year')} AS sale_year,
      CASE WHEN ${whole('sale_month')} BETWEEN 1 AND 12 THEN ${whole('sale_month')} END AS sale_month,
      CASE WHEN isfinite(try_cast(sale_price AS DOUBLE)) THEN try_cast(sale_price AS DOUBLE) END AS sale_price
    FROM sale_texts`)
  await countUnread(context, mapping, tally)
  const usable = 'sale_values WHERE parcel_id IS NOT NULL AND sale_year IS NOT NULL'
  await staging.run(`
    CREATE OR REPLACE TABLE county_ids AS
    SELECT row_number() OVER (ORDER BY parcel_id) AS number, parcel_id
    FROM (SELECT DISTINCT parcel_id FROM ${usable})`)
  await writeParcelKeys(
    context,
    { table: 'county_ids', number: 'number', text: 'parcel_id' },
    fips,
    context.secret,
  )
  const saleName = `coalesce(sale_id, 'at ' || sale_price, '')`
  const saleHash = `left(sha256(concat_ws('|', ${saleName}, sale_year, coalesce(sale_month, 0))), ${SALE_HASH_DIGITS})`
  await staging.run(`
    CREATE OR REPLACE TABLE keyed_sales AS
    SELECT *, parcel_key || ':' || ${saleHash} AS sale_key
    FROM (SELECT * FROM ${usable}) JOIN county_ids USING (parcel_id) JOIN parcel_keys USING (number)
    QUALIFY row_number() OVER (PARTITION BY parcel_key, ${saleHash} ORDER BY ${BEST_LINE}) = 1`)
  const counts = await staging.runAndReadAll(`
    SELECT (SELECT count(*) FROM ${usable}), (SELECT count(*) FROM (
        SELECT DISTINCT ON (parcel_id, ${saleHash}, ${COMPARED}) line FROM ${usable})),
      count(*), count(*) FILTER (sale_price <= ${NOMINAL_USD}) FROM keyed_sales`)
  const [lines, different, transfers, nominal] = counts.getRows()[0].map(Number)
  tally.add('sales.merged_identical', lines - different)
  tally.add('sales.merged_contradicting', different - transfers)
  tally.add('sales.nominal_price', nominal)
  const select = `
    SELECT sale_key, ${literal(context.partition)} AS partition, parcel_key,
      ${literal(fips)} AS county_fips, assessment_year, sale_year, sale_month, sale_price,
      coalesce(sale_price <= ${NOMINAL_USD}, false) AS is_nominal, qualification_code,
      ${qualificationOf(mapping)} AS qualification, ${vacancyOf(mapping)} AS is_vacant,
      multi_parcel_code IS NOT NULL AS is_multi_parcel
    FROM keyed_sales`
  return await writeSql(sales, select, tally, context)
}

/** SQL for a text as a whole number, null if it is not one. */
function whole(column: string): string {
  const number = `try_cast(${column} AS DOUBLE)`
  return `CASE WHEN ${number} = trunc(${number}) THEN try_cast(${number} AS BIGINT) END` // not NaN, not 1e300
}

function qualificationOf({ qualifications }: SalesMapping): string {
  const cases = Object.entries(qualifications).map(
    ([name, codes]) =>
      `WHEN qualification_code IN (${codes.map(literal).join(', ')}) THEN ${literal(name)}`,
  )
  return `CASE ${cases.join(' ')} ELSE 'unknown' END`
}

function vacancyOf({ vacant }: SalesMapping): string {
  const cases = Object.entries(vacant).map(
    ([code, is]) => `WHEN vacant_code = ${literal(code)} THEN ${is}`,
  )
  return `CASE ${cases.join(' ')} END`
}

/**
 * Counts refused lines and omitted values, each under its name with the first line as the example.
 */
async function countUnread(
  { staging }: PartitionContext,
  mapping: SalesMapping,
  tally: Tally,
): Promise<void> {
  const count = (stat: string, where: string, what: string) =>
    countLeftOut(staging, 'sale_values', { stat, where, what }, tally)
  await count('sales.blank_parcel_id', 'parcel_id IS NULL', 'sale_id')
  await count(
    'sales.unreadable_sale_year',
    'parcel_id IS NOT NULL AND sale_year IS NULL',
    'sale_year_text',
  )
  // From here on the sale stays without the value: `roll.` counts are reported and gate nothing.
  const isUnread = (name: string) => `${name} IS NULL AND ${name}_text IS NOT NULL`
  for (const name of ['assessment_year', 'sale_month', 'sale_price'])
    await count(`roll.unreadable_${name}`, isUnread(name), `${name}_text`)
  await count(
    'roll.unknown_qualification_code',
    `qualification_code IS NOT NULL AND ${qualificationOf(mapping)} = 'unknown'`,
    'qualification_code',
  )
}
