import { z } from 'zod'
import { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import { SEARCH_TYPES } from '../../geocoder/search/search.ts'

/** Search results, best first. */
export const SearchResults = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      object: z.literal('search_result'),
      type: z.enum(SEARCH_TYPES).describe('kind of result'),
      label: z.string().describe('text for people'),
      precision: z.enum(PRECISIONS).describe('accuracy of the point'),
      point: z.object({ lat: z.number(), lng: z.number() }),
      distance_m: z.number().optional().describe('distance from `near`, if given'),
      query: z
        .union([
          z.object({ address: z.string() }),
          z.object({ parcel: z.string() }),
          z.object({ ll: z.string() }),
        ])
        .describe('the parameter of GET /v1/location for its dossier'),
      links: z.object({
        dossier: z.string().describe('address of the dossier'),
      }),
    }),
  ),
  limit: z.number().describe('as requested'),
})
export type SearchResults = z.infer<typeof SearchResults>
