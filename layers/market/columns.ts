import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { MarketData } from './data.ts'

const Row = z.object({
  market_has_observations: z
    .boolean()
    .nullable()
    .describe('A provider observed this parcel; null where a point may be of any of a stack'),
  market_estimated_value: z
    .number()
    .nullable()
    .describe("The provider's automated estimate of the latest observation, USD; no appraisal"),
  market_last_sold_price: z
    .number()
    .nullable()
    .describe('Price of the last sale that the provider knows, USD'),
  market_as_of: z.string().nullable().describe('When the provider last saw it, ISO'),
  market_age_days: z
    .int()
    .nullable()
    .describe('Whole days from then to the day our copy was taken'),
})

export const columns: SectionColumns = {
  row: Row,
  // An observation of any unit of a stack counts for none: it would count once for each of them.
  values: ({
    has_observations,
    observation,
    shared_by_parcels,
  }: MarketData): z.infer<typeof Row> => {
    const isCertain = shared_by_parcels === null
    const own = isCertain ? observation : null
    return {
      market_has_observations: isCertain ? has_observations : null,
      market_estimated_value: own?.estimated_value ?? null,
      market_last_sold_price: own?.last_sold_price ?? null,
      market_as_of: own?.as_of ?? null,
      market_age_days: own?.age_days ?? null,
    }
  },
}
