import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { MarketData } from '../../layers/market/data.ts'
import type { KnownLocation } from '../sample/known-locations.ts'

const DAY_MS = 86_400_000

/**
 * The latest observation is the plan's, and its age counts to the day of Plat's copy; none is an
 * answer.
 */
export function expectMarket({ layers }: Dossier, { name, market }: KnownLocation): void {
  const { status, data: answered, source } = layers.market
  if (name === 'outside_county') {
    expect([status, answered]).toEqual(['not_covered', null])
    return
  }
  const { seen, matchedBy, sharedBy } = market!
  const data = answered as MarketData
  const ageOf = (asOf: string): number | null => {
    const days = (Date.parse(source!.retrieved_at!.slice(0, 10)) - Date.parse(asOf)) / DAY_MS
    return days < 0 ? null : days
  }
  expect(status).toBe('available')
  expect(data).toMatchObject({
    has_observations: seen.length > 0,
    matched_by: matchedBy,
    shared_by_parcels: sharedBy,
    observation_count: seen.length,
  })
  expect(data.observations).toEqual(
    seen.map(({ asOf, status: home_status, value, soldPrice }) => ({
      as_of: asOf,
      age_days: ageOf(asOf),
      home_status,
      estimated_value: value,
      last_sold_price: soldPrice,
    })),
  )
  const [latest] = seen
  if (!latest) {
    expect(data.observation).toBeNull()
    return
  }
  expect(data.observation).toEqual({
    zpid: latest.propertyId,
    home_type: latest.type,
    home_status: latest.status,
    bedrooms: latest.bedrooms,
    bathrooms: latest.bathrooms,
    living_area_sqft: latest.livingFeet,
    lot_size_sqft: latest.lotFeet,
    year_built: latest.yearBuilt,
    estimated_value: latest.value,
    estimated_rent_monthly: latest.rent,
    last_sold_price: latest.soldPrice,
    last_sold_at: latest.soldAt,
    days_on_market: latest.daysOnMarket,
    photo_count: latest.photos,
    listing_url: latest.url,
    as_of: latest.asOf,
    age_days: ageOf(latest.asOf),
  })
}
