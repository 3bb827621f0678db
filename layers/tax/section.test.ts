import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePacks } from '../../lookup/open-packs.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { LocatedRow, Row } from '../location.ts'
import { lastSaleOf } from './last-sale.ts'
import { tax } from './layer.ts'

testLayer(tax, { whenBlank: 'empty' })

function sale(
  year: number,
  month: number | null,
  price: number | null,
  more: Row = {},
): LocatedRow {
  const row = { sale_year: year, sale_month: month, sale_price: price, is_nominal: false }
  const attributes = {
    qualification: 'qualified',
    is_multi_parcel: false,
    sale_key: `${year}-${month}`,
  }
  return { row: { ...row, ...attributes, ...more } } as unknown as LocatedRow
}
const nominal = (year: number, month: number) => sale(year, month, 100, { is_nominal: true })

describe('the last sale', () => {
  test('is the latest by year and month, whatever the order of the rows', () => {
    const sales = [sale(2024, 12, 1), sale(2025, 1, 2), sale(2025, 6, 3), sale(2023, 7, 4)]
    for (const rows of [sales, sales.toReversed()])
      expect(lastSaleOf(rows, null).sale).toMatchObject({ price: 3, year: 2025, month: 6 })
  })

  test('of two in one month is the qualified one, then the dearer, then by key', () => {
    const rows = [
      sale(2025, 2, 900, { qualification: 'disqualified' }),
      sale(2025, 2, 500, { sale_key: 'b' }),
      sale(2025, 2, 600, { sale_key: 'a' }),
    ]
    expect(lastSaleOf(rows, null).sale).toMatchObject({ price: 600, qualification: 'qualified' })
  })

  test('is the roll’s own where the roll’s is newer; in one year the sales file knows better', () => {
    const roll = { last_sale_price: 77_000, last_sale_year: 2024 }
    const at = (...rows: LocatedRow[]) => lastSaleOf(rows, roll).sale
    expect(at(sale(2023, 5, 1000))).toMatchObject({ price: 77_000, month: null })
    expect(at(sale(2024, 5, 1000))).toMatchObject({ price: 1000, month: 5 })
    expect(at()).toMatchObject({ price: 77_000, year: 2024 })
  })

  test('is empty where only titles moved, on the roll too; and they are counted', () => {
    const roll = { last_sale_price: 100, last_sale_year: 2025 }
    expect(lastSaleOf([nominal(2025, 1), nominal(2024, 3)], roll)).toEqual({
      sale: null,
      laterTransfers: 2,
    })
  })

  test('a transfer before it is not counted', () => {
    const rows = [nominal(2024, 3), sale(2024, 8, 5000), nominal(2024, 8), nominal(2024, 9)]
    expect(lastSaleOf(rows, null).laterTransfers).toBe(1)
  })

  test('a price that could not be read is not a sale for nothing', () => {
    expect(lastSaleOf([sale(2025, 1, null)], null).sale).toBeNull()
  })
})

describe('without a roll', () => {
  const fixture = readFixture('tax')
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-tax-section-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  type Fabric = 'with a roll' | 'without a roll' | 'with use codes alone'
  /** Longitudes of a lot with a line on the roll, one without a line, and a street. */
  const LONGITUDES = { listed: -71.9995, unlisted: -71.9935, street: -71.985 }
  const BEYOND = 0.02

  type Site = keyof typeof LONGITUDES
  async function sectionAt(fabric: Fabric, site: Site, isCovered: boolean, others = {}) {
    const values = { just_value: null, assessed_value: null, taxable_value: null, land_value: null }
    const none = { ...values, last_sale_price: null, annual_tax: null }
    const parcels = fixture.tables.parcels.map((row) => ({
      ...row,
      ...(fabric !== 'with a roll' && none),
      ...(fabric === 'without a roll' && { has_roll: false, use_code: null }),
    }))
    const coverage = fixture.coverage.map((row) => ({
      ...row,
      ...(row.table_name === 'parcels' && {
        has_roll: fabric === 'with a roll',
        ...(!isCovered && {
          geometry: rectangleWkt(-71, 30, -70, 31),
        }),
      }),
    }))
    const tables = { ...fixture.tables, parcels, sales: [], tax_estimates: [], ...others }
    const packs = await packFixture(
      { ...fixture, tables, coverage },
      await mkdtemp(join(folder, 'packs-')),
    )
    try {
      return buildSection(tax, packs, {
        lat: 30.0005 + (site === 'street' ? BEYOND / 4 : 0),
        lng: LONGITUDES[site],
      })
    } finally {
      closePacks(packs)
    }
  }

  test.each<[Fabric, Site, isCovered: boolean, status: string]>([
    ['with a roll', 'listed', true, 'available'],
    ['with a roll', 'listed', false, 'available'],
    ['with a roll', 'unlisted', true, 'empty'],
    ['with a roll', 'unlisted', false, 'not_covered'],
    ['with a roll', 'street', true, 'empty'],
    ['with a roll', 'street', false, 'not_covered'],
    ...(['without a roll', 'with use codes alone'] as const).flatMap((fabric) =>
      (['listed', 'unlisted', 'street'] as const).flatMap((site) =>
        [true, false].map((isCovered): [Fabric, Site, boolean, string] => [
          fabric,
          site,
          isCovered,
          'not_covered',
        ]),
      ),
    ),
  ])('parcels %s: %s, covered: %s, is %s', async (fabric, site, isCovered, status) => {
    const section = await sectionAt(fabric, site, isCovered)
    expect(section.status).toBe(status)
    if (status !== 'not_covered') return
    expect(section.data).toBeNull()
    expect(section.reason).toMatch(/roll/)
    expect(section.operator_hint).toContain('add a county roll')
    // A county without a roll must not be named among the covered ones.
    if (fabric !== 'with a roll') expect(section.reason).not.toContain('Covered')
    else expect(section.reason).toContain('Covered in this build: ')
    expect(section.summary).toBe('No assessment roll in this build covers this location.')
  })

  test('a sale or an estimate answers all the same, and is on no roll', async () => {
    const { sales, tax_estimates } = fixture.tables
    const section = await sectionAt('without a roll', 'listed', true, { sales, tax_estimates })
    expect(section.status).toBe('available')
    expect(section.data).toMatchObject({ roll: { assessed_value: null, last_sale_price: 412_500 } })
  })
})
