import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { sales, taxEstimates } from '../../layers/tax/tables.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { parquetRows, runFixture, withDatabase } from '../../tests/fixtures/partition-run.ts'
import { ESTIMATES_CSV, SALES_CSV } from '../../tests/fixtures/tax/sales-file.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { TaxPartition, tax } from './pipeline.ts'

const base = { lock: 'sample-county', county: FIXTURE_COUNTY, coverage: null, note: 'Fictional.' }
const SALES = {
  ...base,
  sales: { asset: 'sales', member: 'SDF.csv', mapping: 'fl-sdf' },
  estimates: null,
}
const ESTIMATES = { ...base, sales: null, estimates: { asset: 'estimates', member: 'tax.csv' } }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-tax-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function make(definition: unknown, csv: string, secret?: string) {
  const parsed = TaxPartition.parse(definition)
  const source = await mkdtemp(join(folder, 'files-'))
  await writeFile(join(source, parsed.sales ? 'SDF.csv' : 'tax.csv'), csv)
  const partition = parsed.sales ? 'sdf' : 'estimates'
  const assets = { sales: source, estimates: source }
  const made = await runFixture(tax, parsed, { folder, partition, assets, secret })
  return [...made.values()][0]
}

let madeSales: ReturnType<typeof make> | undefined
/** The sales of the fixture, made once. */
function knownSales() {
  madeSales ??= make(SALES, SALES_CSV)
  return madeSales
}
let madeEstimates: ReturnType<typeof make> | undefined
/** The estimates of the fixture, made once. */
function knownEstimates() {
  madeEstimates ??= make(ESTIMATES, ESTIMATES_CSV)
  return madeEstimates
}

describe('a sales file', () => {
  test('becomes the rows of the fixture', async () => {
    const made = await knownSales()
    const expected = fixtureRows(readFixture('tax'), sales)
    const byKey = (a: (typeof expected)[0], b: (typeof expected)[0]) =>
      `${a.values.sale_key}` < `${b.values.sale_key}` ? -1 : 1
    expect(await parquetRows(sales, made.file)).toEqual(expected.sort(byKey))
    expect(made.rows).toBe(expected.length)
  })

  test('is counted: refused lines, omitted values, nominal prices', async () => {
    const { tally } = await knownSales()
    expect(tally.rejects).toEqual({
      'sales.blank_parcel_id': { count: 1, example: 'line 11: "S9"' },
      'sales.unreadable_sale_year': { count: 1, example: 'line 12: "MMXX"' },
      'roll.unreadable_sale_month': { count: 1, example: 'line 10: "13"' },
      'roll.unreadable_sale_price': { count: 1, example: 'line 10: "n/a"' },
      'roll.unknown_qualification_code': { count: 1, example: 'line 10: "77"' },
    })
    expect(tally.cases).toEqual({ 'sales.merged_identical': 1, 'sales.nominal_price': 2 })
  })

  test('has no county id, and other secrets give other keys', async () => {
    const [made, other] = [await knownSales(), await make(SALES, SALES_CSV, 'another one')]
    const [rows, others] = [
      await parquetRows(sales, made.file),
      await parquetRows(sales, other.file),
    ]
    expect(JSON.stringify(rows)).not.toMatch(/R-\d|0000000044/)
    const keys = new Set(rows.map(({ values }) => values.parcel_key))
    expect(others.some(({ values }) => keys.has(values.parcel_key))).toBe(false)
  })

  test('is the same whatever the order of its lines', async () => {
    const [header, ...lines] = SALES_CSV.trimEnd().split('\r\n')
    const turned = [header, ...lines.toReversed(), ''].join('\r\n')
    const rows = await parquetRows(sales, (await make(SALES, turned)).file)
    expect(rows).toEqual(await parquetRows(sales, (await knownSales()).file))
  })

  test('with numbers too large for their columns loses the numbers and not the sales', async () => {
    const csv = SALES_CSV.replace('"06",412500', '"NaN",inf').replace('2025,1,1', '1e300,1,1')
    const { rows, tally } = await make(SALES, csv)
    expect(tally.rejects).toMatchObject({
      'roll.unreadable_assessment_year': { count: 1, example: 'line 1: "1e300"' },
      'roll.unreadable_sale_month': { count: 2, example: 'line 1: "NaN"' },
      'roll.unreadable_sale_price': { count: 2, example: 'line 1: "inf"' },
    })
    expect(rows).toBe((await knownSales()).rows + 1)
  })

  test('with one transfer at two prices has the dearer, and counts the contradiction', async () => {
    const csv = SALES_CSV.replace('412500', '9000')
    for (const text of [csv, SALES_CSV.replace(/412500(?!.*412500)/s, '9000')]) {
      const { file, tally } = await make(SALES, text)
      const prices = (await parquetRows(sales, file)).map(({ values }) => values.sale_price)
      expect(prices).toContain(412_500)
      expect(prices).not.toContain(9000)
      expect(tally.cases).toMatchObject({ 'sales.merged_contradicting': 1 })
      expect(tally.cases).not.toHaveProperty(['sales.merged_identical'])
    }
  })

  test('without ids of transfers has two sales for two prices of one month', async () => {
    const csv = SALES_CSV.replaceAll('"S1"', '""').replace('412500', '9000')
    expect((await make(SALES, csv)).rows).toBe((await knownSales()).rows + 1)
  })

  test('of another layout is an error that lists its columns', async () => {
    const csv = SALES_CSV.replace('SALE_PRC', 'PRICE')
    await expect(make(SALES, csv)).rejects.toThrow(/no column SALE_PRC; it has CO_NO, .*PRICE/)
  })
})

