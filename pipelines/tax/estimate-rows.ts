import { taxEstimates } from '../../layers/tax/tables.ts'
import { cleanText, identifier, literal } from '../../values/sql-text.ts'
import { writeParcelKeys } from '../parcel-key.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import { type WrittenTable, writeSql } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { countLeftOut } from './left-out.ts'

/** The columns of an estimates file: third parties deliver it with the names of the table. */
const COLUMNS = [
  'county_fips',
  'parcel_id',
  'assessed_value',
  'property_tax_rate_pct',
  'estimated_annual_tax',
  'year_built',
  'as_of',
]
const NUMBERS = ['assessed_value', 'property_tax_rate_pct', 'estimated_annual_tax', 'year_built']

/**
 * Makes `tax_estimates` of a third party's CSV: the newest estimate of each parcel of the county.
 * Lines of other counties and lines without a parcel are refused; a number or a day that cannot be
 * read is counted and left out.
 */
export async function writeEstimates(
  source: { file: string; where?: string },
  fips: string,
  context: PartitionContext,
): Promise<WrittenTable> {
  const { staging } = context
  const tally = new Tally()
  const request = { ...source, table: 'estimate_lines', stat: 'estimates', columns: COLUMNS }
  const names = await loadCsv(staging, request, tally)
  const texts = COLUMNS.map(
    (name) => `${cleanText(identifier(columnNamed(names, name)!))} AS ${name}`,
  )
  await staging.run(
    `CREATE OR REPLACE TABLE estimate_texts AS SELECT line, ${texts.join(', ')} FROM estimate_lines`,
  )
  const count = (stat: string, where: string, what: string) =>
    countLeftOut(staging, 'estimate_texts', { stat, where, what }, tally)
  const isOther = `parcel_id IS NOT NULL AND county_fips IS DISTINCT FROM ${literal(fips)}`
  await count('estimates.blank_parcel_id', 'parcel_id IS NULL', 'county_fips')
  await count('estimates.other_county', isOther, 'county_fips')
  for (const name of NUMBERS)
    await count(
      `roll.unreadable_estimated_${name.replace('estimated_', '')}`,
      `${name} IS NOT NULL AND ${numberOf(name)} IS NULL`,
      name,
    )
  const isUndated = 'as_of IS NOT NULL AND try_cast(as_of AS DATE) IS NULL'
  await count('roll.unreadable_estimate_date', isUndated, 'as_of')
  await staging.run(`
    CREATE OR REPLACE TABLE newest_estimates AS
    SELECT row_number() OVER (ORDER BY parcel_id) AS number, *
    FROM (
      SELECT * FROM estimate_texts WHERE parcel_id IS NOT NULL AND NOT (${isOther})
      QUALIFY row_number() OVER (PARTITION BY parcel_id ORDER BY try_cast(as_of AS DATE) DESC NULLS LAST, line) = 1)`)
  await writeParcelKeys(
    context,
    { table: 'newest_estimates', number: 'number', text: 'parcel_id' },
    fips,
    context.secret,
  )
  const values = NUMBERS.map((name) => `${numberOf(name)} AS ${name}`)
  const select = `
    SELECT ${literal(`${context.partition}:`)} || parcel_key AS estimate_key,
      ${literal(context.partition)} AS partition, parcel_key, ${literal(fips)} AS county_fips,
      ${values.join(', ')}, try_cast(as_of AS DATE)::VARCHAR AS as_of
    FROM newest_estimates JOIN parcel_keys USING (number)`
  return await writeSql(taxEstimates, select, tally, context)
}

function numberOf(name: string): string {
  const number = `try_cast(${name} AS DOUBLE)`
  if (name !== 'year_built') return `CASE WHEN isfinite(${number}) THEN ${number} END`
  return `CASE WHEN ${number} = trunc(${number}) THEN try_cast(${number} AS BIGINT) END` // not NaN, not 1e300
}
