import { z } from 'zod'
import { OBSERVED } from './tables.ts'

/** Most observations that are listed; `observation_count` counts them all. */
export const OBSERVATIONS_LISTED = 10
const MATCHES = ['parcel', 'point_in_parcel', 'near_point'] as const
export type MatchedBy = (typeof MATCHES)[number]

const AgeDays = z
  .int()
  .nullable()
  .describe('whole days from `as_of` to the day our copy was taken (additive)')

export const MarketData = z.object({
  has_observations: z.boolean().describe('false is an answer: covered, and nothing was seen'),
  observation: z
    .object({ ...OBSERVED, year_built: z.number().nullable(), age_days: AgeDays })
    .nullable()
    .describe('the latest'),
  matched_by: z
    .enum(MATCHES)
    .nullable()
    .describe('how the latest one was found to be of this place (additive)'),
  shared_by_parcels: z
    .int()
    .nullable()
    .describe(
      'parcels at the location, any of which it may be of; null where it is certain (additive)',
    ),
  distance_m: z.number().nullable().describe('metres to a `near_point` (additive)'),
  observation_count: z.int().describe('observations of this place (additive)'),
  observations: z
    .array(
      z.object({
        as_of: z.string().describe('when it was last seen'),
        age_days: AgeDays,
        home_status: z.string().nullable().describe("in the provider's words"),
        estimated_value: z.number().nullable().describe("the provider's automated estimate, USD"),
        last_sold_price: z.number().nullable().describe('USD'),
      }),
    )
    .describe(`newest first, at most ${OBSERVATIONS_LISTED} (additive)`),
})
export type MarketData = z.infer<typeof MarketData>
