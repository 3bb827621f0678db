import { describe, expect, test } from 'vitest'
import { testLayer } from '../../tests/test-layer.ts'
import type { Found, Row } from '../location.ts'
import { lastSaleOf } from './last-sale.ts'
import { tax } from './layer.ts'

testLayer(tax, { whenBlank: 'empty' })

const sale = (year: number, month: number | null, price: number | null, more: Row = {}): Found => {
  const row = { sale_year: year, sale_month: month, sale_price: price, is_nominal: false }
  const facts = { qualification: 'qualified', is_multi_parcel: false, sale_key: `${year}-${month}` }
  return { row: { ...row, ...facts, ...more } } as unknown as Found
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
    const at = (...rows: Found[]) => lastSaleOf(rows, roll).sale
    expect(at(sale(2023, 5, 1000))).toMatchObject({ price: 77_000, month: null })
    expect(at(sale(2024, 5, 1000))).toMatchObject({ price: 1000, month: 5 })
    expect(at()).toMatchObject({ price: 77_000, year: 2024 })
  })

  test('is none where only titles moved, on the roll too; and they are counted', () => {
    const roll = { last_sale_price: 100, last_sale_year: 2025 }
    expect(lastSaleOf([nominal(2025, 1), nominal(2024, 3)], roll)).toEqual({
      sale: null,
      laterTransfers: 2,
    })
  })

  test('a transfer before it is not told of', () => {
    const rows = [nominal(2024, 3), sale(2024, 8, 5000), nominal(2024, 8), nominal(2024, 9)]
    expect(lastSaleOf(rows, null).laterTransfers).toBe(1)
  })

  test('a price that could not be read is no sale of nothing', () => {
    expect(lastSaleOf([sale(2025, 1, null)], null).sale).toBeNull()
  })
})
