import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { PermitsData } from './data.ts'

const Row = z.object({
  permits_on_parcel: z
    .int()
    .nullable()
    .describe(
      'Permits whose point lies in the parcel, counted for each unit where parcels are stacked; null where the section has no answer',
    ),
  permits_latest_issued_at: z
    .string()
    .nullable()
    .describe('Newest issue date among those, ISO date; null without a dated one'),
  permits_latest_type: z
    .string()
    .nullable()
    .describe("Kind of that permit, in the authority's words"),
  permits_is_complete: z
    .boolean()
    .nullable()
    .describe('False where a feed of the authority could not be read: there may be more'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: PermitsData): z.infer<typeof Row> => ({
    permits_on_parcel: data.on_parcel_count,
    permits_latest_issued_at: data.latest_on_parcel?.issued_at ?? null,
    permits_latest_type: data.latest_on_parcel?.type ?? null,
    permits_is_complete: data.feeds_unavailable.length === 0,
  }),
}
