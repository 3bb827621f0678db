import { z } from 'zod'
import { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import { SEARCH_TYPES } from '../../geocoder/search/search.ts'

/** What was found as one types, the best first. */
export const SearchResults = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      object: z.literal('search_result'),
      type: z.enum(SEARCH_TYPES).describe('what it is'),
      label: z.string().describe('as it is shown'),
      precision: z.enum(PRECISIONS).describe('how well the point is known'),
      point: z.object({ lat: z.number(), lng: z.number() }),
      distance_m: z.number().optional().describe('from `near`, with near'),
      query: z
        .union([
          z.object({ address: z.string() }),
          z.object({ parcel: z.string() }),
          z.object({ ll: z.string() }),
        ])
        .describe('the parameter of GET /v1/location that asks for it'),
      links: z.object({
        dossier: z.string().describe('all that is known there; relative to the base address'),
      }),
    }),
  ),
  limit: z.number().describe('as asked for'),
})
export type SearchResults = z.infer<typeof SearchResults>
