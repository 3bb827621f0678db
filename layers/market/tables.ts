import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)
const integer = (about: string) => z.int().nullable().describe(about)

/** Columns of an observation of a home; all but the time may be missing. */
export const OBSERVED = {
  zpid: text("The provider's id of the property, verbatim"),
  home_type: text("The provider's kind of home, verbatim: single family, condominium, land"),
  home_status: text("The provider's status, verbatim: for sale, sold, off the market"),
  bedrooms: real('Bedrooms; 0 is a studio, where the provider means it'),
  bathrooms: real('Bathrooms, half ones as 0.5'),
  living_area_sqft: real('Living area, square feet'),
  lot_size_sqft: real('Area of the lot, square feet'),
  year_built: integer('Year built, as the provider has it'),
  estimated_value: real("The provider's automated estimate of the value, USD; no appraisal"),
  estimated_rent_monthly: real("The provider's automated estimate of a month's rent, USD"),
  last_sold_price: real('Price of the last sale that the provider knows, USD'),
  last_sold_at: text('Day or time of that sale, ISO'),
  days_on_market: integer('Days on the market when it was seen'),
  photo_count: integer('Photos of the listing'),
  listing_url: text("The provider's page of it, http or https"),
  as_of: z.string().describe('When the provider last saw it: ISO day, or time in UTC'),
} as const

const observationId = text("The provider's id of the observation or the listing, verbatim")

/** Observations that name their parcel. */
export const marketObservations: Table = {
  name: 'market_observations',
  grain: 'One observation of one parcel at one time by a listing provider, by county parcel id.',
  key: 'observation_key',
  geometry: 'none',
  lookups: ['parcel_key'],
  row: z.object({
    observation_key: z.string().describe('Partition, the id of the observation and its time'),
    partition: z.string().describe('Partition of the build the row comes from'),
    parcel_key: z
      .string()
      .regex(/^pk_[a-z2-7]{24}$/)
      .describe('Parcel it is of: the keyed hash of county FIPS and county parcel id'),
    county_fips: z.string().length(5).describe('Census county code, 5 digits'),
    observation_id: observationId,
    ...OBSERVED,
  }),
  unpacked: ['county_fips', 'observation_id'],
}

/** Observations that come with coordinates only. */
export const marketPoints: Table = {
  name: 'market_points',
  grain: 'One observation at one time by a listing provider, by its coordinates alone.',
  key: 'observation_key',
  geometry: 'points',
  row: z.object({
    observation_key: z.string().describe('Partition, the id of the observation and its time'),
    partition: z.string().describe('Partition of the build the row comes from'),
    observation_id: observationId,
    ...OBSERVED,
  }),
  unpacked: ['observation_id'],
}

export const tables = [marketObservations, marketPoints]
