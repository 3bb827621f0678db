import { z } from 'zod'

/** The nearest area with parcels, for a location that none covers. */
export const NearestCoverage = z.object({
  name: z.string().describe('the county, or what the build has of it'),
  fips: z.string().nullable().describe('census code of the county'),
  distance_m: z.number().describe('to the box around it'),
  bounds: z.array(z.number()).length(4).describe('west, south, east, north in degrees'),
})
export type NearestCoverage = z.infer<typeof NearestCoverage>
