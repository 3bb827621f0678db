import { describe, expect, test } from 'vitest'
import { testLayer } from '../../tests/test-layer.ts'
import { ageDays, formatAge } from './age.ts'
import { columns } from './columns.ts'
import type { MarketData } from './data.ts'
import { market } from './layer.ts'

testLayer(market, { whenBlank: 'available' })

describe('the age of an observation', () => {
  test('counts days of the calendar in UTC, whatever the hours', () => {
    expect(ageDays('2025-06-30', '2025-07-01T00:00:00.000Z')).toBe(1)
    expect(ageDays('2025-06-30T23:59:59Z', '2025-07-01T00:00:00.000Z')).toBe(1)
    expect(ageDays('2024-02-28', '2024-03-01T12:00:00.000Z')).toBe(2)
    expect(ageDays('2025-07-01T18:00:00Z', '2025-07-01T06:00:00.000Z')).toBe(0)
  })

  test('is null where it would be negative, and where our copy has no date', () => {
    expect(ageDays('2025-07-02', '2025-07-01T23:59:59.000Z')).toBeNull()
    expect(ageDays('2025-07-02', undefined)).toBeNull()
  })

  test('is stated in days, months or years', () => {
    const ages = [0, 1, 59, 60, 365, 730, 731, 3653].map(formatAge)
    expect(ages.map((each) => each.replace(' before our copy was taken', ''))).toEqual([
      'the day our copy was taken',
      '1 day',
      '59 days',
      '2 months',
      '12 months',
      '24 months',
      '2 years',
      '10 years',
    ])
  })
})

test('an observation that may be of any unit of a stack is in the columns of none of them', () => {
  const data: Partial<MarketData> = {
    has_observations: true,
    observation: {
      estimated_value: 5,
      last_sold_price: 4,
      as_of: '2025-01-01',
      age_days: 3,
    } as never,
  }
  expect(columns.values({ ...data, shared_by_parcels: null } as MarketData)).toEqual({
    market_has_observations: true,
    market_estimated_value: 5,
    market_last_sold_price: 4,
    market_as_of: '2025-01-01',
    market_age_days: 3,
  })
  const shared = Object.values(columns.values({ ...data, shared_by_parcels: 12 } as MarketData))
  expect(shared).toEqual([null, null, null, null, null])
})
