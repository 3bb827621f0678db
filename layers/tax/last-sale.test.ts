import { expect, test } from 'vitest'
import type { Row } from '../location.ts'
import { lastSaleOf } from './last-sale.ts'

const rolled = (last_sale_price: number | null) =>
  lastSaleOf([], { last_sale_price, last_sale_year: 2024 } as Row).sale

test.each([null, 0, 1, 10, 99, 100])('%s dollars on the roll is the stamp of a deed', (price) => {
  expect(rolled(price)).toBeNull()
})

test.each([100.01, 101, 250_000])('%d dollars on the roll is a sale', (price) => {
  expect(rolled(price)).toMatchObject({ price, year: 2024, month: null })
})
