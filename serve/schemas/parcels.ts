import { z } from 'zod'
import { ParcelRecord } from '../../lookup/parcel-record.ts'

/** A page of parcels. */
export const ParcelList = z.object({
  object: z.literal('list'),
  data: z
    .array(ParcelRecord)
    .describe('in the order of the build, which is the same on every page'),
  limit: z.number().describe('as requested; a page with geometry may have fewer parcels'),
  has_more: z.boolean().describe('true when another page follows'),
  next_cursor: z.string().nullable().describe('null on the last page'),
  hint: z.string().optional().describe('explains an empty list'),
})
export type ParcelList = z.infer<typeof ParcelList>
