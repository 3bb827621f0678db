import { existsSync } from 'node:fs'
import gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import { readFeatures, readLayer, readText } from '../../tests/sample/archive-reading.ts'
import { sampleCounty, sampleLocations } from '../../tests/sample/shared-county.ts'
import { writeEstimates } from '../files/estimate-file.ts'
import { SDF_COLUMNS, writeSales } from '../files/sales-file.ts'
import { salesOf } from './sales.ts'

const REAL = `${process.env.PLAT_REAL_DATA ?? '../shared/data'}/broward-fl/SDF16P202501.zip`

const county = sampleCounty()
const locations = sampleLocations()
const archive = writeSales(county)
const rows = readFeatures(archive, 'SDF99F202501.csv').map(({ fields }) => fields)
const estimates = readFeatures(writeEstimates(county), 'tax_estimates.csv').map(
  ({ fields }) => fields,
)
const rolled = new Map(county.roll.map((row) => [String(row.PARCEL_ID), row]))

describe.skipIf(!existsSync(REAL))('compared with the real sales file of Broward', () => {
  test('the 23 columns are the same, in the same order', () => {
    const layer = gdal.open(`/vsizip/${REAL}/SDF16P202501.csv`).layers.get(0)
    expect(layer.fields.getNames()).toEqual(SDF_COLUMNS)
  })
})

test('text is in quotes, numbers are bare, and a row ends with CR LF', () => {
  const [header, first] = readText(archive, 'SDF99F202501.csv').split('\r\n')
  expect(header.split(',').length).toBe(23)
  expect(first).toMatch(/^99,"9900000000\d\d",2025,,,"000",,"F1",,"99000/)
  expect(readLayer(archive, 'SDF99F202501.csv').fields.getNames()).toEqual(SDF_COLUMNS)
})

test('sales are of parcels of the roll, except a few whose ids look like numbers', () => {
  const unknown = rows.filter((row) => !rolled.has(String(row.PARCEL_ID)))
  expect(unknown.length).toBe(4)
  for (const row of unknown) expect(row.PARCEL_ID).toMatch(/^\d{12}$/)
  expect(rows.length).toBeGreaterThan(1000)
  expect(new Set(rows.map((row) => row.CO_NO))).toEqual(new Set(['99']))
})

test('the sale that the roll has is in the sales file', () => {
  const sold = county.roll.filter((row) => row.SALE_YR1 !== undefined)
  const missing = sold.filter(
    (row) =>
      !rows.some(
        (sale) =>
          sale.PARCEL_ID === row.PARCEL_ID &&
          sale.SALE_YR === String(row.SALE_YR1) &&
          sale.SALE_MO === row.SALE_MO1 &&
          sale.SALE_PRC === String(row.SALE_PRC1) &&
          sale.QUAL_CD === row.QUAL_CD1,
      ),
  )
  expect(sold.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('some parcels were sold after the sale of the roll, and some rows are not in order', () => {
  const later = county.roll.filter((row) => {
    const [newest] = salesOf(county.sales, String(row.PARCEL_ID))
    if (row.SALE_YR1 === undefined || newest === undefined) return false
    return newest.year * 12 + newest.month > Number(row.SALE_YR1) * 12 + Number(row.SALE_MO1)
  })
  expect(later.length).toBeGreaterThan(20)
  const several = county.roll.map((row) =>
    county.sales.filter((sale) => sale.parcelId === row.PARCEL_ID),
  )
  const when = several.map((sales) => sales.map(({ year, month }) => year * 12 + month))
  expect(when.some(([a, b]) => a < b)).toBe(true)
  expect(when.some(([a, b]) => a > b)).toBe(true)
})

test('codes, months and prices are as the state spells them', () => {
  const values = (column: string) => [...new Set(rows.map((row) => String(row[column])))].sort()
  expect(values('QUAL_CD')).toEqual(['01', '02', '05', '11', '30', '37'])
  expect(values('VI_CD')).toEqual(['I', 'V'])
  expect(values('SALE_YR')).toEqual(['2024', '2025'])
  for (const month of values('SALE_MO')) expect(month).toMatch(/^(0[1-9]|1[0-2])$/)
  const prices = rows.map((row) => Number(row.SALE_PRC))
  for (const price of [0, 100]) {
    expect(prices.filter((each) => each === price).length).toBeGreaterThan(5)
  }
  // One deed and one price for several parcels.
  const together = rows.filter((row) => row.MULTI_PAR_SAL === 'C')
  expect(together.length).toBe(3)
  expect(new Set(together.map((row) => row.CLERK_NO)).size).toBe(1)
})

test('about a third of the roll is estimated, and so is every mapped parcel off the roll', () => {
  expect(Object.keys(estimates[0]).join()).toBe(
    'county_fips,parcel_id,assessed_value,property_tax_rate_pct,estimated_annual_tax,year_built,as_of',
  )
  const ids = estimates.map((row) => String(row.parcel_id))
  expect(new Set(ids).size).toBe(ids.length)
  const share = ids.filter((id) => rolled.has(id)).length / county.roll.length
  expect(Math.abs(share - 1 / 3)).toBeLessThan(0.03)
  const mapped = new Set(county.parcels.map(({ id }) => id))
  const unrolled = [...mapped].filter((id) => id !== null && !rolled.has(id))
  expect(unrolled.filter((id) => !ids.includes(String(id)))).toEqual([])
  expect(ids.filter((id) => !rolled.has(id) && !mapped.has(id)).length).toBe(3)
  expect(estimates.some((row) => row.estimated_annual_tax === '')).toBe(true)
})

test('each scenario has the sales or estimate that its name states', () => {
  const at = (name: string) =>
    locations.find((location) => location.name === name)?.tax ?? expect.fail(`no tax at ${name}`)
  const since = at('sold_since_roll')
  expect(since.sales[0]).toMatchObject({ year: 2025, month: 6, price: 412500 })
  expect(since.sales[1].price).toBe(since.roll?.SALE_PRC1)
  expect(at('title_moved').sales.map(({ price }) => price)).toEqual([100, 0, 365000])
  expect(at('sold_often').sales.map(({ month }) => month)).toEqual([12, 10, 8, 6, 4, 2])
  expect(at('twice_in_a_month').sales.map(({ price }) => price)).toEqual([298000, 315500])
  expect(at('never_sold').sales).toEqual([])
  expect(at('sold_together').sales).toMatchObject([{ price: 1250000, isOfSeveral: true }])
  expect(at('estimate_and_roll').estimate?.assessedValue).not.toBe(
    at('estimate_and_roll').roll?.AV_NSD,
  )
  expect(at('no_roll_row')).toMatchObject({
    roll: null,
    estimate: { yearBuilt: expect.anything() },
  })
})
