import { z } from 'zod'
import { County } from '../county.ts'

export const CountyLine = z
  .object({
    distance_m: z.number().describe('from the point to the nearest county drawn across the line'),
    accuracy_m: z.number().describe('what the line is worth: 0.1 mm of the map it was drawn for'),
    across: z
      .array(
        z.object({
          name: z.string(),
          fips: z.string().describe('census county code'),
          state: z.string().nullable().describe('USPS code of the state: NY'),
        }),
      )
      .describe('counties that may hold the point instead, the nearest first'),
  })
  .describe(
    'a generalised county line so near that the county across it may be right; absent where none is, where the file is not generalised, and where the assessment roll confirms the county (additive)',
  )
export type CountyLine = z.infer<typeof CountyLine>

export const BoundariesData = z.object({
  state: z.string().nullable().describe('USPS code of the state: ME'),
  county: County.nullable(),
  zip: z
    .string()
    .nullable()
    .describe(
      'ZIP code tabulation area of the census; with precision parcel, where no file has one, the ZIP code of the parcel',
    ),
  precision: z
    .enum(['boundary_file', 'parcel', 'nearest'])
    .describe(
      'boundary_file: a polygon holds the point; parcel: none does, and the record of the parcel names the county; nearest: neither, and the county is the nearest within 5 km of a generalised shore or border',
    ),
  county_line: CountyLine.optional(),
  county_distance_m: z
    .number()
    .optional()
    .describe('metres to the county, with precision nearest alone (additive)'),
})
export type BoundariesData = z.infer<typeof BoundariesData>