describe('an estimates file', () => {
  test('becomes the rows of the fixture: the newest of each parcel', async () => {
    const made = await knownEstimates()
    const expected = fixtureRows(readFixture('tax'), taxEstimates)
    const sorted = expected.sort((a, b) =>
      `${a.values.estimate_key}` < `${b.values.estimate_key}` ? -1 : 1,
    )
    expect(await parquetRows(taxEstimates, made.file)).toEqual(sorted)
  })

  test('is counted: other counties, blank parcels, texts in place of numbers', async () => {
    const { tally } = await knownEstimates()
    expect(tally.rejects).toEqual({
      'estimates.blank_parcel_id': { count: 1, example: 'line 6: "99009"' },
      'estimates.other_county': { count: 1, example: 'line 5: "99011"' },
      'roll.unreadable_estimated_property_tax_rate_pct': { count: 1, example: 'line 4: "high"' },
      'roll.unreadable_estimated_year_built': { count: 1, example: 'line 4: "1999.5"' },
      'roll.unreadable_estimate_date': { count: 1, example: 'line 4: "soon"' },
    })
  })

  test('may pad the names of its columns, and have a year that is not a number', async () => {
    const csv = ESTIMATES_CSV.replace('assessed_value', ' Assessed_Value ').replace('1990', 'inf')
    const { rows, tally } = await make(ESTIMATES, csv)
    expect(rows).toBe((await knownEstimates()).rows)
    expect(tally.rejects['roll.unreadable_estimated_year_built'].count).toBe(2)
  })
})

test('a partition is of sales or of estimates, never of both or neither', () => {
  const both = { ...SALES, estimates: ESTIMATES.estimates }
  for (const wrong of [both, { ...SALES, sales: null }])
    expect(TaxPartition.safeParse(wrong).success).toBe(false)
})

const broward = join(realDataFolder(), 'broward-fl', 'SDF16P202501.zip')
if (isLongRun)
  describe.skipIf(!existsSync(broward))('Broward’s sales of 2024 and 2025', () => {
    test('are one row a line, and not one parcel id is taken for a number', async () => {
      const definition = {
        ...SALES,
        county: { fips: '12011', name: 'Broward County' },
        sales: { asset: 'sdf', member: 'SDF16P202501.csv', mapping: 'fl-sdf' },
      }
      const made = await runFixture(tax, TaxPartition.parse(definition), {
        folder,
        partition: 'broward',
        assets: { sdf: broward },
      })
      const { rows, file, tally } = made.get('sales')!
      expect(rows).toBe(95_332)
      expect([tally.rejects, tally.cases]).toEqual([{}, { 'sales.nominal_price': 45_082 }])
      const [counted] = await withDatabase(async (connection) => {
        const read = await connection.runAndReadAll(`
        SELECT count(DISTINCT parcel_key), max(n), sum(multi) FROM (
          SELECT parcel_key, count(*) AS n, count(*) FILTER (is_multi_parcel) AS multi
          FROM read_parquet('${file}') GROUP BY parcel_key)`)
        return read.getRows()
      })
      expect(counted.map(Number)).toEqual([79_681, 24, 3_960])
    })
  })
